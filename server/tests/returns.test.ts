import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import type { Return, ReturnableLine } from '#contract/requests/return-endpoints.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
const order = (number: string, quantity = '10'): IngestDocument => ({
  ...{ type: 'orders', number, account: 'C-1', status: 'in_progress', issueDate: '2026-02-01' },
  lines: [
    { line: '1', sku: 'BK-1', name: 'Saddle', quantity, unit: 'EA' },
    { line: '2', sku: 'BK-2', name: 'Pedal', quantity, unit: 'EA' },
  ],
})
const of = (number: string, line: string) => ({ references: [{ type: 'orders' as const, number, line }] })
const shipment = (number: string, from: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'shipments', number, account: 'C-1', status: 'delivered', issueDate: '2026-03-01', salesperson },
  shipment: { deliveredAt: '2026-03-04T09:00:00Z' },
  lines: [
    { line: '10', sku: 'BK-1', name: 'Saddle', quantity: '6', unit: 'EA', ...of(from, '1') },
    { line: '20', sku: 'BK-2', name: 'Pedal', quantity: '10', unit: 'EA', ...of(from, '2') },
  ],
  ...overrides,
})
let admin: string
let logistics: string
let apiKey: string
beforeAll(async () => {
  const { errors } = await portal.ingest(
    ...['O-1', 'O-2', 'O-3', 'O-4', 'O-5', 'O-6'].map((number) => order(number)),
    ...[1, 2, 3, 4, 5, 6].map((n) => shipment(`S-${n}`, `O-${n}`)),
    shipment('S-way', 'O-1', { status: 'in_transit' }),
    { ...shipment('X-1', 'O-1'), account: 'C-2' },
  )
  expect(errors).toEqual([])
  admin = await portal.signIn('ann@c.example', 'C-1', 'admin')
  logistics = await portal.signIn('log@c.example', 'C-1', 'logistics')
  const keyDeps = { clock: () => new Date('2026-03-10T09:00:00Z'), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
  await portal.mails()
})

type Line = { shipment: string; line: string; quantity: string; reason: string; note?: string }
const line = (from: string, number: string, quantity: string, more: object = {}): Line => ({
  ...{ shipment: from, line: number, quantity, reason: 'damaged' },
  ...more,
})
const ask = (lines: readonly Line[], more: object = {}, token = admin) =>
  portal.call('POST', `/documents/shipments/${lines[0]?.shipment}/returnGoods`, {
    token,
    body: { key: randomUUID(), lines, ...more },
  })
const numberOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.content as { returnNumber: string }).returnNumber
const shown = async (number: string, token = admin) => (await portal.get(`/returns/${number}`, token)).body as Return
const advance = (id: unknown, body: object) =>
  portal.call('POST', `/ingest/requests/${id}/return`, { token: apiKey, body })
type Returnable = { lines: ReturnableLine[]; others: { number: string }[] }
const returnable = async (body: object, token = admin) =>
  (await portal.call<Returnable>('POST', '/returns/returnable', { token, body })).body
const leftOf = async (number: string) =>
  Object.fromEntries((await returnable({ shipments: [number] })).lines.map((one) => [one.line, one.left]))
const requestsOf = async (type: string, number: string, token = admin) =>
  ((await portal.get(`/documents/${type}/${number}/requests`, token)).body as { requests: CustomerRequest[] }).requests
const bell = async (token: string) =>
  ((await portal.get('/notifications', token)).body as Notification[]).map(({ message }) => message)

