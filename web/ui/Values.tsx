import type { ReactNode } from 'react'
import { formatDate, formatDateExactly, formatDecimal } from './format.ts'
import { formatAmount } from './formats/amounts.ts'
import { t } from './text.ts'

/** Stands for a value that the portal does not have: a dash on the screen, words for a screen reader. */
export function Unknown() {
  return (
    <>
      <span aria-hidden className="text-muted">
        –
      </span>
      <span className="sr-only">{t('value.unknown')}</span>
    </>
  )
}

/** A text, or a dash when it is unknown. */
export function Text({ children }: { children: string | null | undefined }) {
  return children ? <bdi>{children}</bdi> : <Unknown />
}

type MoneyProps = { amount: string | null | undefined; currency: string | null | undefined }

/** An amount with its currency small beside it. Put it into an end-aligned cell, so that the digits line up. */
export function Money({ amount, currency = null }: MoneyProps) {
  if (!amount) return <Unknown />
  return (
    <span dir="ltr" className="tabular reference">
      {formatAmount(amount, currency)}
      {currency && <span className="ms-1 text-xs text-muted">{currency}</span>}
    </span>
  )
}

/** A quantity or another plain number, with its unit. */
export function Quantity({ value, unit }: { value: string | null | undefined; unit?: string | null | undefined }) {
  if (!value) return <Unknown />
  // The direction is the unit's: a number has none of its own, and keeps its sign in front.
  return (
    <span dir="auto" className="tabular reference">
      <bdi dir="ltr">{formatDecimal(value)}</bdi>
      {unit && <span className="ms-1 text-xs text-muted">{unit}</span>}
    </span>
  )
}

/** A date in a table of many: exact on hover, by a plain title instead of a tooltip in every cell. */
export function DateCell({ date }: { date: string | null | undefined }) {
  if (!date) return <Unknown />
  return (
    <time dateTime={date} dir="auto" title={formatDateExactly(date)} className="tabular whitespace-nowrap">
      {formatDate(date)}
    </time>
  )
}

/** A document number, SKU or other reference: never broken, and left to right inside right-to-left text. */
export function Reference({ children }: { children: ReactNode }) {
  return <bdi className="reference font-medium">{children}</bdi>
}
