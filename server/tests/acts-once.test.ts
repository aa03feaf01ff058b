import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

/* What can be done about a document is done once, about the document as the person saw it, or refused in clear words. */

const portal = await testPortal()
let admin: string
let colleague: string
let apiKey: string

const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
const lines = [
  { line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' },
  { line: '2', sku: 'BK-2', name: 'Pedal', quantity: '8', unit: 'EA' },
]
const document = (
  type: IngestDocument['type'],
  number: string,
  overrides: Partial<IngestDocument> = {},
): IngestDocument => ({ type, number, account: 'C-1', lines, salesperson, ...overrides })
const quote = (number: string) => document('quotes', number, { status: 'open', validUntil: '2026-04-01' })
const moved = (number: string, estimatedDate = '2026-03-25') =>
  document('orders', number, { status: 'confirmed', promisedDate: '2026-03-20', estimatedDate })

/** Acts that are made once until the supplier answers, each with a document of its own. */
const acts: Readonly<Record<string, { about: IngestDocument; body: object }>> = {
  reject: { about: quote('Q-reject'), body: { reason: 'price' } },
  counterOffer: {
    about: quote('Q-counter'),
    body: {
      lines: [
        { line: '1', quantity: '6', unitPrice: '4.75', note: 'For the year' },
        { line: '2', note: 'In red' },
      ],
    },
  },
  extendValidity: { about: quote('Q-longer'), body: { requestedDate: '2026-05-01' } },
  answerHold: { about: document('orders', 'O-held', { status: 'on_hold' }), body: { note: 'The drawing is approved' } },
  notePromise: { about: moved('O-noted'), body: { seen: { estimatedDate: '2026-03-25' } } },
  refusePromise: {
    about: moved('O-refused'),
    body: { seen: { estimatedDate: '2026-03-25' }, requestedDate: '2026-03-21' },
  },
  requestCancellation: {
    about: document('orders', 'O-cancelled', { status: 'received' }),
    body: { reason: 'too_late' },
  },
  instructDelivery: {
    about: document('shipments', 'S-failed', { status: 'delivery_failed' }),
    body: { instruction: 'redeliver', requestedDate: '2026-03-12', timeOfDay: 'morning' },
  },
  confirmReceipt: {
    about: document('shipments', 'S-counted', { status: 'delivered' }),
    body: {
      ...{ receivedOn: '2026-03-09', receivedBy: 'Lena', complete: false },
      lines: [
        { line: '1', received: '4', damaged: '1' },
        { line: '2', received: '0' },
      ],
    },
  },
}

beforeAll(async () => {
  await send(...Object.values(acts).map(({ about }) => about))
  admin = await portal.signIn('admin@c.example', 'C-1', 'admin')
  colleague = await portal.signIn('colleague@c.example', 'C-1', 'admin')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})

const send = async (...documents: IngestDocument[]) => expect((await portal.ingest(...documents)).errors).toEqual([])
const act = (path: string, body: object, token = admin) =>
  portal.call('POST', `/documents/${path}`, { token, body: { key: randomUUID(), ...body } })
const answer = (id: unknown, state: string) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body: { state, text: 'Words' } })
const requestsOf = async (path: string) =>
  ((await portal.get(`/documents/${path}/requests`, admin)).body as { requests: CustomerRequest[] }).requests
const refusal = ({ status, body }: Awaited<ReturnType<typeof act>>) => [
  status,
  (body.errors as { field: string }[] | undefined)?.[0]?.field,
]

describe.each(Object.entries(acts))('%s', (kind, { about, body }) => {
  const path = `${about.type}/${about.number}`

  test('pressed twice, or sent again after a cut, it is one request and one mail to the salesperson', async () => {
    await portal.mails()
    const pressed = { key: randomUUID(), ...body }
    const replies = await Promise.all([1, 2, 3].map(() => act(`${path}/${kind}`, pressed)))
    expect(replies.map(({ status, text }) => (status === 200 ? status : text))).toEqual([200, 200, 200])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(await requestsOf(path)).toHaveLength(1)
    expect((await portal.mails()).filter(({ to }) => to.address === salesperson.email)).toHaveLength(1)
  })

  test('a colleague, or another tab, is told that it waits for its answer already', async () => {
    const refused = await act(`${path}/${kind}`, body, colleague)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/\S/)
    expect(await requestsOf(path)).toHaveLength(1)
  })

  test('of two people at once one is heard, once the first act was taken back', async () => {
    const [first] = await requestsOf(path)
    expect((await portal.call('DELETE', `/requests/${first?.id}`, { token: admin })).status).toBe(200)
    const replies = await Promise.all([act(`${path}/${kind}`, body), act(`${path}/${kind}`, body, colleague)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await requestsOf(path)).filter(({ state }) => state === 'open')).toHaveLength(1)
  })
})

