import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { useToday } from '#web/ui/portal.ts'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { Money } from '#web/ui/Values.tsx'
import { DueText } from '../DueText.tsx'
import { dueHint } from '../due.ts'
import { toDatedDocument } from '../header.ts'

/** Until when a quote can be answered, and its amount. */
export function QuoteLead({ detail }: { detail: DocumentDetail }) {
  const { header, status } = detail
  const today = useToday()
  const validUntil = textOrNull(header.validUntil)
  const reason = textOrNull(header.rejectionReason)
  if (reason) return <Card title={t('field.rejectionReason')}>{reason}</Card>
  if ((status !== 'open' && status !== 'expired') || !validUntil) return null
  const due = dueHint(toDatedDocument(detail), today)
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-sm text-muted">{t(status === 'open' ? 'quote.answer' : 'quote.ended')}</h2>
          <p className="flex flex-wrap items-baseline gap-x-2 text-lg font-semibold">
            {status === 'open' ? t('quote.validUntil', { date: formatDate(validUntil) }) : formatDate(validUntil)}
            {due && <DueText due={due} />}
          </p>
        </div>
        {'gross' in header && (
          <p className="text-lg font-semibold">
            <Money amount={textOrNull(header.gross)} currency={textOrNull(header.currency)} />
          </p>
        )}
      </div>
    </Card>
  )
}
