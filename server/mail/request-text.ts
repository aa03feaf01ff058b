import { formatText } from '#contract/format-text.ts'
import type { Formats } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import { codedFields } from '#contract/requests/rules.ts'
import { isTextKey, texts } from '#contract/texts.ts'

/** The longest text in a mail, in characters; the rest is in the portal and in the API. */
const maxLength = 4000

/**
 * The content of a customer's request as text for the supplier, one line per field; typed text stays as it was typed.
 * `wording`: the pattern that joins a field and its value, labels that replace those of the customer's form ("yours"),
 * and the function that makes typed text safe.
 */
export function formatRequest(
  content: Readonly<Record<string, unknown>>,
  language: Language,
  formats: Formats,
  wording: { field: string; labels: Readonly<Record<string, string>>; clean: (typed: string) => string },
): string {
  const translate = (key: string, values: Record<string, string> = {}) =>
    isTextKey(key) ? formatText(texts[language][key], formats.locale, values) : undefined
  const choiceLabel = (value: string) => translate(`request.choice.${value}`) ?? value

  const formatPayment = (
    number: string,
    { amount = '', currency, discount }: Partial<Record<string, string>>,
  ): string => {
    const money = (decimal: string) => `${formats.decimal(decimal, 2)} ${currency}`
    return discount === undefined
      ? (translate('request.invoice', { number, amount: money(amount) }) ?? '')
      : (translate('request.invoice.discount', { number, amount: money(amount), discount: money(discount) }) ?? '')
  }
  const formatReturned = (returned: Partial<Record<string, string>>): string => {
    const { shipment = '', line = '', order, quantity = '0', sku, name, reason = '', note } = returned
    const place = translate('request.line.shipment', { shipment, line })
    const ordered = order === undefined ? undefined : translate('request.line.order', { order })
    const what = [formats.decimal(quantity), sku, name, place, ordered, choiceLabel(reason), note]
    return what.filter(Boolean).join(' · ')
  }
  const formatLine = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return translate('request.line', { line: String(value) }) ?? ''
    const { line, kind, quantity, unit, sku, description, number, ...more } = value as Partial<Record<string, string>>
    if (number !== undefined) return formatPayment(number, more)
    if (more.shipment !== undefined) return formatReturned({ line, quantity, sku, ...more })
    const { unitPrice, requestedDate, received, damaged, note } = more
    const quantityText = [quantity && formats.decimal(quantity), unit].filter(Boolean).join(' ')
    const parts =
      line === undefined
        ? [quantityText, sku, description]
        : [
            translate('request.line', { line }),
            kind && choiceLabel(kind),
            quantityText,
            received && translate('request.line.received', { quantity: formats.decimal(received) }),
            damaged && translate('request.line.damaged', { quantity: formats.decimal(damaged) }),
            unitPrice && translate('request.line.price', { price: formats.decimal(unitPrice, 2) }),
            requestedDate && translate('request.line.date', { date: formats.date(requestedDate) }),
            note,
          ]
    return parts.filter(Boolean).join(' · ')
  }
  const formatValue = (name: string, value: unknown): string => {
    if (typeof value === 'boolean') return translate(value ? 'request.yes' : 'request.no') ?? ''
    if (Array.isArray(value)) return `\n${wording.clean(value.map((entry) => `- ${formatLine(entry)}`).join('\n'))}`
    const text = String(value)
    if (codedFields.includes(name)) return choiceLabel(text)
    if (name === 'amount') return formats.decimal(text, 2)
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formats.date(text) : wording.clean(text)
  }

  const { note, ...facts } = content
  // A request with nothing but a question needs no label.
  if (Object.keys(facts).length === 0) return wording.clean(truncate(String(note ?? '')))
  const fields = [...Object.entries(facts), ...(note === undefined ? [] : [['note', note] as const])]
  const labelOf = (name: string) =>
    wording.labels[name] ??
    translate(name === 'amount' ? 'request.field.amount.plain' : `request.field.${name}`) ??
    name
  return truncate(
    fields
      .map(([name, value]) =>
        formatText(wording.field, formats.locale, { label: labelOf(name), value: formatValue(name, value) }),
      )
      .join('\n')
      .replaceAll(/ +\n/g, '\n'),
  )
}

const truncate = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)
