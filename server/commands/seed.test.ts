import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { generate } from '#database/seed/generate.ts'
import { demoAccounts } from '#database/seed/people.ts'
import { testDatabase } from '#database/testing/database.ts'
import { insertDemoActs } from './demo-content/acts.ts'
import { insertDemoConversations } from './demo-content/conversations.ts'
import { insertDemoRequests } from './demo-content/requests.ts'
import { insertDemoReturn } from './demo-content/returns.ts'
import { seedDemo } from './seed.ts'

/* One database for all tests, filled in the order in which the demo is. */

const { pools } = await testDatabase()
const deps = { pools, clock: () => new Date('2026-11-21T09:00:00Z'), newId: () => randomUUIDv7(), random: randomBytes }
const insertRequests = () => insertDemoRequests({ ...deps, db: pools.server }, '2026-11-21')
const insertConversations = () => insertDemoConversations({ ...deps, db: pools.server })
const insertActs = () => insertDemoActs({ ...deps, db: pools.server }, '2026-11-21')
const insertReturn = () => insertDemoReturn({ ...deps, db: pools.server, workPool: pools.work })

let first: Awaited<ReturnType<typeof seedDemo>>
beforeAll(async () => {
  for (const insert of [insertRequests, insertConversations, insertActs, insertReturn]) await insert()
  const { rows } = await pools.server.query(
    'select (select count(*) from requests)::int as requests, (select count(*) from returns)::int as returns',
  )
  expect(rows).toEqual([{ requests: 0, returns: 0 }])
  first = await seedDemo(deps, { size: 'S', today: '2026-11-21' })
})

it('fills the database once with documents that nothing is wrong with, and leaves it alone afterwards', async () => {
  expect(first.report).toMatchObject({
    created: 600,
    stale: 0,
    rejected: 0,
    quarantined: 0,
    errors: [],
    warnings: [],
  })
  // Later messages about documents that were sent before.
  expect(first.report?.updated).toBeGreaterThan(100)
  expect(first.report?.received).toBe(600 + (first.report?.updated ?? 0))
  expect(await seedDemo(deps, { size: 'S', today: '2026-11-22' })).toEqual({ report: undefined, people: first.people })

  const { rows } = await pools.server.query(
    'select type, count(*)::int as count from documents group by type order by type',
  )
  expect(rows.map((row) => row.type)).toEqual(['invoices', 'orders', 'quotes', 'shipments'])
  expect(rows.reduce((total, row) => total + row.count, 0)).toBe(600)
})

it('reaches the same statuses and quantities that the stories were told with', async () => {
  const { rows } = await pools.server.query<{ type: string; number: string; status: string }>(
    'select type, number, status from documents',
  )
  const derived = new Map(rows.map((row) => [`${row.type} ${row.number}`, row.status]))
  const generated = [...generate({ size: 'S', today: '2026-11-21' })]
  const different = generated.filter(
    (document) => derived.get(`${document.type} ${document.number}`) !== document.status,
  )
  expect(different.map(({ type, number, status }) => [number, status, derived.get(`${type} ${number}`)])).toEqual([])
  const orders = await pools.server.query<{ fulfilment: string; billing: string; payment: string }>(
    `select distinct fulfilment, billing, payment from documents where type = 'orders'`,
  )
  const axes = (name: 'fulfilment' | 'billing' | 'payment') => new Set(orders.rows.map((row) => row[name]))
  expect(axes('fulfilment')).toEqual(
    new Set(['not_shipped', 'partially_shipped', 'shipped', 'partially_delivered', 'delivered']),
  )
  expect(axes('billing')).toEqual(new Set(['not_invoiced', 'partially_invoiced', 'invoiced']))
  expect(axes('payment')).toEqual(new Set(['pending', 'partially_paid', 'paid']))

  // The carrier's planned events, packages with events of their own, and proofs of delivery.
  const carried = await pools.server.query<{ account: string; planned: number; apart: number; proofs: number }>(
    `select a.number as account,
  count(distinct e.document_id) filter (where e.classifier = 'planned')::int as planned,
  count(distinct e.document_id) filter (where e.package is not null)::int as apart,
  (select count(*)::int from attachments p where p.account_id = a.account_id and p.purpose = 'proof_of_delivery') as proofs
from accounts a join shipment_events e using (account_id) where a.number = any ($1) group by a.account_id order by 1`,
    [demoAccounts().map(({ number }) => number)],
  )
  expect(carried.rows).toHaveLength(2)
  for (const row of carried.rows) {
    expect(row.planned, row.account).toBeGreaterThan(5)
    expect(row.apart, row.account).toBeGreaterThan(0)
    expect(row.proofs, row.account).toBeGreaterThan(3)
  }
})

