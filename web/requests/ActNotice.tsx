import { CircleCheck, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { formatDate } from '../ui/format.ts'
import { label, t } from '../ui/text.ts'

/** Kinds that only tell the supplier something: nothing is waited for. */
const telling: readonly string[] = ['notePromise', 'confirmReceipt']

/** What the account has done about what the document waits for, and that it waits for the supplier now. */
export function ActNotice({ act }: { act: DocumentDetail['act'] }): ReactNode {
  if (!act?.kind) return null
  const isTold = telling.includes(act.kind)
  const Icon = isTold ? CircleCheck : Hourglass
  return (
    <p className="flex items-center gap-2 rounded-control border border-info-border bg-info-bg px-3 py-2 text-info">
      <Icon aria-hidden size={16} className="shrink-0" />
      <span>
        {t(isTold ? 'act.done' : 'act.waiting', { did: label(`act.did.${act.kind}`), date: formatDate(act.at) })}
      </span>
    </p>
  )
}
