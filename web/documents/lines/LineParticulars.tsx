import type { ReactNode } from 'react'
import type { DocumentLine } from '#contract/documents/endpoints.ts'
import { allLineFields, type LineField, type LineFieldName, lineFieldsWith } from '#contract/documents/line-fields.ts'
import { countryName } from '#web/ui/country.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { formatDecimal } from '#web/ui/format.ts'
import { datesIn } from '#web/ui/format-details.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { label, t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { Money, Quantity, Text } from '#web/ui/Values.tsx'

/** A name and a value among a line's details. */
export type LineFact = { name: string; value: ReactNode }

const shownFields = lineFieldsWith('detail')

/** The facts of an opened line: the fields that their lists show there, then the item's own properties. */
export function lineFacts(line: DocumentLine, currency: string | null, prices: boolean): LineFact[] {
  const fieldFacts = shownFields.flatMap((name): LineFact[] => {
    const field: LineField = allLineFields[name] as LineField
    const text = line.details[name] ?? (field.priced && !prices ? null : line[name as LineFieldName])
    // Where the allowances are listed, the percentage would say the same again.
    if (!text || (name === 'discountPercent' && line.allowances.length > 0)) return []
    const value = formatLineValue(field, text, line, currency)
    return value ? [{ name: label(field.label ?? `field.${name}`), value }] : []
  })
  const usedNames = new Set(fieldFacts.map(({ name }) => name))
  const properties = line.properties.map(({ name, value }, index): LineFact => {
    const propertyName = name ?? '–'
    const unique = usedNames.has(propertyName) ? `${propertyName} (${index + 1})` : propertyName
    usedNames.add(unique)
    return { name: unique, value: value && <bdi>{value}</bdi> }
  })
  return [...fieldFacts, ...properties]
}

function formatLineValue({ kind }: LineField, text: string, line: DocumentLine, currency: string | null): ReactNode {
  switch (kind) {
    case 'date':
      return <DateText date={text} focusable />
    case 'money':
      return <Money amount={text} currency={currency} />
    case 'quantity':
      return <Quantity value={text} unit={unitLabel(line.unit)} />
    case 'percent':
      return text === '0' ? null : <bdi>{formatDecimal(text)}%</bdi>
    case 'days':
      return <bdi>{t('lines.leadTime.days', { days: Number(text) })}</bdi>
    case 'country':
      return <bdi>{countryName(text)}</bdi>
    case 'flag':
      return t('value.yes')
    case 'text':
      return <bdi className="whitespace-pre-line">{datesIn(text)}</bdi>
    default:
      return <bdi>{text}</bdi>
  }
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
