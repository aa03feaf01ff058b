import type { Formats } from '../../contract/formats.ts'
import type { Language } from '../../contract/languages.ts'
import { formatText } from '../../contract/say.ts'
import { isTextKey, texts } from '../../contract/texts.ts'

/** So much stands in a mail; the rest is in the portal and for the ERP. */
const longest = 4000

/**
 * What a customer asked, a line a field, as its reader at the supplier's says it; what was typed stays as it was typed.
 * `words`: how a field and its value stand together, the labels of fields that the customer's form calls "yours", and
 * what makes typed lines safe to stand beside ours.
 */
export function saidText(
  content: Readonly<Record<string, unknown>>,
  language: Language,
  formats: Formats,
  words: { field: string; labels: Readonly<Record<string, string>>; clean: (typed: string) => string },
): string {
  const told = (key: string, values: Record<string, string> = {}) =>
    isTextKey(key) ? formatText(texts[language][key], formats.locale, values) : undefined
  const choice = (value: string) => told(`request.choice.${value}`) ?? value

  const lineOf = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return told('request.line', { line: String(value) }) ?? ''
    const { line, kind, quantity, unit, sku, description } = value as Partial<Record<string, string>>
    const many = [quantity && formats.decimal(quantity), unit].filter(Boolean).join(' ')
    const what =
      line === undefined ? [many, sku, description] : [told('request.line', { line }), kind && choice(kind), many]
    return what.filter(Boolean).join(' · ')
  }
  const sayValue = (name: string, value: unknown): string => {
    if (typeof value === 'boolean') return told(value ? 'request.yes' : 'request.no') ?? ''
    if (Array.isArray(value)) return `\n${words.clean(value.map((one) => `- ${lineOf(one)}`).join('\n'))}`
    const text = String(value)
    if (name === 'reason' || name === 'wanted') return choice(text)
    if (name === 'amount') return formats.decimal(text, 2)
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formats.date(text) : words.clean(text)
  }

  const { note, ...facts } = content
  // Who only asked a question needs no word for it.
  if (Object.keys(facts).length === 0) return words.clean(shortened(String(note ?? '')))
  const fields = [...Object.entries(facts), ...(note === undefined ? [] : [['note', note] as const])]
  const labelOf = (name: string) =>
    words.labels[name] ?? told(name === 'amount' ? 'request.field.amount.plain' : `request.field.${name}`) ?? name
  return shortened(
    fields
      .map(([name, value]) => formatText(words.field, formats.locale, { label: labelOf(name), value: sayValue(name, value) }))
      .join('\n')
      .replaceAll(/ +\n/g, '\n'),
  )
}

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)
