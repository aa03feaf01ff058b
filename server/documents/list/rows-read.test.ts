import { beforeAll, expect, test } from 'vitest'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { testPortal } from '#server/testing/portal.ts'
import { rowsRead, viewerOf } from '#server/testing/statement-plans.ts'
import { countStatuses, listPage } from './list.ts'

/* An account with 8,000 orders and 8,000 shipments of four hundred days, one in a hundred of them not finished. */

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)
let viewer: Viewer

beforeAll(async () => {
  await portal.ingest({ account: 'M-1', type: 'orders', number: 'SO-0', status: 'completed', lines: [] })
  const { rows } = await portal.database.owner.query<{ accountId: string }>(
    'select account_id as "accountId" from accounts where number = $1',
    ['M-1'],
  )
  viewer = viewerOf(rows[0]?.accountId ?? '')
  await portal.database.owner.query(
    `insert into documents (account_id, id, type, number, status, issue_date, promised_date, delivered_date, currency, gross, source_system, content_hash, ingested_at)
select $1, gen_random_uuid(), t.type, t.type || at, case when at % 100 > 0 then t.done else t.active end, date '${today}' - at / 20,
  date '${today}' - at / 20 + at % 30, case when at % 100 > 0 then date '${today}' - at / 20 end, 'EUR', at, 'erp', '\\x00', now()
from generate_series(1, 8000) as at cross join (values ('orders', 'completed', 'confirmed'), ('shipments', 'delivered', 'in_transit')) t (type, done, active)`,
    [viewer.accountId],
  )
  // Each has a line, and one in eighty a line of dangerous goods.
  await portal.database.owner.query(
    `insert into document_lines (account_id, document_id, position, line, kind, sku, details, type, list_date)
select account_id, id, n, n * 10, 'item', 'CS-300', case when n = 2 then '{"unNumber": "UN1950"}' else '{}' end::jsonb, type, list_date
from documents cross join generate_series(1, 2) n where account_id = $1 and (n = 1 or number like '%40')`,
    [viewer.accountId],
  )
  await portal.database.owner.query('vacuum (analyze) documents, document_lines, document_days, document_counts')
}, 60_000)

test.each([
  ['orders', {}, 100],
  ['orders', { status: 'completed' }, 100],
  ['orders', { open: 'true' }, 100],
  ['orders', { late: 'true' }, 250],
  ['shipments', { late: 'true' }, 250],
  ['orders', { period: 'last_30_days' }, 150],
  ['orders', { period: 'last_12_months' }, 700],
  ['orders', { period: 'last_year', open: 'true' }, 700],
  ['orders', { dateField: 'keyDate', period: 'past' }, 1000],
  ['orders', { over: '7900' }, 400],
  ['orders', { dangerous: 'true' }, 400],
] as const)(
  'a list of %s narrowed by %j, with its total and counts, reads no more rows than it needs',
  async (type, filters, most) => {
    const read = (reading: typeof listPage | typeof countStatuses) =>
      rowsRead(portal.database.pools.viewer, portal.database.urls.viewer, viewer.accountId, (viewerPool) =>
        reading(viewerPool, viewer, type as DocumentType, { ...filters }, today),
      )
    const rows = { list: await read(listPage), counts: await read(countStatuses) }
    expect(Math.max(rows.list, rows.counts), JSON.stringify(rows)).toBeLessThanOrEqual(most)
  },
)
