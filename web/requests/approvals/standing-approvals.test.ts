import { expect, test } from 'vitest'
import type { Approval } from '#contract/requests/approvals.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { standingOf } from './standing-approvals.ts'

const approval = (id: string, decision: Approval['decision'], name = 'Kim Roe'): Approval => ({
  ...{ id, name, decision, own: false, reason: null, decidedAt: null },
})
const requestIn = (state: CustomerRequest['state'], approvals: Approval[]): CustomerRequest => ({
  ...{ id: 'r', kind: 'askApproval', type: 'quotes', number: 'Q-1', content: {}, shown: null, approvals, files: [] },
  ...{ state, stateSince: '2026-03-01T08:00:00Z', stateBy: null, madeAt: '2026-03-01T08:00:00Z', correctedAt: null },
  ...{ madeBy: 'Ann', own: true, answer: null, answeredBy: null, answeredAt: null },
})

test('the refusal of a colleague stands beside the approval of another with the same name', () => {
  const requests = [requestIn('declined', [approval('1', 'declined'), approval('2', 'approved')])]
  expect(standingOf(requests).map(({ id, decision }) => [id, decision])).toEqual([
    ['1', 'declined'],
    ['2', 'approved'],
  ])
})

test('of each colleague the last word counts, and none about an earlier quote', () => {
  const requests = [
    requestIn('closed', [approval('3', 'declined', 'Bo')]),
    requestIn('declined', [approval('1', 'declined')]),
    requestIn('accepted', [approval('1', 'approved')]),
  ]
  expect(standingOf(requests).map(({ id, decision }) => [id, decision])).toEqual([['1', 'approved']])
})
