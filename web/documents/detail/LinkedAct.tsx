import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { mayRequest, type RuledRequestKind, requestRules } from '#contract/requests/rules.ts'
import { usePermissions } from '#web/api/viewer.ts'
import { waitingForViewer } from '#web/requests/approvals/standing-approvals.ts'
import { useSearch } from '#web/routing/hooks.ts'
import { formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { useOfferedRequests } from './offered-requests.ts'

const takenBackStates: readonly string[] = ['declined', 'withdrawn']

/**
 * Says why a link to the form of a request, as in a mail, opens no form: somebody has made the request, or the document has
 * changed. People who may not make it just see the document.
 */
export function LinkedAct({ detail }: { detail: DocumentDetail }): ReactNode {
  const { act } = useSearch('/$type/$number')
  const offered = useOfferedRequests(detail)
  const permissions = usePermissions()
  const kind = act !== undefined && Object.hasOwn(requestRules, act) ? (act as RuledRequestKind) : undefined
  if (act === 'approval' && offered && !waitingForViewer(offered.requests))
    return <LinkNotice>{t('act.link.over', { act: t('request.do.approval') })}</LinkNotice>
  if (!kind || !offered || !permissions || !mayRequest(kind, new Set(permissions))) return null
  if ([...offered.main, ...offered.others].includes(kind)) return null
  const made = offered.requests.findLast((request) => request.kind === kind && !takenBackStates.includes(request.state))
  const name = t(`request.do.${kind}`)
  return (
    <LinkNotice>
      {made
        ? t('act.link.done', { act: name, who: made.madeBy, date: formatDate(made.madeAt) })
        : t('act.link.over', { act: name })}
    </LinkNotice>
  )
}

function LinkNotice({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 rounded-control border border-border bg-raised px-3 py-2" role="status">
      <Info aria-hidden size={16} className="shrink-0 text-muted" />
      <span>{children}</span>
    </p>
  )
}
