import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#web/ui/text.ts'
import { requestsQuery } from '../queries.ts'
import { ApprovalList } from './ApprovalList.tsx'
import { standingOf } from './standing-approvals.ts'

/** What colleagues who were asked say of a quote that is about to be accepted; nothing when nobody was. */
export function StandingApprovals({ number }: { number: string }): ReactNode {
  const { data } = useQuery(requestsQuery('quotes', number))
  const approvals = standingOf(data?.requests ?? [])
  if (approvals.length === 0) return null
  return (
    <section>
      <h3 className="text-sm font-medium">{t('approval.list')}</h3>
      <ApprovalList approvals={approvals} />
    </section>
  )
}
