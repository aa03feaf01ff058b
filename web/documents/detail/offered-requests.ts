import { useQuery } from '@tanstack/react-query'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { definitions } from '#contract/documents/types.ts'
import { isPromiseMoved, occupyingKinds, withoutPartialReceipts } from '#contract/requests/acts.ts'
import { offeredRequests } from '#contract/requests/main-requests.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { availableRequests, type DocumentRequestKind } from '#contract/requests/rules.ts'
import { usePermissions } from '#web/api/viewer.ts'
import { requestsQuery } from '#web/requests/queries.ts'
import { useToday } from '#web/ui/portal.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'

type Offered = {
  /** What the state of the document calls for, the main one first. */
  main: readonly DocumentRequestKind[]
  others: readonly DocumentRequestKind[]
  /** The requests that were made about it. */
  requests: readonly CustomerRequest[]
}

/** The requests about a document that the person may make now; undefined while that is not known. */
export function useOfferedRequests(detail: DocumentDetail): Offered | undefined {
  const { type, number, status, header } = detail
  const { data } = useQuery(requestsQuery(type, number))
  const grantedPermissions = usePermissions()
  const today = useToday()
  if (!grantedPermissions || !data) return undefined
  const permissions = new Set(grantedPermissions)
  const acted = detail.act !== null
  const promiseMoved = !acted && isPromiseMoved(type, textOrNull(header.promisedDate), textOrNull(header.estimatedDate))
  const statuses: readonly string[] = definitions[type].needsAction.statuses
  const items = detail.lines.filter(({ kind }) => kind === 'item').map(({ line }) => line)
  const requests = withoutPartialReceipts(items, data.requests)
  const occupying = occupyingKinds(requests, !acted && (promiseMoved || statuses.includes(status)))
  const delivered = detail.lines.some(({ stages }) => /[1-9]/.test(stages?.delivered ?? '0'))
  const kinds = availableRequests(type, status, permissions, occupying, { promiseMoved, delivered })
  const made = requests.filter(({ state }) => state !== 'withdrawn').map(({ kind }) => kind)
  const arrivalDate = textOrNull(header.estimatedDate) ?? textOrNull(header.promisedDate)
  const facts = { status, arrivalDate, today, promiseMoved, acted }
  return { ...offeredRequests(type, facts, kinds, made), requests: data.requests }
}
