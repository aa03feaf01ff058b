import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Dashboard, needsActionList, needsActionTypes } from '#contract/dashboard.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentType } from '#contract/values.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

/* A document on which the customer has acted waits for the supplier, until the supplier changes or refuses it. */

const portal = await testPortal()
let admin: string
let apiKey: string

const line = { line: '1', sku: 'BK-1', quantity: '2' }
const document = (
  type: IngestDocument['type'],
  number: string,
  overrides: Partial<IngestDocument> = {},
): IngestDocument => ({ type, number, account: 'C-1', lines: [line], ...overrides })
/** Each document that waits for the customer, as the ERP sends it. */
const waiting = {
  quote: document('quotes', 'Q-1', {
    status: 'open',
    validUntil: '2026-04-01',
    currency: 'EUR',
    totals: { gross: '90' },
  }),
  held: document('orders', 'O-held', { status: 'on_hold', details: { holdReason: 'Drawing' } }),
  moved: document('orders', 'O-moved', {
    status: 'confirmed',
    promisedDate: '2026-03-20',
    estimatedDate: '2026-03-25',
  }),
  failed: document('shipments', 'S-1', { status: 'delivery_failed' }),
  overdue: document('invoices', 'I-1', { currency: 'EUR', totals: { gross: '50.00' }, dueDate: '2026-03-01' }),
}
/** The act that answers each. */
const acts = {
  quote: { path: 'quotes/Q-1/extendValidity', body: { requestedDate: '2026-05-01' } },
  held: { path: 'orders/O-held/answerHold', body: { note: 'It is approved' } },
  moved: { path: 'orders/O-moved/notePromise', body: {} },
  failed: { path: 'shipments/S-1/instructDelivery', body: { instruction: 'redeliver' } },
  overdue: { path: 'invoices/I-1/reportPayment', body: { paidOn: '2026-03-09', amount: '50.00' } },
} as const
/** What makes each wait anew. */
const changes: Record<keyof typeof waiting, Partial<IngestDocument>> = {
  quote: { details: { revision: '2' } },
  held: { details: { holdReason: 'Credit limit' } },
  moved: { estimatedDate: '2026-03-28' },
  failed: { status: 'on_hold' },
  overdue: { totals: { gross: '50.00', paid: '20.00' } },
}
const names = Object.keys(waiting) as (keyof typeof waiting)[]

beforeAll(async () => {
  await send(document('orders', 'O-else'), document('orders', 'O-other', { account: 'C-2' }))
  admin = await portal.signIn('admin@c.example', 'C-1', 'admin')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})

const send = async (...documents: IngestDocument[]) => expect((await portal.ingest(...documents)).errors).toEqual([])
const act = (path: string, body: object, token = admin) =>
  portal.call('POST', `/documents/${path}`, { token, body: { key: randomUUID(), ...body } })
const answer = (id: unknown, state: string) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body: { state, text: 'Words' } })
type Listed = { number: string; act: { kind: string | null; at: string } | null }
type Page = { rows: Listed[]; total: { count: number; exact: boolean } }
const listed = async (type: DocumentType, query: string) =>
  (await portal.get(`/documents/${type}?${query}`, admin)).body as Page
const detail = async (name: keyof typeof waiting) => {
  const { type, number } = waiting[name]
  return (await portal.get(`/documents/${type}/${number}`, admin)).body as Listed & { status: string }
}

/** The numbers that need action by type, having checked that every place that counts them says the same. */
async function needing(): Promise<string[]> {
  const { status, body } = await portal.get('/dashboard', admin)
  expect(status, JSON.stringify(body)).toBe(200)
  const dashboard = body as Dashboard
  const found: string[] = []
  for (const type of needsActionTypes) {
    const shown = dashboard.needsAction.find((group) => group.type === type)
    const { filter } = needsActionList(type)
    const { rows, total } = await listed(type, String(new URLSearchParams({ ...filter, limit: '100' })))
    const counted = await portal.get(`/documents/${type}/statuses?needsAction=true`, admin)
    const { statuses } = counted.body as { statuses: { count: number }[] }
    const numbers = rows.map(({ number }) => number)
    expect([type, total, statuses.reduce((sum, { count }) => sum + count, 0), shown?.count]).toEqual([
      type,
      { count: numbers.length, exact: true },
      numbers.length,
      numbers.length,
    ])
    expect(shown?.rows.map(({ number }) => number)).toEqual(numbers.slice(0, 4))
    expect(rows.filter((row) => row.act !== null)).toEqual([])
    found.push(...numbers)
  }
  return found
}

