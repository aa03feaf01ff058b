import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { readDashboard } from '#server/dashboard/queries.ts'
import { selectRequestsOfAccount } from '#server/requests/list-queries.ts'
import { addDocumentsOfOthers } from '#server/testing/other-documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { runKeptPlans, viewerOf } from '#server/testing/statement-plans.ts'

/* Two accounts with ten orders that somebody asked about; one of them has 4,000 other orders, each asked about long ago. */

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)
const accounts = { small: '', large: '' }

beforeAll(async () => {
  const { owner } = portal.database
  for (const [size, account] of [
    ['small', 'S-1'],
    ['large', 'L-1'],
  ] as const) {
    const numbers = Array.from({ length: 10 }, (_, n) => `${account}-O${n}`)
    const report = await portal.ingest(
      ...numbers.map((number) => ({ type: 'orders' as const, number, account, status: 'completed' })),
    )
    expect(report.errors).toEqual([])
    const token = await portal.signIn(`buyer@${account}.example`, account)
    for (const number of numbers) {
      const body = { key: randomUUID(), text: 'When does it come?' }
      const { status } = await portal.call('POST', `/documents/orders/${number}/messages`, { token, body })
      expect(status).toBe(200)
    }
    const { rows } = await owner.query<{ id: string }>('select account_id as id from accounts where number = $1', [
      account,
    ])
    accounts[size] = rows[0]?.id ?? ''
  }
  await owner.query(
    `insert into documents (account_id, id, type, number, status, source_system, content_hash, ingested_at)
select $1, gen_random_uuid(), 'orders', 'old-' || at, 'completed', 'erp', '\\x00', now() from generate_series(1, 4000) at`,
    [accounts.large],
  )
  const { rows: columns } = await owner.query<{ list: string }>(
    `select string_agg(attname, ', ') as list from pg_attribute where attrelid = 'requests'::regclass and attnum > 0
  and not attisdropped and attname not in ('id', 'key', 'document_number', 'made_at', 'last_at')`,
  )
  await owner.query(
    `insert into requests (id, key, document_number, made_at, last_at, ${columns[0]?.list})
select gen_random_uuid(), gen_random_uuid(), 'old-' || at, made_at - at * interval '1 hour', last_at - at * interval '1 hour', ${columns[0]?.list}
from (select * from requests where account_id = $1 limit 1) r cross join generate_series(1, 4000) at`,
    [accounts.large],
  )
  await addDocumentsOfOthers(portal)
  await owner.query('vacuum (analyze)')
}, 60_000)

const now = new Date(`${today}T09:00:00Z`)
const list = { types: ['orders'] as const, states: null, kind: null, limit: 8, after: undefined, newSince: now }

const pages: Readonly<Record<string, (viewerPool: Pool, accountId: string) => Promise<readonly unknown[]>>> = {
  'the conversations on the dashboard': async (viewerPool, accountId) =>
    (await readDashboard(viewerPool, viewerOf(accountId), { types: [], today })).conversations,
  'a page of the conversations': (viewerPool, accountId) =>
    selectRequestsOfAccount(viewerPool, viewerOf(accountId), { ...list, of: 'conversations' }),
  'a page of the requests': (viewerPool, accountId) =>
    selectRequestsOfAccount(viewerPool, viewerOf(accountId), { ...list, of: 'requests' }),
}

test.each(Object.entries(pages))('%s read no more in a large account than in a small one', async (_, page) => {
  const read = (accountId: string) =>
    runKeptPlans(portal.database.pools.viewer, portal.database.urls.viewer, accountId, async (viewerPool) =>
      expect(await page(viewerPool, accountId)).toHaveLength(8),
    )
  const [small, large] = [await read(accounts.small), await read(accounts.large)]
  expect(large.rows).toBe(small.rows)
  // An index of more entries may be one level deeper.
  expect(large.blocks).toBeLessThanOrEqual(small.blocks * 1.5)
})
