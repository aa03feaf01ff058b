import { beforeAll, expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { runKeptPlans, viewerOf } from '#server/testing/statement-plans.ts'
import { findItems } from './find-items.ts'

/*
 * An account with 3,000 articles and 12,000 shipments, each of a parcel, with a serial and a lot of the article that all of
 * them carry.
 */

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)
let accountId = ''

beforeAll(async () => {
  await portal.ingest({
    account: 'M-1',
    type: 'shipments',
    number: 'DN-0',
    issueDate: '2020-01-01',
    shipment: { trackingNumbers: ['TR-0'] },
    lines: [{ line: '1', sku: 'PUMP-1', name: 'Pump', quantity: '1', serials: ['SN-0'] }],
  })
  const { rows } = await portal.database.owner.query<{ id: string; key: string }>(
    'select account_id as id, search_key as key from accounts where number = $1',
    ['M-1'],
  )
  const account = rows[0]
  if (!account) throw new Error('The account is not there')
  accountId = account.id
  await portal.database.owner.query(
    `with made as (
  insert into documents (account_id, id, type, number, status, issue_date, customer_reference, tracking_numbers, source_system, content_hash, ingested_at)
  select $1::uuid, gen_random_uuid(), 'shipments', 'DN-' || at, 'delivered', date '${today}' - at / 20, 'PO-' || at, array['TR-' || at], 'erp', '\\x00', now()
  from generate_series(1, 12000) at returning id, number, list_date, substr(number, 4) as at
), lines as (
  insert into document_lines (account_id, document_id, position, line, kind, sku, quantity, type, list_date, details)
  select $1, id, 1, '1', 'item', 'PUMP-1', 1, 'shipments', list_date, '{}' from made
), units as (
  insert into units (account_id, document_id, position, kind, code, written, sku, type, list_date)
  select $1, m.id, 1, u.kind, u.code, u.code, 'PUMP-1', 'shipments', m.list_date
  from made m cross join lateral (values ('serial', 'sn' || m.at), ('lot', 'lot1')) u (kind, code)
), keys as (
  insert into shipment_keys (account_id, document_id, key) select $1, id, 'tracking:tr' || at from made
)
insert into document_search (account_id, document_id, type, list_date, terms, codes)
select $1, id, 'shipments', list_date,
  format('''%1$s:dn%2$s'':4 ''%1$s:po%2$s'':1A ''%1$s:tr%2$s'':4 ''%1$s:pump1'':2B ''%1$s:sn%2$s'':3C ''%1$s:lot1'':3C', $2::text, at)::tsvector,
  format('dn%1$s po%1$s tr%1$s pump1 sn%1$s lot1', at) from made`,
    [account.id, account.key],
  )
  await portal.database.owner.query(
    `insert into items (account_id, sku, name, seen_in, described_on)
select $1, 'AX-' || at, 'Axle ' || at, 15, date '${today}' from generate_series(1, 3000) at`,
    [account.id],
  )
  await portal.database.owner.query('vacuum (analyze)')
}, 60_000)

test.each([
  ['an article that every shipment carries', 'PUMP-1', { items: 1 }],
  ['one of many articles', 'AX-2999', { items: 1 }],
  ['what many articles begin with', 'AX', { items: 50 }],
  ['what many articles and no other begin with', 'axle zzz', {}],
  ['a serial', 'SN-11999', { units: 1 }],
  ['what many serials begin with', 'sn1', { units: 10 }],
  ['a lot that every shipment carries', 'LOT-1', { units: 1 }],
  ['a number', 'DN-11999', { documents: 1 }],
  ['what many numbers begin with', 'DN-1', { documents: 8 }],
  ['a reference of the customer', 'PO-11999', { documents: 1 }],
  ['what many parcels begin with', 'TR-1', { documents: 8 }],
  ['what nothing begins with', 'ZZZ-1', {}],
])('the item tracker reads no more rows than it needs to find %s', async (_what, q, found) => {
  const { pools, urls } = portal.database
  const reply = await findItems(pools.viewer, viewerOf(accountId), { q }, today)
  const counts = { items: reply.items.length, units: reply.units.length, documents: reply.documents.length }
  expect(counts).toEqual({ items: 0, units: 0, documents: 0, ...found })
  const { rows } = await runKeptPlans(pools.viewer, urls.viewer, accountId, (viewerPool) =>
    findItems(viewerPool, viewerOf(accountId), { q }, today),
  )
  expect(rows).toBeLessThanOrEqual(2500)
})
