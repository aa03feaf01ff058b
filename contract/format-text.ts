import { IntlMessageFormat } from 'intl-messageformat'
import type { TextValue } from './message.ts'

/** By locale and text: both come from the catalogues, so there are only so many. */
const formats = new Map<string, IntlMessageFormat>()

/** A text of a catalogue (ICU) with its values filled in, by the plural rules of a locale. What is given stays text. */
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
