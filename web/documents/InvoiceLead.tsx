import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { datesIn, formatDate } from '../ui/format.ts'
import { useToday } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { DateText, Money } from '../ui/Values.tsx'
import { DueText } from './DueText.tsx'
import { dueOf } from './due.ts'
import { type Fact, FactList } from './Facts.tsx'
import { fieldLabel, textOf } from './fields.ts'
import { datedOf } from './header.ts'
import { isPayable } from './payable.ts'

/** What of an invoice is due when, and how to pay it. */
export function InvoiceLead({ detail }: { detail: DocumentDetail }) {
  const { header } = detail
  const today = useToday()
  const open = textOf(header.open)
  const currency = textOf(header.currency)
  if (!isPayable(detail)) return <Settled detail={detail} />
  const due = dueOf(datedOf(detail), today)
  const date = textOf(header.dueDate)
  return (
    <Card>
      <div className="grid gap-6 md:grid-cols-[2fr_3fr]">
        <div>
          <h2 className="text-sm text-muted">{t('pay.due')}</h2>
          {'open' in header && (
            <p className="text-2xl font-semibold">
              <Money amount={open ?? textOf(header.gross)} currency={currency} />
            </p>
          )}
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
            {date && t('pay.until', { date: formatDate(date) })}
            {due && <DueText due={due} />}
          </p>
        </div>
        <div>
          <h2 className="mb-2 text-sm text-muted">{t('pay.how')}</h2>
          <HowToPay detail={detail} />
        </div>
      </div>
    </Card>
  )
}

function HowToPay({ detail }: { detail: DocumentDetail }) {
  const { header } = detail
  const copied = ['bankAccount', 'paymentReference'].flatMap((name): Fact[] => {
    const text = textOf(header[name])
    if (!text) return []
    const label = fieldLabel('invoices', name)
    return [{ label, value: <Copied text={text} what={label} /> }]
  })
  const told = [
    { label: t('pay.early'), value: datesIn(textOf(header.earlyPayment)) },
    { label: t('pay.terms'), value: detail.paymentTerms },
  ].filter((fact) => fact.value !== null)
  if (copied.length === 0 && told.length === 0) return <p className="text-muted">{t('pay.ask')}</p>
  return <FactList facts={[...copied, ...told]} />
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="tabular min-w-0 font-medium wrap-anywhere">{text}</bdi>
      <CopyButton text={text} what={what} />
    </span>
  )
}

/** An invoice that wants nothing more. */
function Settled({ detail }: { detail: DocumentDetail }) {
  const credit = detail.header.invoiceKind === '381'
  const last = detail.payments.map((payment) => payment.date).filter((date) => date !== null)
  const date = last.toSorted().at(-1)
  return (
    <Card>
      <h2 className="font-medium">{t(credit ? 'pay.credit' : 'pay.settled')}</h2>
      {credit && <p className="text-muted">{t('pay.credit.text')}</p>}
      {!credit && detail.status === 'paid' && date && (
        <p className="text-muted">
          {t('totals.paid')} <DateText date={date} />
        </p>
      )}
    </Card>
  )
}
