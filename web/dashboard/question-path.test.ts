import { expect, test } from 'vitest'
import { questionPath } from './question-path.ts'

const question = { id: 'm1', askedBy: null, askedAt: '2026-03-01T10:00:00Z', words: null, isDocument: false }

test('“Answer” leads to the question: on its document, about an enquiry or a remittance advice, or about nothing', () => {
  expect(questionPath({ ...question, type: 'orders', number: 'SO-1', isDocument: true })).toEqual({
    ...{ to: '/$type/$number', params: { type: 'orders', number: 'SO-1' } },
    hash: 'message-m1',
  })
  const conversations = { to: '/profile/requests', search: { conversations: 'true' } }
  expect(questionPath({ ...question, type: 'quotes', number: 'ENQ-1' })).toEqual({
    ...conversations,
    hash: 'message-m1/ENQ-1',
  })
  expect(questionPath({ ...question, type: 'invoices', number: 'RA-1' }).hash).toBe('message-m1/RA-1')
  expect(questionPath({ ...question, type: 'account', number: null }).hash).toBe('message-m1')
})
