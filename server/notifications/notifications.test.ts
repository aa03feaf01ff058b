import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const today = '2026-03-10'
const order = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  type: 'orders',
  number,
  account: 'C-1',
  status: 'confirmed',
  issueDate: today,
  ...overrides,
})
const shipment = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  type: 'shipments',
  number,
  account: 'C-1',
  status: 'in_transit',
  issueDate: today,
  ...overrides,
})

let now = Date.parse('2026-03-10T09:00:00Z')
const advance = (minutes: number) => {
  now += minutes * 60_000
  portal.setTime(new Date(now).toISOString())
}

const listOf = async (token: string) => (await portal.get('/notifications', token)).body as Notification[]
const titles = async (token: string) =>
  (await listOf(token)).map(({ type, docnum, title }) => `${type}/${docnum}: ${title}`)
const messages = async (token: string) => (await listOf(token)).map(({ message }) => message)
/** Later, with an empty inbox: new notices join no earlier group. */
const clearInbox = async () => {
  await portal.call('PUT', '/notifications', { token: ann })
  await portal.call('DELETE', '/notifications', { token: ann })
  advance(9)
  ann = await portal.login('ann@a.example')
}

let ann: string
beforeAll(async () => {
  await portal.ingest(order('FIRST'), order('OTHER', { account: 'C-2' }))
  advance(1)
  ann = await portal.signIn('ann@a.example', 'C-1')
})

describe('a customer who opens the bell', () => {
  test('finds nothing of what was there before they came', async () => {
    expect(await listOf(ann)).toEqual([])
  })

  test('is told of a new order of today, with their own number, once however often it is sent', async () => {
    const sent = order('SO-1', { customerReference: 'PO-7' })
    await portal.ingest(sent)
    await portal.ingest(sent)
    expect(await listOf(ann)).toEqual([
      {
        id: expect.any(String),
        type: 'orders',
        docnum: 'SO-1',
        act: null,
        title: 'Order confirmed',
        message: 'Order SO-1 (PO-7) is confirmed.',
        pushDate: '2026-03-10T09:01:00Z',
        clicked: false,
        viewed: false,
      },
    ])
  })

  test('has seen it afterwards, but not clicked it; clicking is for this person alone', async () => {
    const colleague = await portal.signIn('ben@a.example', 'C-1')
    expect((await portal.call('PUT', '/notifications', { token: ann })).text).toBe('{}')
    const [notice] = await listOf(ann)
    expect(notice).toMatchObject({ viewed: true, clicked: false })
    expect((await portal.call('PUT', `/notifications/${notice?.id}`, { token: ann })).status).toBe(200)
    expect(await listOf(ann)).toMatchObject([{ viewed: true, clicked: true }])
    await portal.ingest(order('SO-2'))
    expect(await listOf(ann)).toMatchObject([
      { docnum: 'SO-2', viewed: false, clicked: false },
      { docnum: 'SO-1', viewed: true, clicked: true },
    ])
    expect(await titles(colleague)).toEqual(await titles(ann))
    expect((await listOf(colleague)).every(({ viewed, clicked }) => !viewed && !clicked)).toBe(true)
  })

  test('clears one, then all that they have seen, and finds everything again in the history', async () => {
    const [newest] = await listOf(ann)
    await portal.call('DELETE', `/notifications/${newest?.id}`, { token: ann })
    expect((await listOf(ann)).map(({ docnum }) => docnum)).toEqual(['SO-1'])
    await portal.ingest(order('SO-3'))
    await portal.call('DELETE', '/notifications', { token: ann })
    expect((await listOf(ann)).map(({ docnum }) => docnum)).toEqual(['SO-3'])
    const { body: first } = await portal.get('/notifications/history?limit=2', ann)
    const { rows, nextCursor } = first as { rows: Notification[]; nextCursor: string }
    expect(rows.map(({ docnum }) => docnum)).toEqual(['SO-3', 'SO-2'])
    expect((await portal.get(`/notifications/history?limit=2&cursor=${nextCursor}`, ann)).body).toMatchObject({
      rows: [{ docnum: 'SO-1' }],
      nextCursor: null,
    })
    expect((await portal.get('/notifications/history?unread=true&type=orders', ann)).body).toMatchObject({
      rows: [{ docnum: 'SO-3' }, { docnum: 'SO-2' }],
    })
    expect((await portal.get('/notifications/history?type=invoices', ann)).body).toMatchObject({ rows: [] })
    expect((await portal.get('/notifications/history?cursor=x', ann)).status).toBe(400)
  })

  test('is not told of what is not there', async () => {
    const id = '018f0000-0000-7000-8000-00000000ffff'
    expect((await portal.call('PUT', `/notifications/${id}`, { token: ann })).status).toBe(404)
    expect((await portal.call('DELETE', `/notifications/${id}`, { token: ann })).status).toBe(404)
  })
})

