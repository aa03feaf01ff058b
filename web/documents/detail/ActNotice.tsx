import { CircleCheck, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { formatDate } from '#web/ui/format.ts'
import { label, t } from '#web/ui/text.ts'

/** Kinds that only tell the supplier something: nothing is waited for. */
const withoutAnswer: readonly string[] = ['notePromise', 'confirmReceipt']

/** What the account has done about what the document waits for, and that it waits for the supplier now. */
export function ActNotice({ act }: { act: DocumentDetail['act'] }): ReactNode {
  if (!act?.kind) return null
  const isDone = withoutAnswer.includes(act.kind)
  const Icon = isDone ? CircleCheck : Hourglass
  const did = label(`act.did.${act.kind}`)
  return (
    <p className="flex items-center gap-2 rounded-control border border-info-border bg-info-bg px-3 py-2 text-info">
      <Icon aria-hidden size={16} className="shrink-0" />
      <span>
        {act.until === null
          ? t(isDone ? 'act.done' : 'act.waiting', { did, date: formatDate(act.at) })
          : t('act.until', { did, date: formatDate(act.until) })}
      </span>
    </p>
  )
}
