import { expect, test } from 'vitest'
import { answerOf } from '#contract/answers/rules.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { answerFacts } from './answer-facts.ts'

const today = '2026-03-10'
/** A document with what its answer is made of: none of its other fields is read, so that they are left out. */
const detailOf = (type: DocumentDetail['type'], status: string, header: object, payments: object[] = []) =>
  ({ type, status, header, payments, act: null, lines: [], events: [] }) as unknown as DocumentDetail
/** What the page says first of a document, and the day that it names. */
const answer = (detail: DocumentDetail) => {
  const facts = answerFacts(detail, today)
  return [answerOf(detail.type, facts)?.name, facts.date]
}

test.each([
  ['estimated', { estimatedDate: '2026-03-20' }],
  ['promised', { promisedDate: '2026-03-08' }],
])('a shipment that was delivered on an unknown day does not name the %s day as that of its delivery', (_, dates) => {
  expect(answer(detailOf('shipments', 'delivered', dates))).toEqual(['deliveredUndated', null])
})

test('a delivered shipment names the day of its delivery, whatever was expected', () => {
  const dates = { promisedDate: '2026-03-04', estimatedDate: '2026-03-20', deliveredDate: '2026-03-05' }
  expect(answer(detailOf('shipments', 'delivered', dates))).toEqual(['delivered', '2026-03-05'])
})

test('a shipment under way names the day on which it is expected', () => {
  const dates = { promisedDate: '2026-03-12', estimatedDate: '2026-03-20' }
  expect(answer(detailOf('shipments', 'in_transit', dates))).toEqual(['coming', '2026-03-20'])
})

test('a paid invoice names the day of its last payment, not the day on which it was due', () => {
  const header = { dueDate: '2026-03-31' }
  const payments = [{ date: '2026-03-02' }, { date: '2026-03-05' }, { date: null }]
  expect(answer(detailOf('invoices', 'paid', header, payments))).toEqual(['paid', '2026-03-05'])
  expect(answer(detailOf('invoices', 'paid', header))).toEqual(['paidUndated', null])
})
