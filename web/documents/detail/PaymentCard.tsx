import { ExternalLink } from 'lucide-react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { datesIn } from '#web/ui/format-details.ts'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { fieldLabel } from '../fields.ts'
import { type Fact, FactList } from './Facts.tsx'
import { isPayable } from './payable.ts'

/** How to pay an invoice of which something is due; nothing for one that is settled. */
export function PaymentCard({ detail }: { detail: DocumentDetail }) {
  if (!isPayable(detail)) return null
  return (
    <Card title={t('pay.how')}>
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
    </Card>
  )
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
