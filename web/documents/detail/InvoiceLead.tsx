import { ExternalLink } from 'lucide-react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare, fromMillionths, toMillionths } from '#contract/money.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { formatAmount, formatDate } from '#web/ui/format.ts'
import { datesIn } from '#web/ui/format-details.ts'
import { useToday } from '#web/ui/portal.ts'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { DateText, Money } from '#web/ui/Values.tsx'
import { DueText } from '../DueText.tsx'
import { dueHint } from '../due.ts'
import { fieldLabel } from '../fields.ts'
import { toDatedDocument } from '../header.ts'
import { type Fact, FactList } from './Facts.tsx'
import { isPayable } from './payable.ts'

/** What is due on an invoice, when, and how to pay it. */
export function InvoiceLead({ detail }: { detail: DocumentDetail }) {
  const { header } = detail
  const today = useToday()
  const open = textOrNull(header.open)
  const currency = textOrNull(header.currency)
  if (!isPayable(detail)) return <SettledInvoice detail={detail} />
  const due = dueHint(toDatedDocument(detail), today)
  const date = textOrNull(header.dueDate)
  return (
    <Card>
      <div className="grid gap-6 md:grid-cols-[2fr_3fr]">
        <div>
          <h2 className="text-sm text-muted">{t('pay.due')}</h2>
          {'open' in header && (
            <p className="text-2xl font-semibold">
              <Money amount={open ?? textOrNull(header.gross)} currency={currency} />
            </p>
          )}
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
            {date && t('pay.until', { date: formatDate(date) })}
            {due && header.disputed !== true && <DueText due={due} />}
          </p>
          {header.disputed === true && (
            <p className="mt-1 text-sm text-warn">{disputedText(textOrNull(header.disputedAmount), open, currency)}</p>
          )}
          {detail.paymentLink !== null && (
            <a
              href={detail.paymentLink}
              target="_blank"
              rel="noreferrer"
              className={`no-print mt-3 ${buttonClass('secondary')}`}
            >
              {t('pay.online')}
              <ExternalLink aria-hidden size={16} />
            </a>
          )}
        </div>
        <div>
          <h2 className="mb-2 text-sm text-muted">{t('pay.how')}</h2>
          <HowToPay detail={detail} />
        </div>
      </div>
    </Card>
  )
}

function disputedText(disputed: string | null, open: string | null, currency: string | null): string {
  if (disputed === null || open === null || compare(disputed, open) >= 0) return t('pay.disputed.all')
  const money = (amount: string) => [formatAmount(amount, currency), currency].filter(Boolean).join('\u00a0')
  const rest = fromMillionths(toMillionths(open) - toMillionths(disputed))
  return t('pay.disputed', { amount: money(disputed), rest: money(rest) })
}

function HowToPay({ detail }: { detail: DocumentDetail }) {
  const { header } = detail
  const copyableFacts = ['bankAccount', 'paymentReference'].flatMap((name): Fact[] => {
    const text = textOrNull(header[name])
    if (!text) return []
    const label = fieldLabel('invoices', name)
    return [{ label, value: <CopyableText text={text} what={label} /> }]
  })
  const termFacts = [
    { label: t('pay.early'), value: datesIn(textOrNull(header.earlyPayment)) },
    { label: t('pay.terms'), value: detail.paymentTerms },
  ].filter((fact) => fact.value !== null)
  if (copyableFacts.length === 0 && termFacts.length === 0) return <p className="text-muted">{t('pay.ask')}</p>
  return <FactList facts={[...copyableFacts, ...termFacts]} />
}

function CopyableText({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="tabular min-w-0 font-medium wrap-anywhere">{text}</bdi>
      <CopyButton text={text} what={what} />
    </span>
  )
}

/** An invoice with nothing left to pay. */
function SettledInvoice({ detail }: { detail: DocumentDetail }) {
  const isCreditNote = detail.header.invoiceKind === '381'
  const paymentDates = detail.payments.map((payment) => payment.date).filter((date) => date !== null)
  const date = paymentDates.toSorted().at(-1)
  return (
    <Card>
      <h2 className="font-medium">{t(isCreditNote ? 'pay.credit' : 'pay.settled')}</h2>
      {isCreditNote && <p className="text-muted">{t('pay.credit.text')}</p>}
      {!isCreditNote && detail.status === 'paid' && date && (
        <p className="text-muted">
          {t('totals.paid')} <DateText date={date} />
        </p>
      )}
    </Card>
  )
}
