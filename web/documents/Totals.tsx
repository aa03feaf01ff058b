import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { compare } from '../../contract/money.ts'
import { Card } from '../ui/Card.tsx'
import { formatAmount, formatDecimal } from '../ui/format.ts'
import { isMessageKey, label, t } from '../ui/text.ts'
import { DateText, Money, Text } from '../ui/Values.tsx'
import { type Fact, FactList } from './Facts.tsx'
import { textOf } from './fields.ts'

/** The amounts of a document with its taxes, as they were sent. */
export function Totals({ detail }: { detail: DocumentDetail }) {
  const { totals, taxes, type } = detail
  if (!totals) return null
  const currency = textOf(detail.header.currency)
  const money = (amount: string | null) => <Money amount={amount} currency={currency} />
  const some = (amount: string | null) => amount !== null && compare(amount, '0') !== 0
  const line = (label: string, amount: string | null): Fact[] => (some(amount) ? [{ label, value: money(amount) }] : [])
  const taxLines = taxes.map((tax, at): Fact => {
    const name =
      tax.rate && tax.base
        ? t('totals.taxOf', { rate: formatDecimal(tax.rate), base: formatAmount(tax.base, currency) })
        : t('totals.taxOf.unknown')
    const reason = tax.reason ?? taxWord(tax.category)
    return { id: `tax ${at}`, label: name, value: money(tax.amount), note: reason && <TaxReason text={reason} /> }
  })
  const before: Fact[] = [
    ...(totals.net === null ? [] : [{ label: t('totals.net'), value: money(totals.net) }]),
    ...line(t('totals.discount'), totals.discount),
    ...line(t('totals.charges'), totals.charges),
    ...taxLines,
    // One tax is its own sum.
    ...(taxLines.length > 1 ? line(t('totals.taxSum'), totals.tax) : []),
    ...(taxLines.length === 0 ? line(t('totals.tax'), totals.tax) : []),
  ]
  const rounding = line(t('totals.rounding'), textOf(detail.header.rounding))
  const settlement = type === 'invoices' ? settlementOf(totals, detail.header.invoiceKind === '381', line) : []
  const after: Fact[] = type === 'invoices' ? [...rounding, ...settlement] : []
  if (before.length === 0 && totals.gross === null) return null
  return (
    <Card title={t('totals.title')}>
      <FactList facts={before} />
      <div className="mt-2 flex items-baseline justify-between border-t border-border pt-2 text-lg font-semibold">
        <span>{t('totals.gross')}</span>
        {money(totals.gross)}
      </div>
      {after.length > 0 && (
        <div className="mt-2">
          <FactList facts={after} />
        </div>
      )}
      <Payments detail={detail} />
    </Card>
  )
}

/** A category of UNCL5305 in words, or the name of another tax; of the ordinary tax the rate says all. */
function taxWord(category: string | null): string | null {
  const key = `tax.${category}`
  if (isMessageKey(key)) return label(key)
  return category !== null && category.length > 2 ? category : null
}

/** Why there is no tax, or another than one would expect. */
function TaxReason({ text }: { text: string }) {
  return (
    <span className="block text-sm text-muted">
      <bdi>{text}</bdi>
    </span>
  )
}

/** What became of an invoice's amount; what is left of a credit note is nothing to pay. */
function settlementOf(
  { gross, payable, paid, credited, open }: NonNullable<DocumentDetail['totals']>,
  isCredit: boolean,
  line: (label: string, amount: string | null) => Fact[],
): Fact[] {
  if (isCredit) {
    return [
      ...line(t('totals.setOff'), credited),
      ...line(t('totals.paidBack'), paid),
      ...line(t('totals.creditLeft'), open),
    ]
  }
  const isOther = payable !== null && (gross === null || compare(payable, gross) !== 0)
  return [
    ...(isOther ? line(t('totals.payable'), payable) : []),
    ...line(t('totals.paid'), paid),
    ...line(t('totals.credited'), credited),
    ...line(t('totals.open'), open),
  ]
}

/** What was paid, when and how. */
function Payments({ detail }: { detail: DocumentDetail }) {
  if (detail.payments.length === 0) return null
  const currency = textOf(detail.header.currency)
  const numbered = detail.payments.map((payment, at) => ({ ...payment, key: `${at} ${payment.reference}` }))
  return (
    <div className="mt-4 border-t border-border pt-3">
      <h3 className="mb-2 font-medium">{t('payments.title')}</h3>
      <ul className="flex flex-col gap-2">
        {numbered.map((payment) => (
          <li key={payment.key} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">
              <DateText date={payment.date} />
              <span className="block text-sm text-muted wrap-anywhere">
                <Text>{[payment.method, payment.reference].filter(Boolean).join(' · ')}</Text>
              </span>
            </span>
            <Money amount={payment.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </div>
  )
}
