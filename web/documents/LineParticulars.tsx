import type { ReactNode } from 'react'
import type { DocumentLine } from '../../contract/documents/endpoints.ts'
import { lineParticulars } from '../../contract/documents/line-particulars.ts'
import { datesIn, formatAmount, formatDecimal } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { DateText, Money, Quantity, Text } from '../ui/Values.tsx'
import { fieldLabel, unitLabel } from './fields.ts'

/** A name and a value among a line's details. */
export type Told = { name: string; value: ReactNode }

/** What a line says beyond its own fields: those that the list of particulars knows, then the item's own properties. */
export function particularsOf(line: DocumentLine, currency: string | null): Told[] {
  const known = Object.entries(lineParticulars).flatMap(([name, { kind }]): Told[] => {
    const text = line.details[name]
    return text ? [{ name: fieldLabel('invoices', name), value: shownAs(kind, text, line, currency) }] : []
  })
  const taken = new Set(known.map(({ name }) => name))
  const properties = line.properties.map(({ name, value }, at): Told => {
    const label = name ?? '–'
    const unique = taken.has(label) ? `${label} (${at + 1})` : label
    taken.add(unique)
    return { name: unique, value: value && <bdi>{value}</bdi> }
  })
  return [...known, ...properties]
}

function shownAs(kind: string, text: string, line: DocumentLine, currency: string | null): ReactNode {
  if (kind === 'date') return <DateText date={text} focusable />
  if (kind === 'money') return <Money amount={text} currency={currency} />
  if (kind === 'quantity') return <Quantity value={text} unit={unitLabel(line.unit)} />
  return kind === 'flag' ? t('value.yes') : <bdi className="whitespace-pre-line">{datesIn(text)}</bdi>
}

type LineProps = { line: DocumentLine; currency: string | null }

/** What makes the line's amount another than quantity times price. */
export function LineAllowances({ line, currency }: LineProps) {
  const numbered = line.allowances.map((one, at) => ({ ...one, key: `${at} ${one.amount}` }))
  return (
    <div>
      <h3 className="mb-1 text-muted">{t('lines.allowances')}</h3>
      <ul className="flex flex-col gap-1">
        {numbered.map(({ key, reason, percent, base, amount }) => (
          <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {reason && <bdi>{reason}</bdi>}
              <span className="ms-2 text-muted">{share(percent, base, currency)}</span>
            </span>
            {amount && <Money amount={amount} currency={currency} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function share(percent: string | null, base: string | null, currency: string | null): string | null {
  if (percent && base)
    return t('lines.allowanceOf', { percent: formatDecimal(percent), base: formatAmount(base, currency) })
  if (percent) return `${formatDecimal(percent)}%`
  return base && formatAmount(base, currency)
}

/** The lines of which this one is the sum. */
export function LineParts({ line, currency }: LineProps) {
  const numbered = line.parts.map((one, at) => ({ ...one, key: `${at} ${one.line}` }))
  return (
    <div>
      <h3 className="mb-1 text-muted">{t('lines.parts')}</h3>
      <ul className="flex flex-col gap-1">
        {numbered.map(({ key, line: number, sku, name, quantity, unit, unitPrice, amount }) => (
          <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <bdi className="tabular text-muted">{[number, sku].filter(Boolean).join(' · ')}</bdi> <Text>{name}</Text>
            </span>
            <span className="flex flex-wrap items-baseline gap-x-4">
              {quantity && <Quantity value={quantity} unit={unitLabel(unit)} />}
              {unitPrice && <Money amount={unitPrice} currency={null} />}
              {amount && <Money amount={amount} currency={currency} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
