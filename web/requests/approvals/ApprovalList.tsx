import type { ReactNode } from 'react'
import type { Approval } from '#contract/requests/approvals.ts'
import { formatDate, formatDateExactly } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { t } from '#web/ui/text.ts'

type ApprovalListProps = {
  approvals: readonly (Pick<Approval, 'name' | 'decision' | 'decidedAt'> & Partial<Pick<Approval, 'id' | 'reason'>>)[]
}

const tones = { approved: 'good', declined: 'bad' } as const

/** Who was asked to approve of a quote, and what each said. */
export function ApprovalList({ approvals }: ApprovalListProps): ReactNode {
  return (
    <ul aria-label={t('approval.list')} className="mt-1 flex flex-col gap-1">
      {approvals.map(({ id, name, decision, decidedAt, reason }) => (
        <li key={id ?? name} className="text-sm">
          <span className="flex flex-wrap items-center gap-x-2">
            <bdi className="font-medium">{name}</bdi>
            <StatusChip tone={decision === null ? 'neutral' : tones[decision]}>
              {t(decision === null ? 'approval.waits' : `approval.${decision}`)}
            </StatusChip>
            {decidedAt !== null && (
              <time dateTime={decidedAt} title={formatDateExactly(decidedAt)} className="text-muted">
                {formatDate(decidedAt)}
              </time>
            )}
          </span>
          {reason && (
            <p dir="auto" data-written className="wrap-anywhere whitespace-pre-line">
              {reason}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