describe.each(names)('what waits for the customer: %s', (name) => {
  const { type, number } = waiting[name]
  const { path, body } = acts[name]
  const kind = path.split('/')[2]
  let id: unknown

  test('leaves the list with an act, and says since when it waits for the supplier', async () => {
    await send(waiting[name])
    expect(await needing()).toContain(number)
    expect((await detail(name)).act).toBeNull()
    const made = await act(path, body)
    expect(made.status, made.text).toBe(200)
    id = made.body.id
    expect(await needing()).not.toContain(number)
    const shown = { kind, at: expect.stringMatching(/^2026-03-10T09:00:00/), until: null }
    expect((await detail(name)).act).toEqual(shown)
    const { rows } = await listed(type, 'limit=100')
    expect(rows.find((row) => row.number === number)?.act).toEqual(shown)
  })

  test('stays away when the supplier sends the same once more, or agrees', async () => {
    await send({ ...waiting[name], note: 'Sent once more' })
    expect(await needing()).not.toContain(number)
    expect((await answer(id, 'accepted')).status).toBe(200)
    expect(await needing()).not.toContain(number)
    expect((await detail(name)).act).toMatchObject({ kind: null })
  })

  test('comes back when the supplier changes what it waits for, and can be acted on again', async () => {
    await send({ ...waiting[name], ...changes[name] })
    expect(await needing()).toContain(number)
    const again = await act(path, body)
    expect(again.status, again.text).toBe(200)
    expect(await needing()).not.toContain(number)
    id = again.body.id
  })

  test('comes back when the supplier refuses, and when the act is taken back', async () => {
    expect((await answer(id, 'declined')).status).toBe(200)
    expect(await needing()).toContain(number)
    const { body: made } = await act(path, body)
    expect(await needing()).not.toContain(number)
    expect((await portal.call('DELETE', `/requests/${made.id}`, { token: admin })).status).toBe(200)
    expect(await needing()).toContain(number)
  })
})

test('an act that nobody has answered stands in nobody’s way when the same goes wrong again', async () => {
  const shipment = (...times: string[]): IngestDocument =>
    document('shipments', 'S-twice', {
      shipment: { events: times.map((at) => ({ id: at, at, code: 'delivery_attempt_failed', classifier: 'actual' })) },
    })
  const instruct = () => act('shipments/S-twice/instructDelivery', { instruction: 'redeliver' })
  await send(shipment('2026-03-08T10:00:00Z'))
  expect((await instruct()).status).toBe(200)
  expect((await instruct()).status).toBe(409)
  expect(await needing()).not.toContain('S-twice')
  await send(shipment('2026-03-08T10:00:00Z', '2026-03-09T10:00:00Z'))
  expect(await needing()).toContain('S-twice')
  expect((await instruct()).status).toBe(200)
})

test('who gets a document that was sent to the wrong customer reads nothing of what was done about it', async () => {
  await send(document('orders', 'O-wrong', { status: 'on_hold', modifiedAt: '2026-03-01T10:00:00Z' }))
  expect((await act('orders/O-wrong/answerHold', { note: 'Here it is' })).status).toBe(200)
  const other = await portal.signIn('other@d.example', 'C-2', 'admin')
  await send(document('orders', 'O-wrong', { account: 'C-2', status: 'on_hold', modifiedAt: '2026-03-02T10:00:00Z' }))
  const { body } = await portal.get('/documents/orders/O-wrong', other)
  expect(body).toMatchObject({ status: 'on_hold', act: null })
  expect((await portal.get('/documents/orders?needsAction=true', other)).body).toMatchObject({ total: { count: 1 } })
})

test('whatever is sent, done, answered and taken back, every place counts the same', { timeout: 120_000 }, async () => {
  const ids: string[] = []
  const step = fc.oneof(
    fc.record({ does: fc.constant('send' as const), name: fc.constantFrom(...names), changed: fc.boolean() }),
    fc.record({ does: fc.constant('act' as const), name: fc.constantFrom(...names) }),
    fc.record({
      does: fc.constantFrom('accepted', 'declined', 'answered', 'withdraw'),
      which: fc.nat({ max: 5 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      for (const one of steps) {
        if (one.does === 'send') await send({ ...waiting[one.name], ...(one.changed ? changes[one.name] : {}) })
        else if (one.does === 'act') {
          const { status, body } = await act(acts[one.name].path, acts[one.name].body)
          if (status === 200) ids.push(String(body.id))
          else expect(status).toBe(409)
        } else {
          const id = ids.at(-1 - one.which)
          if (id === undefined) continue
          const { status } =
            one.does === 'withdraw'
              ? await portal.call('DELETE', `/requests/${id}`, { token: admin })
              : await answer(id, one.does)
          expect([200, 409]).toContain(status)
        }
      }
      await needing()
    }),
    { numRuns: 12 },
  )
})
