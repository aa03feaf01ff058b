import { IntlMessageFormat } from 'intl-messageformat'
import type { TextValue } from './message.ts'

/** Formats by locale and text. All texts come from the catalogues, so the map cannot grow without limit. */
const formats = new Map<string, IntlMessageFormat>()

/**
 * Returns a catalogue text (ICU) with its values filled in, by the plural rules of the locale. Values are never parsed
 * as markup or ICU syntax.
 */
export function formatText(text: string, locale: string, values: Readonly<Record<string, TextValue>> = {}): string {
  if (!/[{']/.test(text)) return text
  const key = `${locale} ${text}`
  let format = formats.get(key)
  if (!format) {
    format = new IntlMessageFormat(text, locale, {}, { ignoreTag: true })
    formats.set(key, format)
  }
  return String(format.format({ ...values }))
}
