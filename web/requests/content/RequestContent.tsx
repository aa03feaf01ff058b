import type { ReactNode } from 'react'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { codedFields } from '#contract/requests/rules.ts'
import { formatDate, formatDecimal } from '#web/ui/format.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { label, t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { ShownOffer } from '../ShownOffer.tsx'
import { CorrectedMark } from './CorrectedMark.tsx'

type RequestContentProps = Pick<CustomerRequest, 'content' | 'shown' | 'correctedAt'> & {
  /** Its note, where it is shown otherwise. */
  shownNote?: ReactNode
}

/** What a request says, by the fields of its kind. */
export function RequestContent({ content, shown, correctedAt, shownNote }: RequestContentProps): ReactNode {
  const { note, ...facts } = content
  const factEntries = Object.entries(facts)
  return (
    <>
      {factEntries.length > 0 && (
        <dl className="mt-1 grid grid-cols-[auto_minmax(min-content,1fr)] gap-x-4 gap-y-0.5 text-sm">
          {factEntries.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">
                {label(name === 'amount' ? 'request.field.amount.plain' : `request.field.${name}`)}
              </dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                {valueText(name, value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {shownNote ??
        (typeof note === 'string' && (
          <p dir="auto" data-written className="mt-1 wrap-anywhere whitespace-pre-line">
            {note}
          </p>
        ))}
      {!shownNote && <CorrectedMark at={correctedAt} />}
      {shown && <ShownOffer shown={shown} />}
    </>
  )
}

/** A value for display: dates formatted, codes translated, lines with their details. */
function valueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('request.yes') : t('request.no')
  if (Array.isArray(value)) return value.map(lineText).join('\n')
  const text = String(value)
  if (codedFields.includes(name)) return label(`request.choice.${text}`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text
}

function lineText(value: unknown): string {
  if (typeof value === 'string') return t('request.line', { line: value })
  const { line, kind, quantity, sku, description, unit, number, ...more } = value as Partial<Record<string, string>>
  if (number !== undefined) return remittedText(number, more)
  if (more.shipment !== undefined) return returnedText(more.shipment, { ...more, line, quantity, sku })
  const { unitPrice, requestedDate, received, damaged, note } = more
  if (line === undefined) {
    const quantityText = [formatDecimal(quantity ?? '0'), unitLabel(unit)].filter(Boolean).join(' ')
    return [quantityText, sku, description].filter(Boolean).join(' · ')
  }
  return [
    t('request.line', { line }),
    kind && label(`request.choice.${kind}`),
    quantity && formatDecimal(quantity),
    received && t('request.line.received', { quantity: formatDecimal(received) }),
    damaged && t('request.line.damaged', { quantity: formatDecimal(damaged) }),
    unitPrice && t('request.line.price', { price: formatAmount(unitPrice, null) }),
    requestedDate && t('request.line.date', { date: formatDate(requestedDate) }),
    note,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A line of a return: what goes back, from where and why. */
function returnedText(shipment: string, returned: Partial<Record<string, string>>): string {
  const { line = '', quantity = '0', sku, name, reason, note } = returned
  const item = name ?? sku
  return [
    [formatDecimal(quantity), item && isolated(item)].filter(Boolean).join(' × '),
    t('request.line.shipment', { shipment: isolated(shipment), line: isolated(line) }),
    reason && label(`request.choice.${reason}`),
    note && isolated(note),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A name or a number that keeps its own direction, and does not decide on that of the line. */
const isolated = (text: string) => `\u2068${text}\u2069`

/** An invoice of a remittance advice: amounts are there for members who may see prices. */
function remittedText(number: string, { amount, currency = '', discount }: Partial<Record<string, string>>): string {
  if (amount === undefined) return number
  const money = (value: string) => `\u2066${formatAmount(value, currency)} ${currency}\u2069`
  return discount === undefined
    ? t('request.invoice', { number, amount: money(amount) })
    : t('request.invoice.discount', { number, amount: money(amount), discount: money(discount) })
}