describe('what changed in a document', () => {
  test('is told once, the weightiest alone', async () => {
    await clearInbox()
    const before = { promisedDate: '2026-03-20', estimatedDate: '2026-03-20', currency: 'EUR' }
    await portal.ingest(order('SO-9', { ...before, issueDate: '2026-01-05', totals: { gross: '10.00' } }))
    expect(await titles(ann)).toEqual([])
    const late = order('SO-9', {
      ...before,
      issueDate: '2026-01-05',
      estimatedDate: '2026-03-25',
      note: 'x',
      totals: { gross: '11.00' },
    })
    await portal.ingest(late)
    expect(await messages(ann)).toEqual(['Order SO-9 is now expected on 25 Mar 2026 instead of 20 Mar 2026.'])
    await portal.ingest({ ...late, status: 'on_hold', details: {} })
    expect((await titles(ann))[0]).toBe('orders/SO-9: Order on hold')
  })

  test('is told of a shipment from leaving to arriving, and of the order that is complete by it', async () => {
    await clearInbox()
    const lines = [{ line: '1', sku: 'A', quantity: '1' }]
    const sent = { lines: [{ ...lines[0], line: '1', references: [{ type: 'orders', number: 'SO-10', line: '1' }] }] }
    await portal.ingest(order('SO-10', { lines, issueDate: '2026-01-05' }))
    await portal.ingest(shipment('S-1', { status: 'packed', ...sent } as Partial<IngestDocument>))
    for (const status of ['in_transit', 'customs', 'in_transit', 'out_for_delivery', 'delivered'])
      await portal.ingest(shipment('S-1', { status, ...sent } as Partial<IngestDocument>))
    expect((await titles(ann)).filter((title) => title.startsWith('shipments'))).toEqual([
      'shipments/S-1: Delivered',
      'shipments/S-1: Out for delivery',
      'shipments/S-1: Shipment held up',
      'shipments/S-1: Shipment on its way',
    ])
  })

  test('is not told when the message itself is old, nor of documents that are', async () => {
    await clearInbox()
    await portal.ingest(
      order('SO-1', { status: 'on_hold', modifiedAt: '2026-02-01T00:00:00Z' }),
      order('OLD', { issueDate: '2025-12-01' }),
    )
    expect(await titles(ann)).toEqual([])
  })
})

describe('a customer is never shouted at', () => {
  test('an import of 500 shipments is one notification, and so is what follows soon after', async () => {
    await clearInbox()
    await portal.ingest(...Array.from({ length: 500 }, (_, index) => shipment(`M-${index}`)), order('SO-20'))
    expect((await messages(ann)).toSorted()).toEqual(['500 shipments are on their way.', 'Order SO-20 is confirmed.'])
    await portal.call('PUT', '/notifications', { token: ann })
    advance(1)
    await portal.ingest(shipment('M-500'))
    expect(await messages(ann)).toEqual(['501 shipments are on their way.', 'Order SO-20 is confirmed.'])
    expect(await listOf(ann)).toMatchObject([
      { docnum: '', viewed: false },
      { docnum: 'SO-20', viewed: true },
    ])
  })

  test('sent one by one they become one as well, and later ones are told by themselves again', async () => {
    await clearInbox()
    for (let index = 0; index < 7; index++) await portal.ingest(shipment(`N-${index}`))
    expect(await messages(ann)).toEqual(['7 shipments are on their way.'])
    advance(6)
    await portal.ingest(shipment('N-7'))
    expect(await messages(ann)).toEqual(['Shipment N-7 is on its way.', '7 shipments are on their way.'])
  })
})

describe('what a role may not see', () => {
  test('is not told to it: packers hear of no invoice, and of no change of amounts alone', async () => {
    await clearInbox()
    const packer = await portal.signIn('packer@a.example', 'C-1', 'logistics')
    const priced = (gross: string) => order('SO-30', { currency: 'EUR', totals: { gross } })
    await portal.ingest(priced('77.31'), shipment('S-30'), {
      type: 'invoices',
      number: 'I-30',
      account: 'C-1',
      issueDate: today,
    })
    await portal.ingest(priced('78.31'))
    expect((await titles(packer)).toSorted()).toEqual([
      'orders/SO-30: Order confirmed',
      'shipments/S-30: Shipment on its way',
    ])
    expect((await titles(ann)).toSorted()).toEqual([
      'invoices/I-30: New invoice',
      'orders/SO-30: Order changed',
      'orders/SO-30: Order confirmed',
      'shipments/S-30: Shipment on its way',
    ])
    const { body, text } = await portal.get('/notifications/history', packer)
    expect((body as { rows: Notification[] }).rows).toHaveLength(2)
    expect(text).not.toMatch(/invoices|7[78]\.31/)
    const hidden = (await listOf(ann)).find(({ type }) => type === 'invoices')?.id
    expect((await portal.call('PUT', `/notifications/${hidden}`, { token: packer })).status).toBe(404)
  })
})
