import { expect, test } from 'vitest'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { threadOf } from './thread.ts'

const request = (id: string, madeAt: string, state: CustomerRequest['state'] = 'answered'): CustomerRequest => ({
  ...{
    id,
    kind: 'ask',
    type: 'orders',
    number: 'O-1',
    content: {},
    shown: null,
    approvals: [],
    files: [],
    state,
    stateSince: madeAt,
    stateBy: null,
  },
  ...{ madeAt, correctedAt: null, madeBy: 'Ann', own: true, answer: null, answeredBy: null, answeredAt: null },
})
const message = (id: string, about: string, at: string): ConversationMessage => ({
  ...{ id, request: about, at, side: 'supplier', by: null, own: false, text: 'Yes', outcome: 'answered', files: [] },
  ...{ correctedAt: null, unread: false },
})
const idsOf = (thread: Parameters<typeof threadOf>[0]) =>
  threadOf(thread).map((entry) => (entry.kind === 'request' ? entry.request.id : entry.message.id))

test('questions and answers stand in the order in which they came', () => {
  const requests = [request('a', '2026-03-01T08:00:00Z'), request('b', '2026-03-03T08:00:00Z')]
  const messages = [message('1', 'a', '2026-03-02T08:00:00Z'), message('2', 'b', '2026-03-04T08:00:00Z')]
  expect(idsOf({ requests, messages, hasEarlier: false })).toEqual(['a', '1', 'b', '2'])
})

test('an answer names its question only where another stands between', () => {
  const requests = [request('a', '2026-03-01T08:00:00Z'), request('b', '2026-03-02T08:00:00Z')]
  const messages = [message('1', 'a', '2026-03-03T08:00:00Z'), message('2', 'a', '2026-03-04T08:00:00Z')]
  const named = threadOf({ requests, messages, hasEarlier: false }).map((entry) =>
    entry.kind === 'message' ? (entry.about?.id ?? null) : undefined,
  )
  expect(named).toEqual([undefined, undefined, 'a', null])
})

test('while earlier messages are not shown, of the older requests only those that wait are', () => {
  const requests = [request('old', '2026-01-01T08:00:00Z'), request('waits', '2026-01-02T08:00:00Z', 'taken')]
  const messages = [message('1', 'old', '2026-03-02T08:00:00Z')]
  expect(idsOf({ requests, messages, hasEarlier: true })).toEqual(['waits', '1'])
  expect(idsOf({ requests, messages, hasEarlier: false })).toEqual(['old', 'waits', '1'])
})