test('a return over two shipments of two orders goes from asking to the credit note, and its quantities balance', async () => {
  const { lines, others } = await returnable({ order: 'O-1' })
  expect(
    lines.map(({ shipment: from, line: number, order: ordered, orderLine, left }) => [
      from,
      number,
      ordered,
      orderLine,
      left,
    ]),
  ).toEqual([
    ['S-1', '10', 'O-1', '1', '6'],
    ['S-1', '20', 'O-1', '2', '10'],
  ])
  expect(others.map(({ number }) => number)).toContain('S-2')
  expect(others.map(({ number }) => number)).not.toContain('S-way')

  const asked = await ask(
    [line('S-1', '10', '2', { note: 'Torn' }), line('S-1', '20', '4', { reason: 'over' }), line('S-2', '10', '1')],
    { collectAt: 'Dock 4\nGent' },
  )
  expect(asked.status).toBe(200)
  const number = numberOf(asked)
  expect(number).toMatch(/^RET-[0-9A-Z]{8}$/)
  const [mail, ...more] = await portal.mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: { address: salesperson.email },
    subject: 'C-1: asks to return goods of shipment S-1',
  })
  expect(mail?.text).toContain('2 · BK-1 · Saddle · Shipment S-1, line 10 · order O-1 · Damaged · Torn')
  expect(await leftOf('S-1')).toEqual({ 10: '4', 20: '6' })
  expect(await shown(number)).toMatchObject({ step: 'asked', supplierNumber: null, collectAt: 'Dock 4\nGent' })
  expect((await portal.get(`/returns/${number}/pdf`, admin)).status).toBe(409)

  // The supplier agrees to less, with a number of its own; what it says again changes nothing.
  const agreed = {
    ...{ step: 'approved', returnNumber: 'RMA-7', sendTo: 'Returns\nKiel', text: 'Please send them.', by: 'Sol' },
    lines: [{ shipment: 'S-1', line: '20', approved: '3' }],
  }
  for (let times = 0; times < 2; times++) expect((await advance(asked.body.id, agreed)).status).toBe(200)
  expect((await portal.mails()).map(({ subject }) => subject)).toEqual(['Agreed: your return of goods of shipment S-1'])
  expect(await leftOf('S-1')).toEqual({ 10: '4', 20: '7' })
  const paper = await portal.get('/returns/RMA-7/pdf?language=de', admin)
  expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-'])

  // The return shipment and the credit note name it, by either number.
  const back = [
    { line: '1', sku: 'BK-1', quantity: '-2', unit: 'EA', ...of('O-1', '1') },
    { line: '2', sku: 'BK-2', quantity: '-3', unit: 'EA', ...of('O-1', '2') },
    { line: '3', sku: 'BK-1', quantity: '-1', unit: 'EA', ...of('O-2', '1') },
  ]
  const returning = { type: 'shipments', number: 'R-1', account: 'C-1', issueDate: '2026-03-10', lines: back } as const
  await portal.ingest({ ...returning, status: 'in_transit', details: { returnNumber: 'RMA-7' } })
  expect(await shown(number)).toMatchObject({ step: 'shipped' })
  await portal.ingest({ ...returning, status: 'delivered', details: { returnNumber: 'RMA-7' } })
  expect((await shown(number)).lines.map(({ received, credited }) => [received, credited])).toEqual([
    ['2', '0'],
    ['3', '0'],
    ['1', '0'],
  ])
  await portal.ingest({
    ...{
      type: 'invoices',
      number: 'CN-1',
      account: 'C-1',
      invoiceKind: '381',
      issueDate: '2026-03-10',
      currency: 'EUR',
    },
    ...{ totals: { gross: '60.00' }, details: { returnNumber: number } },
    lines: back.map((one) => ({ ...one, quantity: one.quantity.slice(1), amount: '20.00' })),
  })
  const done = await shown('RMA-7')
  expect(done).toMatchObject({ number, supplierNumber: 'RMA-7', step: 'credited', sendTo: 'Returns\nKiel' })
  expect(
    done.lines.map(({ quantity, approved, received, credited }) => [quantity, approved, received, credited]),
  ).toEqual([
    ['2', '2', '2', '2'],
    ['4', '3', '3', '3'],
    ['1', '1', '1', '1'],
  ])
  expect(done.documents.map((one) => `${one.type}/${one.number}`)).toEqual(['shipments/R-1', 'invoices/CN-1'])
  expect(done.steps.map(({ step }) => step)).toEqual(['asked', 'approved', 'shipped', 'received', 'credited'])

  // The order tells the same of its lines, and nothing more of them can go back than came.
  const { lines: ordered } = (await portal.get('/documents/orders/O-1', admin)).body as {
    lines: { stages: { delivered: string; returned: string } }[]
  }
  expect(ordered.map(({ stages }) => [stages.delivered, stages.returned])).toEqual([
    ['6', '2'],
    ['10', '3'],
  ])
  expect(await leftOf('S-1')).toEqual({ 10: '4', 20: '7' })

  // Each step was told once, the credit to those who see amounts; and each document leads to the return.
  const told = await bell(admin)
  expect(told.filter((text) => text.includes('RMA-7')).toSorted()).toEqual([
    'Return RMA-7 is on its way to your supplier.',
    'Return RMA-7 was credited.',
    'Your supplier has received return RMA-7.',
  ])
  expect((await bell(logistics)).some((text) => text.includes('credited'))).toBe(false)
  for (const [type, document] of [
    ['shipments', 'S-1'],
    ['shipments', 'S-2'],
    ['shipments', 'R-1'],
    ['orders', 'O-1'],
    ['orders', 'O-2'],
    ['invoices', 'CN-1'],
  ] as const)
    expect(await requestsOf(type, document), document).toContainEqual(expect.objectContaining({ id: asked.body.id }))
})

