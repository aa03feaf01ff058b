import { type Approval, standingApprovals } from '#contract/requests/approvals.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { colleagueKind } from '#contract/requests/rules.ts'

const isStanding = ({ kind, state }: CustomerRequest) =>
  kind === colleagueKind && (standingApprovals as readonly string[]).includes(state)

/** What colleagues said of a quote as it is: of each the last. */
export function standingOf(requests: readonly CustomerRequest[]): Approval[] {
  const approvals = requests.filter(isStanding).flatMap((request) => request.approvals)
  return [...new Map(approvals.map((approval) => [approval.id, approval])).values()]
}

/** The request by which somebody asks the viewer to approve, which waits for their answer. */
export function waitingForViewer(requests: readonly CustomerRequest[]): CustomerRequest | undefined {
  return requests.find(
    ({ kind, state, approvals }) =>
      kind === colleagueKind &&
      state === 'colleagues' &&
      approvals.some(({ own, decision }) => own && decision === null),
  )
}