it('has an invoice that is disputed, one that is promised and an advice of others, once', async () => {
  for (let run = 0; run < 2; run++) await insertRequests()
  const { rows } = await pools.server.query(
    `select r.kind, count(distinct d.number)::int as invoices, bool_and(d.open > 0) as open from requests r
       left join remitted_invoices i on i.account_id = r.account_id and i.request_id = r.id
       join documents d on d.account_id = r.account_id and d.number = coalesce(i.document_number, r.document_number)
     group by r.id, r.kind order by r.kind`,
  )
  expect(rows).toEqual([
    { kind: 'adviseRemittance', invoices: 2, open: true },
    { kind: 'dispute', invoices: 1, open: true },
    { kind: 'promisePayment', invoices: 1, open: true },
  ])
})

it('has conversations of every state, one with a file in an answer, once', async () => {
  for (let run = 0; run < 2; run++) await insertConversations()
  const { rows } = await pools.server.query(
    `select r.document_type as about, r.kind, r.state, count(m.*) filter (where m.side = 'supplier')::int as answers,
       count(m.*) filter (where m.side = 'customer')::int as messages, count(f.*)::int as files
     from requests r left join conversation_messages m on m.account_id = r.account_id and m.request_id = r.id
     left join request_files f on f.account_id = m.account_id and f.message_id = m.id
     where r.kind in ('ask', 'claim') group by r.id, r.document_type, r.kind, r.state order by 1`,
  )
  expect(rows).toEqual([
    { about: 'account', kind: 'ask', state: 'closed', answers: 2, messages: 0, files: 0 },
    { about: 'invoices', kind: 'ask', state: 'open', answers: 0, messages: 0, files: 0 },
    { about: 'orders', kind: 'ask', state: 'answered', answers: 2, messages: 1, files: 1 },
    { about: 'quotes', kind: 'ask', state: 'asked', answers: 1, messages: 0, files: 0 },
    { about: 'shipments', kind: 'claim', state: 'accepted', answers: 2, messages: 0, files: 0 },
  ])
})

it('has another delivery asked for, a counter-offer and a colleague who asks for approval, once', async () => {
  const { rows: earlier } = await pools.server.query<{ id: string }>('select id from requests')
  for (let run = 0; run < 2; run++) await insertActs()
  const { rows } = await pools.server.query(
    `select r.kind, r.state, d.status, d.act from requests r
       join documents d on d.account_id = r.account_id and d.type = r.document_type and d.number = r.document_number
     where r.id <> all ($1) order by r.kind`,
    [earlier.map(({ id }) => id)],
  )
  expect(rows).toEqual([
    { kind: 'askApproval', state: 'colleagues', status: 'open', act: null },
    { kind: 'counterOffer', state: 'open', status: 'open', act: 'counterOffer' },
    { kind: 'instructDelivery', state: 'open', status: 'delivery_failed', act: 'instructDelivery' },
  ])
})

it('has a return under way over two deliveries, once', async () => {
  for (let run = 0; run < 2; run++) await insertReturn()
  const { rows } = await pools.server.query(
    `select r.state, t.notified_step as "notifiedStep", count(l.*)::int as lines, count(distinct l.shipment)::int as shipments,
       (select d.status from return_documents n join documents d on d.account_id = n.account_id and d.id = n.document_id
         where n.return_number = t.supplier_number) as back
     from requests r join returns t on t.account_id = r.account_id and t.request_id = r.id
     join returned_lines l on l.account_id = r.account_id and l.request_id = r.id group by r.id, r.state, t.notified_step, t.supplier_number`,
  )
  expect(rows).toEqual([{ state: 'accepted', notifiedStep: 'shipped', lines: 2, shipments: 2, back: 'in_transit' }])
})
