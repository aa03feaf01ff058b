import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { createKey } from '#server/ingest/keys.ts'
import { testPortal } from '#server/testing/portal.ts'

/* What two people ask at the same moment, or one in two tabs, is done once: the second reads who asked, and when. */

const portal = await testPortal()
let ann: string
let bob: string
let apiKey: string

const lines = [
  { line: '1', sku: 'BK-1', quantity: '7', unit: 'EA', amount: '70.00' },
  { line: '2', sku: 'BK-2', quantity: '8', unit: 'EA', amount: '30.00' },
]
const document = (
  type: IngestDocument['type'],
  number: string,
  more: Partial<IngestDocument> = {},
): IngestDocument => ({
  ...{ type, number, account: 'C-1', lines, currency: 'EUR', issueDate: '2026-02-01' },
  ...more,
})
const invoice = (number: string): IngestDocument =>
  document('invoices', number, { dueDate: '2026-03-20', totals: { gross: '100.00', open: '100.00' } })

type Case = {
  about: IngestDocument | undefined
  path: string
  body: object
  /** The same said otherwise: other words, numbers written otherwise, lines in another order. */
  same: object
  /** What differs, and can be asked beside it. */
  other?: object
}
const cases: Readonly<Record<string, Case>> = {
  claim: {
    about: document('shipments', 'S-claim', { status: 'delivered' }),
    path: 'documents/shipments/S-claim/claim',
    body: { lines: [{ line: '1', kind: 'short', quantity: '2' }] },
    same: {
      lines: [
        { line: '2', kind: 'damaged', quantity: '1' },
        { line: '1', kind: 'short', quantity: '2.0' },
      ],
      note: 'Two are missing',
    },
    other: { lines: [{ line: '1', kind: 'damaged', quantity: '1' }] },
  },
  requestChange: {
    about: document('orders', 'O-change', { status: 'confirmed' }),
    path: 'documents/orders/O-change/requestChange',
    body: {
      lines: [
        { line: '1', quantity: '5' },
        { line: '2', quantity: '9' },
      ],
    },
    same: {
      lines: [
        { line: '2', quantity: '9.00' },
        { line: '1', quantity: '5' },
      ],
      note: 'As said on the phone',
    },
    other: { lines: [{ line: '1', quantity: '4' }] },
  },
  'requestChange in words': {
    about: document('orders', 'O-words', { status: 'confirmed' }),
    path: 'documents/orders/O-words/requestChange',
    body: { note: 'Please leave it with the porter' },
    same: { note: 'Please leave it with the porter ' },
    other: { note: 'Please call before you come' },
  },
  reorder: {
    about: document('orders', 'O-again', { status: 'completed' }),
    path: 'documents/orders/O-again/reorder',
    body: { lines: [{ line: '1', quantity: '7' }] },
    same: { lines: [{ line: '1', quantity: '7' }], note: 'As last time' },
    other: { lines: [{ line: '1', quantity: '3' }] },
  },
  instructDelivery: {
    about: document('shipments', 'S-failed', { status: 'delivery_failed', issueDate: '2026-03-09' }),
    path: 'documents/shipments/S-failed/instructDelivery',
    body: { instruction: 'redeliver', requestedDate: '2026-03-12' },
    same: { instruction: 'redeliver', requestedDate: '2026-03-12' },
  },
  trace: {
    about: document('shipments', 'S-trace', { status: 'in_transit' }),
    path: 'documents/shipments/S-trace/trace',
    body: {},
    same: { note: 'Where is it?' },
  },
  dispute: {
    about: invoice('I-dispute'),
    path: 'documents/invoices/I-dispute/dispute',
    body: { reason: 'PRI', wanted: 'CNA', note: 'Too much', lines: ['1'] },
    same: { reason: 'QTY', wanted: 'CNP', note: 'Not agreed', lines: ['1', '2'] },
    other: { reason: 'PRI', wanted: 'CNA', note: 'Too much', lines: ['2'] },
  },
  promisePayment: {
    about: invoice('I-promise'),
    path: 'documents/invoices/I-promise/promisePayment',
    body: { payOn: '2026-03-15' },
    same: { payOn: '2026-03-15', note: 'On Sunday' },
    other: { payOn: '2026-03-17' },
  },
  reportPayment: {
    about: invoice('I-paid'),
    path: 'documents/invoices/I-paid/reportPayment',
    body: { paidOn: '2026-03-09', amount: '40', reference: 'R 1' },
    same: { paidOn: '2026-03-09', amount: '40.00', method: 'Bank' },
    other: { paidOn: '2026-03-09', amount: '40', reference: 'R 2' },
  },
  adviseRemittance: {
    about: invoice('I-advised'),
    path: 'remittances',
    body: { paidOn: '2026-03-12', invoices: [{ number: 'I-advised', currency: 'EUR', amount: '20' }] },
    same: { paidOn: '2026-03-12', invoices: [{ number: 'I-advised', currency: 'EUR', amount: '20.00' }], note: 'Half' },
    other: { paidOn: '2026-03-13', invoices: [{ number: 'I-advised', currency: 'EUR', amount: '20' }] },
  },
  returnGoods: {
    about: document('shipments', 'S-return', { status: 'delivered' }),
    path: 'documents/shipments/S-return/returnGoods',
    body: { lines: [{ shipment: 'S-return', line: '1', quantity: '2', reason: 'damaged' }] },
    same: {
      lines: [{ shipment: 'S-return', line: '1', quantity: '2', reason: 'damaged', note: 'Bent' }],
      note: 'Bent',
    },
    other: { lines: [{ shipment: 'S-return', line: '1', quantity: '1', reason: 'damaged' }] },
  },
  enquire: {
    about: undefined,
    path: 'enquiries',
    body: { lines: [{ sku: 'BK-1', quantity: '10' }], wanted: 'order', customerReference: 'PO-7' },
    same: { lines: [{ sku: 'BK-1', quantity: '10.0' }], wanted: 'order', note: 'For the year' },
    other: { lines: [{ sku: 'BK-1', quantity: '10' }], wanted: 'order', customerReference: 'PO-8' },
  },
}

