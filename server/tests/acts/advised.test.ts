import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'

/* An overdue invoice that a remittance advice pays waits for nobody of the account, as one of which payment was reported. */

const portal = await testPortal('2026-03-10T09:00:00Z')
let finance: string
let apiKey: string

const invoice = (number: string, open = '100.00'): IngestDocument => ({
  ...{ type: 'invoices', number, account: 'C-1', currency: 'EUR', issueDate: '2026-02-01', dueDate: '2026-03-01' },
  ...{ totals: { gross: '100.00', open } },
})

beforeAll(async () => {
  await portal.ingest(...['I-1', 'I-2', 'I-3', 'I-4', 'I-5'].map((number) => invoice(number)))
  finance = await portal.signIn('fin@c.example', 'C-1', 'finance')
  apiKey = await makeErpKey(portal)
})

const waiting = async () => {
  const { needsAction } = (await portal.get('/dashboard', finance)).body as Dashboard
  const { body } = await portal.get('/documents/invoices?needsAction=true', finance)
  const numbers = (body as { rows: { number: string }[] }).rows.map(({ number }) => number).toSorted()
  expect(needsAction.find(({ type }) => type === 'invoices')?.count).toBe(numbers.length)
  return numbers
}
const advise = async (...invoices: { number: string; amount: string; discount?: string }[]) => {
  const body = {
    ...{ key: randomUUID(), paidOn: '2026-03-11' },
    invoices: invoices.map((part) => ({ currency: 'EUR', ...part })),
  }
  const advised = await portal.call('POST', '/remittances', { token: finance, body })
  expect(advised).toMatchObject({ status: 200 })
  return String(advised.body.id)
}
const answer = (id: string, state: string) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body: { state, text: 'Seen' } })

test('what an advice pays whole leaves the list, with the day; what it pays in part stays', async () => {
  expect(await waiting()).toEqual(['I-1', 'I-2', 'I-3', 'I-4', 'I-5'])
  await advise({ number: 'I-1', amount: '100.00' }, { number: 'I-2', amount: '60.00' })
  expect(await waiting()).toEqual(['I-2', 'I-3', 'I-4', 'I-5'])
  const { body } = await portal.get('/documents/invoices/I-1', finance)
  expect(body).toMatchObject({
    act: { kind: 'adviseRemittance', at: expect.stringMatching('^2026-03-10T09:00:00'), until: null },
  })
  // The supplier has booked another sum than was advised: the invoice waits with what is left.
  await portal.ingest(invoice('I-1', '40.00'))
  expect(await waiting()).toContain('I-1')
  await portal.ingest(invoice('I-1', '0.00'))
})

test('what is disputed need not be paid by it', async () => {
  const body = { key: randomUUID(), reason: 'PRI', wanted: 'CNA', note: 'Not agreed', amount: '20.00' }
  await portal.call('POST', '/documents/invoices/I-3/dispute', { token: finance, body })
  await advise({ number: 'I-3', amount: '80.00' })
  expect(await waiting()).toEqual(['I-2', 'I-4', 'I-5'])
})

test('it waits again while the supplier asks back and when the advice is declined, and for nobody once it is answered', async () => {
  const both = await advise({ number: 'I-4', amount: '100.00' }, { number: 'I-5', amount: '100.00' })
  expect(await waiting()).toEqual(['I-2'])
  await answer(both, 'asked')
  expect(await waiting()).toEqual(['I-2', 'I-4', 'I-5'])
  await answer(both, 'declined')
  expect(await waiting()).toEqual(['I-2', 'I-4', 'I-5'])
  const one = await advise({ number: 'I-4', amount: '100.00' })
  await answer(one, 'answered')
  expect(await waiting()).toEqual(['I-2', 'I-5'])
})

test('it goes on to wait for nobody when the advice, or a report of payment, is closed, unless that was declined before', async () => {
  await portal.ingest(...['I-6', 'I-7', 'I-8'].map((number) => invoice(number)))
  const report = async (number: string) => {
    const body = { key: randomUUID(), paidOn: '2026-03-09', amount: '100.00' }
    const made = await portal.call('POST', `/documents/invoices/${number}/reportPayment`, { token: finance, body })
    expect(made.status, made.text).toBe(200)
    return String(made.body.id)
  }
  expect(await waiting()).toEqual(['I-2', 'I-5', 'I-6', 'I-7', 'I-8'])
  const advice = await advise({ number: 'I-6', amount: '100.00' })
  await answer(advice, 'answered')
  expect((await portal.call('POST', `/requests/${advice}/close`, { token: finance })).status).toBe(200)
  expect(await waiting()).toEqual(['I-2', 'I-5', 'I-7', 'I-8'])
  await answer(await report('I-7'), 'closed')
  expect(await waiting()).toEqual(['I-2', 'I-5', 'I-8'])
  const declined = await report('I-8')
  expect(await waiting()).toEqual(['I-2', 'I-5'])
  await answer(declined, 'declined')
  expect((await answer(declined, 'closed')).status).toBe(200)
  expect(await waiting()).toEqual(['I-2', 'I-5', 'I-8'])
})