describe('everything once', () => {
  test('a return that is sent twice at once is one return and one mail', async () => {
    await portal.mails()
    const body = { key: randomUUID(), lines: [line('S-3', '10', '1')] }
    const post = (content: object) =>
      portal.call('POST', '/documents/shipments/S-3/returnGoods', { token: admin, body: content })
    const both = await Promise.all([post(body), post(body)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(numberOf(both[0] as { body: Record<string, unknown> })).toBe(
      numberOf(both[1] as { body: Record<string, unknown> }),
    )
    expect(await portal.mails()).toHaveLength(1)
    expect((await post({ ...body, note: 'Other words' })).status).toBe(409)
  })

  test('of two colleagues who return the same goods otherwise one is told how much is left', async () => {
    const both = await Promise.all([
      ask([line('S-4', '10', '4')], {}, admin),
      ask([line('S-4', '10', '4')], { collectAt: 'Dock 2' }, logistics),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.message).toContain('Only 2 of line')
    expect(await leftOf('S-4')).toMatchObject({ 10: '2' })
  })

  test('what was declined or taken back can be asked for again', async () => {
    const first = await ask([line('S-5', '10', '6')])
    expect((await ask([line('S-5', '10', '1')])).status).toBe(409)
    await portal.call('DELETE', `/requests/${first.body.id}`, { token: admin })
    const second = await ask([line('S-5', '10', '6')])
    await portal.call('POST', `/ingest/requests/${second.body.id}/answer`, {
      token: apiKey,
      body: { state: 'declined' },
    })
    expect((await advance(second.body.id, { step: 'approved' })).status).toBe(409)
    expect((await portal.get(`/returns/${numberOf(second)}/pdf`, admin)).status).toBe(409)
    expect((await ask([line('S-5', '10', '6')])).status).toBe(200)
  })
})

describe('no more goes back than came', () => {
  test.each([
    ['more than was delivered', [line('S-6', '10', '6.5')], 409],
    ['the same line twice', [line('S-6', '10', '1'), line('S-6', '10', '1')], 400],
    ['a line that is not there', [line('S-6', '99', '1')], 400],
    ['goods that are on their way', [line('S-way', '10', '1')], 400],
    ['another customer’s goods', [line('S-6', '10', '1'), line('X-1', '10', '1')], 400],
    ['nothing', [line('S-6', '10', '0')], 400],
    ['another customer’s shipment', [line('X-1', '10', '1')], 404],
  ])('%s: refused', async (_, lines, status) => {
    expect((await ask(lines)).status).toBe(status)
  })

  test('what was credited without a return cannot go back', async () => {
    await portal.ingest({
      ...{ type: 'invoices', number: 'CN-6', account: 'C-1', invoiceKind: '381', currency: 'EUR' },
      lines: [{ line: '1', sku: 'BK-1', quantity: '4', amount: '20.00', ...of('O-6', '1') }],
    })
    expect(await leftOf('S-6')).toEqual({ 10: '2', 20: '10' })
    expect((await ask([line('S-6', '10', '3')])).body.message).toContain('Only 2 of line')
  })

  test('of goods that came in part, what the receipt counted can go back, and the order balances', async () => {
    await portal.ingest(order('O-7'), shipment('S-7', 'O-7', { status: 'partially_delivered', shipment: {} }))
    expect(await leftOf('S-7')).toEqual({ 10: '0', 20: '0' })
    expect((await ask([line('S-7', '10', '1')])).status).toBe(409)
    const receipt = (lines: object[], complete = false) =>
      portal.call('POST', '/documents/shipments/S-7/confirmReceipt', {
        token: admin,
        body: {
          key: randomUUID(),
          receivedOn: '2026-03-09',
          receivedBy: 'Ann',
          complete,
          ...(complete ? {} : { lines }),
        },
      })
    expect((await receipt([{ line: '10', received: '4' }])).status).toBe(200)
    expect(await leftOf('S-7')).toEqual({ 10: '4', 20: '0' })
    expect((await ask([line('S-7', '10', '3')])).status).toBe(200)
    expect((await ask([line('S-7', '10', '2')])).body.message).toContain('Only 1 of line')
    expect((await returnable({ order: 'O-7' })).lines.map(({ left }) => left)).toEqual(['1', '0'])
    // The rest of the delivery came: what was counted of a line stays counted.
    expect((await receipt([], true)).status).toBe(200)
    expect(await leftOf('S-7')).toEqual({ 10: '1', 20: '10' })
    await portal.ingest(shipment('S-7', 'O-7'))
    expect(await leftOf('S-7')).toEqual({ 10: '3', 20: '10' })
  })

  test('the supplier cannot agree to what was not asked for, nor give one number to two returns', async () => {
    const { body } = await ask([line('S-6', '20', '2')])
    for (const lines of [
      [{ shipment: 'S-6', line: '20', approved: '3' }],
      [{ shipment: 'S-6', line: '10', approved: '1' }],
    ])
      expect((await advance(body.id, { step: 'approved', lines })).status).toBe(400)
    expect((await advance(body.id, { step: 'approved', returnNumber: 'RMA-7' })).status).toBe(409)
    const question = await portal.call('POST', '/documents/shipments/S-6/ask', {
      token: admin,
      body: { key: randomUUID(), note: 'When?' },
    })
    expect((await advance(question.body.id, { step: 'approved' })).status).toBe(404)
  })

  test('an answer without quantities agrees to all that was asked', async () => {
    const asked = await ask([line('S-6', '20', '1')])
    await portal.call('POST', `/ingest/requests/${asked.body.id}/answer`, {
      token: apiKey,
      body: { state: 'accepted' },
    })
    expect(await shown(numberOf(asked))).toMatchObject({ step: 'approved', lines: [{ approved: '1' }] })
  })
})

test('what the supplier answers to a return stands on every order and shipment that it concerns, until it is read there', async () => {
  const numbers = ['7', '8']
  await portal.ingest(...numbers.flatMap((n) => [order(`O-${n}`), shipment(`S-${n}`, `O-${n}`)]))
  const { body } = await ask(numbers.map((n) => line(`S-${n}`, '10', '1')))
  const answered = { token: apiKey, body: { state: 'asked', text: 'Which colour is it?', by: 'Sol' } }
  await portal.call('POST', `/ingest/requests/${body.id}/answer`, answered)
  const documents = numbers.flatMap((n) => [`shipments/S-${n}`, `orders/O-${n}`])
  const messages = async (document: string, token = admin) => {
    const page = (await portal.get(`/documents/${document}/messages`, token)).body as {
      messages: ConversationMessage[]
    }
    return page.messages.map(({ text, unread }) => [text, unread])
  }
  for (const document of documents) expect(await messages(document), document).toEqual([['Which colour is it?', true]])
  const until = '2026-03-11T00:00:00Z'
  await portal.call('POST', '/documents/orders/O-8/messages/read', { token: admin, body: { until } })
  for (const document of documents) expect(await messages(document), document).toEqual([['Which colour is it?', false]])
  const finance = await portal.signIn('money@c.example', 'C-1', 'finance')
  expect(await messages('orders/O-8', finance)).toEqual([])
})

describe('a return is seen', () => {
  test('by people who see its documents, and by nobody else', async () => {
    const number = numberOf(await ask([line('S-2', '20', '1')]))
    const stranger = await portal.signIn('eve@x.example', 'C-2', 'admin')
    const finance = await portal.signIn('fin@c.example', 'C-1', 'finance')
    const viewer = await portal.signIn('eye@c.example', 'C-1', 'viewer')
    expect((await portal.get(`/returns/${number}`, stranger)).status).toBe(404)
    expect((await portal.get(`/returns/${number}`, finance)).status).toBe(404)
    expect((await portal.get(`/returns/${number}`, viewer)).status).toBe(200)
    expect((await ask([line('S-2', '20', '1')], {}, viewer)).status).toBe(403)
    expect((await portal.call('POST', '/returns/returnable', { token: finance, body: {} })).status).toBe(404)
    expect((await portal.get('/requests?returns=true', finance)).text).not.toContain('RET-')
    expect((await portal.get('/requests?returns=true', viewer)).text).toContain(number)
    // Finance reads the credit note and the order without the return of which they see no shipment.
    for (const [type, document] of [
      ['invoices', 'CN-1'],
      ['orders', 'O-1'],
    ] as const) {
      const page = await portal.get(`/documents/${type}/${document}/requests`, finance)
      expect([page.status, page.text.includes('RET-')]).toEqual([200, false])
    }
  })

  test('without its credit by those who see no invoices', async () => {
    const seen = await shown('RMA-7', logistics)
    expect(seen.step).toBe('received')
    expect(seen.lines.every(({ credited }) => credited === null)).toBe(true)
    expect(seen.documents.map(({ number }) => number)).toEqual(['R-1'])
  })
})