beforeAll(async () => {
  const about = Object.values(cases).flatMap((one) => one.about ?? [])
  expect((await portal.ingest(...about)).errors).toEqual([])
  ann = await portal.signIn('ann@c.example', 'C-1', 'admin')
  bob = await portal.signIn('bob@c.example', 'C-1', 'admin')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})

const post = (path: string, body: object, token: string) =>
  portal.call('POST', `/${path}`, { token, body: { key: randomUUID(), ...body } })
const waiting = async () =>
  ((await portal.get('/requests?waiting=true&limit=100', ann)).body as { requests: CustomerRequest[] }).requests

describe.each(Object.entries(cases))('%s', (_kind, { path, body, same, other }) => {
  test('by two colleagues at once is one act, and a refusal that names who asked and when', async () => {
    const before = (await waiting()).length
    const replies = await Promise.all([post(path, body, ann), post(path, body, bob)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await waiting()).toHaveLength(before + 1)
    const refused = replies.find(({ status }) => status === 409)
    const made = replies.find(({ status }) => status === 200)
    expect(refused?.body.message).toContain(String(made?.body.madeBy))
    expect(refused?.body.message).toContain('10 March 2026')
  })

  test('from a second tab, in other words, is refused as long as it waits', async () => {
    const before = (await waiting()).length
    expect((await post(path, same, ann)).status).toBe(409)
    expect(await waiting()).toHaveLength(before)
  })

  test.runIf(other)('of something else beside it is taken', async () => {
    expect(await post(path, other ?? {}, bob)).toMatchObject({ status: 200 })
  })

  test('is taken once more when the supplier has declined it', async () => {
    for (const { id } of await waiting())
      await portal.call('POST', `/ingest/requests/${id}/answer`, {
        token: apiKey,
        body: { state: 'declined', text: 'Not now' },
      })
    expect(await post(path, body, bob)).toMatchObject({ status: 200 })
  })
})