describe('a document that changed while the form was open', () => {
  test('a promise that has moved once more is neither noted nor refused unseen, and still waits', async () => {
    await send(moved('O-again'))
    await send(moved('O-again', '2026-03-30'))
    for (const [kind, body] of [
      ['notePromise', {}],
      ['refusePromise', { note: 'Too late' }],
    ] as const) {
      const refused = await act(`orders/O-again/${kind}`, { ...body, seen: { estimatedDate: '2026-03-25' } })
      expect(refusal(refused)).toEqual([409, 'seen'])
    }
    expect(await requestsOf('orders/O-again')).toEqual([])
    expect((await act('orders/O-again/notePromise', { seen: { estimatedDate: '2026-03-30' } })).status).toBe(200)
  })

  test('a promise that is kept after all is not refused any more', async () => {
    await send(moved('O-kept'))
    await send(moved('O-kept', '2026-03-20'))
    expect((await act('orders/O-kept/refusePromise', { note: 'Too late' })).status).toBe(409)
  })

  test('a delivery that has arrived meanwhile is not directed any more', async () => {
    await send(document('shipments', 'S-arrived', { status: 'delivery_failed' }))
    await send(document('shipments', 'S-arrived', { status: 'delivered' }))
    const refused = await act('shipments/S-arrived/instructDelivery', { instruction: 'redeliver' })
    expect(refused.status).toBe(409)
  })

  test('a new date that the supplier declines to change can be refused once more, or noted', async () => {
    await send(moved('O-declined'))
    const made = await act('orders/O-declined/refusePromise', { requestedDate: '2026-03-21' })
    expect((await act('orders/O-declined/notePromise', {})).status).toBe(409)
    expect((await answer(made.body.id, 'declined')).status).toBe(200)
    expect((await act('orders/O-declined/notePromise', {})).status).toBe(200)
  })
})

describe('what is said of lines', () => {
  beforeAll(() =>
    send(document('orders', 'O-1', { status: 'confirmed' }), document('shipments', 'S-1', { status: 'delivered' })),
  )
  const receipt = { receivedOn: '2026-03-09', receivedBy: 'Lena', complete: false }

  test('a line is asked for in parts, each with its quantity and date, and the salesperson reads them', async () => {
    await portal.mails()
    const change = {
      lines: [
        { line: '1', quantity: '3', requestedDate: '2026-03-20' },
        { line: '1', quantity: '1', requestedDate: '2026-04-20' },
        { line: '2', quantity: '10' },
      ],
    }
    expect((await act('orders/O-1/requestChange', change)).status).toBe(200)
    const [mail] = await portal.mails()
    expect(mail?.text).toContain(
      '- Line 1 · 3 · requested for 20 Mar 2026\n- Line 1 · 1 · requested for 20 Apr 2026\n- Line 2 · 10',
    )
  })

  test('what came is counted line by line, and the salesperson reads what is missing and damaged', async () => {
    await portal.mails()
    const counted = {
      lines: [
        { line: '1', received: '3', damaged: '1' },
        { line: '2', received: '8' },
      ],
    }
    expect((await act('shipments/S-1/confirmReceipt', { ...receipt, ...counted })).status).toBe(200)
    const [mail] = await portal.mails()
    expect(mail?.text).toContain('- Line 1 · 3 arrived · 1 damaged\n- Line 2 · 8 arrived')
  })

  test.each([
    ['orders/O-1/requestChange', { lines: [{ line: '9', quantity: '1' }] }, 'lines'],
    ['orders/O-1/requestChange', { lines: [{ line: '1' }] }, 'lines'],
    ['orders/O-1/requestChange', { lines: [{ line: '1', requestedDate: '2026-03-09' }] }, 'lines'],
    [
      'orders/O-1/requestChange',
      {
        lines: [
          { line: '1', quantity: '3' },
          { line: '1', quantity: '1' },
        ],
      },
      'lines',
    ],
    ['orders/O-1/requestChange', {}, 'note'],
    ['shipments/S-1/confirmReceipt', { ...receipt, complete: true, lines: [{ line: '1', received: '4' }] }, 'lines'],
    ['shipments/S-1/confirmReceipt', { ...receipt, lines: [{ line: '1', received: '1', damaged: '2' }] }, 'lines'],
    [
      'shipments/S-1/confirmReceipt',
      {
        ...receipt,
        lines: [
          { line: '1', received: '1' },
          { line: '1', received: '2' },
        ],
      },
      'lines',
    ],
    ['quotes/Q-longer/extendValidity', { requestedDate: '2026-04-01' }, 'requestedDate'],
    ['quotes/Q-longer/extendValidity', { requestedDate: '2026-03-09' }, 'requestedDate'],
    ['quotes/Q-counter/counterOffer', { lines: [{ line: '1', unitPrice: '0' }] }, 'lines.0.unitPrice'],
    [
      'quotes/Q-counter/counterOffer',
      {
        lines: [
          { line: '1', note: 'a' },
          { line: '1', note: 'b' },
        ],
      },
      'lines',
    ],
    ['orders/O-refused/refusePromise', {}, 'requestedDate'],
  ])('%s with %j is refused and says where', async (path, body, field) => {
    expect(refusal(await act(path, body))).toEqual([400, field])
  })
})

test('each row of the dashboard names the act that answers it, to those who may act', async () => {
  await send(
    document('shipments', 'S-row', { status: 'ready_for_pickup' }),
    document('orders', 'O-row', { status: 'on_hold' }),
    moved('O-row-moved'),
    quote('Q-row'),
  )
  const actsOf = async (token: string) => {
    const dashboard = (await portal.get('/dashboard', token)).body as Dashboard
    const rows = dashboard.needsAction.flatMap((group) => group.rows)
    return Object.fromEntries(rows.map(({ number, act: kind }) => [number, kind]))
  }
  expect(await actsOf(admin)).toMatchObject({
    ...{ 'S-row': 'confirmReceipt', 'O-row': 'answerHold', 'O-row-moved': 'notePromise', 'Q-row': 'accept' },
  })
  const logistics = await portal.signIn('logistics@c.example', 'C-1', 'logistics')
  expect(await actsOf(logistics)).toMatchObject({ 'S-row': 'confirmReceipt', 'O-row': null, 'O-row-moved': null })
})
