import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare } from '#contract/money.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { formatDecimal } from '#web/ui/format.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { isMessageKey, label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { Money, Text } from '#web/ui/Values.tsx'
import { type Fact, FactList } from './Facts.tsx'

/** The amounts and taxes of a document, as the ERP sent them. */
export function Totals({ detail }: { detail: DocumentDetail }) {
  const { totals, taxes, type } = detail
  if (!totals) return null
  const currency = textOrNull(detail.header.currency)
  const money = (amount: string | null) => <Money amount={amount} currency={currency} />
  const isNonZero = (amount: string | null) => amount !== null && compare(amount, '0') !== 0
  const amountFact = (label: string, amount: string | null): Fact[] =>
    isNonZero(amount) ? [{ label, value: money(amount) }] : []
  const taxLines = taxes.map((tax, index): Fact => {
    const name =
      tax.rate && tax.base
        ? t('totals.taxOf', { rate: formatDecimal(tax.rate), base: formatAmount(tax.base, currency) })
        : t('totals.taxOf.unknown')
    const reason = tax.reason ?? taxLabel(tax.category)
    return { id: `tax ${index}`, label: name, value: money(tax.amount), note: reason && <TaxReason text={reason} /> }
  })
  const factsBeforeGross: Fact[] = [
    ...(totals.net === null ? [] : [{ label: t('totals.net'), value: money(totals.net) }]),
    ...amountFact(t('totals.discount'), totals.discount),
    ...amountFact(t('totals.charges'), totals.charges),
    ...taxLines,
    // A single tax is its own sum.
    ...(taxLines.length > 1 ? amountFact(t('totals.taxSum'), totals.tax) : []),
    ...(taxLines.length === 0 ? amountFact(t('totals.tax'), totals.tax) : []),
  ]
  const rounding = amountFact(t('totals.rounding'), textOrNull(detail.header.rounding))
  const settlement = type === 'invoices' ? settlementFacts(totals, detail.header.invoiceKind === '381', amountFact) : []
  const factsAfterGross: Fact[] = type === 'invoices' ? [...rounding, ...settlement] : []
  if (factsBeforeGross.length === 0 && totals.gross === null) return null
  return (
    <Card title={t('totals.title')}>
      <FactList facts={factsBeforeGross} />
      <div className="mt-2 flex items-baseline justify-between border-t border-border pt-2 text-lg font-semibold">
        <span>{t('totals.gross')}</span>
        {money(totals.gross)}
      </div>
      {factsAfterGross.length > 0 && (
        <div className="mt-2">
          <FactList facts={factsAfterGross} />
        </div>
      )}
      <Payments detail={detail} />
    </Card>
  )
}

/** The label of a UNCL5305 category, or the name of another tax; null for ordinary tax, whose rate says enough. */
function taxLabel(category: string | null): string | null {
  const key = `tax.${category}`
  if (isMessageKey(key)) return label(key)
  return category !== null && category.length > 2 ? category : null
}

/** Why there is no tax, or an unusual one. */
function TaxReason({ text }: { text: string }) {
  return (
    <span className="block text-sm text-muted">
      <bdi>{text}</bdi>
    </span>
  )
}

/** How an invoice's amount was settled; the rest of a credit note is not an amount to pay. */
function settlementFacts(
  { gross, payable, paid, credited, open }: NonNullable<DocumentDetail['totals']>,
  isCredit: boolean,
  amountFact: (label: string, amount: string | null) => Fact[],
): Fact[] {
  if (isCredit) {
    return [
      ...amountFact(t('totals.setOff'), credited),
      ...amountFact(t('totals.paidBack'), paid),
      ...amountFact(t('totals.creditLeft'), open),
    ]
  }
  const differsFromGross = payable !== null && (gross === null || compare(payable, gross) !== 0)
  return [
    ...(differsFromGross ? amountFact(t('totals.payable'), payable) : []),
    ...amountFact(t('totals.paid'), paid),
    ...amountFact(t('totals.credited'), credited),
    ...amountFact(t('totals.open'), open),
  ]
}

/** The payments with their date, method and reference. */
function Payments({ detail }: { detail: DocumentDetail }) {
  if (detail.payments.length === 0) return null
  const currency = textOrNull(detail.header.currency)
  const keyedPayments = detail.payments.map((payment, index) => ({ ...payment, key: `${index} ${payment.reference}` }))
  return (
    <div className="mt-4 border-t border-border pt-3">
      <h3 className="mb-2 font-medium">{t('payments.title')}</h3>
      <ul className="flex flex-col gap-2">
        {keyedPayments.map((payment) => (
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
