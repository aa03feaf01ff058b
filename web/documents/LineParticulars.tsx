import type { ReactNode } from 'react'
import type { DocumentLine } from '../../contract/documents/endpoints.ts'
import { lineParticulars } from '../../contract/documents/line-particulars.ts'
import { datesIn, formatAmount, formatDecimal } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { DateText, Money, Quantity, Text } from '../ui/Values.tsx'
import { fieldLabel } from './fields.ts'
import { unitLabel } from './units.ts'

/** A name and a value among a line's details. */
export type LineFact = { name: string; value: ReactNode }

/** A line's details beyond its own fields: those that `lineParticulars` defines, then the item's own properties. */
export function particularFacts(line: DocumentLine, currency: string | null): LineFact[] {
  const namedFacts = Object.entries(lineParticulars).flatMap(([name, { kind }]): LineFact[] => {
    const text = line.details[name]
    return text ? [{ name: fieldLabel('invoices', name), value: formatParticular(kind, text, line, currency) }] : []
  })
  const usedNames = new Set(namedFacts.map(({ name }) => name))
  const properties = line.properties.map(({ name, value }, index): LineFact => {
    const label = name ?? '–'
    const unique = usedNames.has(label) ? `${label} (${index + 1})` : label
    usedNames.add(unique)
    return { name: unique, value: value && <bdi>{value}</bdi> }
  })
  return [...namedFacts, ...properties]
}

function formatParticular(kind: string, text: string, line: DocumentLine, currency: string | null): ReactNode {
  if (kind === 'date') return <DateText date={text} focusable />
  if (kind === 'money') return <Money amount={text} currency={currency} />
  if (kind === 'quantity') return <Quantity value={text} unit={unitLabel(line.unit)} />
  return kind === 'flag' ? t('value.yes') : <bdi className="whitespace-pre-line">{datesIn(text)}</bdi>
}

type LineProps = { line: DocumentLine; currency: string | null }

/** Why a line's amount differs from quantity times price. */
export function LineAllowances({ line, currency }: LineProps) {
  const keyedAllowances = line.allowances.map((allowance, index) => ({
    ...allowance,
    key: `${index} ${allowance.amount}`,
  }))
  return (
    <div>
      <h3 className="mb-1 text-muted">{t('lines.allowances')}</h3>
      <ul className="flex flex-col gap-1">
        {keyedAllowances.map(({ key, reason, percent, base, amount }) => (
          <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {reason && <bdi>{reason}</bdi>}
              <span className="ms-2 text-muted">{allowanceBasis(percent, base, currency)}</span>
            </span>
            {amount && <Money amount={amount} currency={currency} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function allowanceBasis(percent: string | null, base: string | null, currency: string | null): string | null {
  if (percent && base)
    return t('lines.allowanceOf', { percent: formatDecimal(percent), base: formatAmount(base, currency) })
  if (percent) return `${formatDecimal(percent)}%`
  return base && formatAmount(base, currency)
}

/** The lines whose sum this line is. */
export function LineParts({ line, currency }: LineProps) {
  const keyedParts = line.parts.map((part, index) => ({ ...part, key: `${index} ${part.line}` }))
  return (
    <div>
      <h3 className="mb-1 text-muted">{t('lines.parts')}</h3>
      <ul className="flex flex-col gap-1">
        {keyedParts.map(({ key, line: number, sku, name, quantity, unit, unitPrice, amount }) => (
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
