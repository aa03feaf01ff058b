import { ExternalLink } from 'lucide-react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { formatIban } from '#contract/payments/bank-account.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { datesIn } from '#web/ui/format-details.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { fieldLabel } from '../fields.ts'
import { type Fact, FactList } from './Facts.tsx'
import { isPayable } from './payable.ts'

const QrCode = lazyComponent(() => import('#web/ui/codes/QrCode.tsx'), 'QrCode', {
  fallback: () => <div className="h-64 w-52" />,
  failureDisplay: 'nothing',
})

/** How to pay an invoice of which something is due; nothing for one that is settled. */
export function PaymentCard({ detail }: { detail: DocumentDetail }) {
  if (!isPayable(detail)) return null
  return (
    <Card title={t('pay.how')}>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <HowToPay detail={detail} />
          {detail.paymentLink !== null && (
            <a
              href={detail.paymentLink}
              target="_blank"
              rel="noreferrer"
              className={`no-print mt-4 ${buttonClass('secondary')}`}
            >
              {t('pay.online')}
              <ExternalLink aria-hidden size={16} />
            </a>
          )}
        </div>
        {detail.transferCode !== null && <QrCode text={detail.transferCode} caption={t('pay.scan')} />}
      </div>
    </Card>
  )
}

function HowToPay({ detail }: { detail: DocumentDetail }) {
  const { header, payTo } = detail
  const copyable = (label: string, text: string | null | undefined): Fact[] =>
    text ? [{ label, value: <CopyableText text={text} what={label} /> }] : []
  const facts = [
    ...(payTo ? [{ label: t('pay.holder'), value: payTo.holder }] : []),
    ...copyable(fieldLabel('invoices', 'bankAccount'), payTo?.iban ? formatIban(payTo.iban) : payTo?.text),
    ...copyable('BIC', payTo?.bic),
    ...(payTo
      ? copyable(fieldLabel('invoices', 'paymentReference'), textOrNull(header.paymentReference) ?? detail.number)
      : []),
    { label: t('pay.early'), value: datesIn(textOrNull(header.earlyPayment)) },
    { label: t('pay.terms'), value: detail.paymentTerms },
  ].filter(({ value }) => value !== null)
  if (facts.length === 0) return <p className="text-muted">{t('pay.ask')}</p>
  return <FactList facts={facts} />
}

function CopyableText({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="tabular min-w-0 font-medium wrap-anywhere">{text}</bdi>
      <CopyButton text={text} what={what} />
    </span>
  )
}
