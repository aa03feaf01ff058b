import { beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { searchDocuments } from '#contract/search/search.ts'
import { type Db, withAccount } from '#database/transaction.ts'
import { testPortal } from '../testing/portal.ts'
import { recordStatements, viewerOf } from '../testing/statement-plans.ts'
import { search } from './search.ts'

/* An account that bought washers thousands of times, stopped, and has bought gaskets since. */

const portal = await testPortal()
const [oldCount, newCount] = [5_400, 5_200]
let token: string

beforeAll(async () => {
  const order = { account: 'M-1', accountName: 'Many', type: 'orders' as const, status: 'completed', currency: 'EUR' }
  await portal.ingest(
    { ...order, number: 'OLD', issueDate: '2020-01-01', lines: [{ line: '1', name: 'Washer', quantity: '1' }] },
    { ...order, number: 'NEW', issueDate: '2025-01-01', lines: [{ line: '1', name: 'Gasket', quantity: '1' }] },
  )
  // Copies of the two and of their search rows: importing as many takes a minute.
  await portal.database.owner.query(
    `with copies as (
  insert into documents (account_id, id, type, number, status, issue_date, source_system, content_hash, ingested_at)
  select d.account_id, gen_random_uuid(), d.type, d.number || '-' || at, d.status, d.issue_date + at / 10, d.source_system, d.content_hash, d.ingested_at
  from documents d cross join lateral generate_series(1, case d.number when 'OLD' then $1::int else $2::int end - 1) at
  returning account_id, id, type, number, list_date
)
insert into document_search (account_id, document_id, type, list_date, terms, codes)
select c.account_id, c.id, c.type, c.list_date, s.terms, s.codes
from copies c
join documents d on d.account_id = c.account_id and d.number = split_part(c.number, '-', 1)
join document_search s on s.account_id = d.account_id and s.document_id = d.id`,
    [oldCount, newCount],
  )
  token = await portal.signIn('many@m.example', 'M-1')
}, 120_000)

type Page = Reply<typeof searchDocuments>
const pageOf = async (query: string) => (await portal.get(`/search?${query}`, token)).body as Page

test('a word of thousands of old documents is suggested from what is known of them', async () => {
  const { hits } = await pageOf('suggest=true&limit=8&q=washer')
  expect(hits).toHaveLength(8)
  expect(hits.every(({ number }) => number.startsWith('OLD'))).toBe(true)
})

test('its pages go on to the last of them, newest first, and show none twice', async () => {
  const hits: Page['hits'] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page = await pageOf(`limit=100&q=washer${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    hits.push(...page.hits)
    cursor = page.nextCursor
  }
  expect(new Set(hits.map(({ number }) => number)).size).toBe(hits.length)
  expect(hits).toHaveLength(oldCount)
  const dates = hits.map(({ date }) => date ?? '')
  expect(dates).toEqual(dates.toSorted().toReversed())
})

async function rowsReadSoFar(client: Db): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
from pg_stat_xact_user_tables where relname = 'document_search'`,
  )
  return rows[0]?.count ?? 0
}

/** The most rows of search that one statement of a search reads, also inside functions. */
async function mostRowsRead(typed: string): Promise<number> {
  const { owner, pools, urls } = portal.database
  const { rows: accounts } = await owner.query<{ id: string }>('select account_id as id from accounts')
  const accountId = accounts[0]?.id ?? ''
  const input = { q: typed, suggest: 'true', limit: '8' } as const
  const statements = await recordStatements(urls.viewer, (viewerPool) =>
    search(viewerPool, viewerOf(accountId), input, '2026-01-01'),
  )
  const read: number[] = []
  for (const { text, values } of statements) {
    await withAccount(pools.viewer, accountId, async (client) => {
      const before = await rowsReadSoFar(client)
      await client.query(text, values)
      read.push((await rowsReadSoFar(client)) - before)
    })
  }
  expect(read.length).toBeGreaterThan(0)
  return Math.max(...read)
}

test.each([
  ['a word of many old documents', 'washer', 11_000],
  ['a misspelt word', 'wahser', 11_000],
  ['words that no document holds together', 'washer gasket', 5_000],
  ['single characters that half of all begin with', 'po:0 po:1 po:2 po:3 po:4 po:5 po:6 po:7', 5_000],
  ['a status', 'status:completed', 0],
])('%s: no statement of “%s” reads more than %i rows of the search', async (_, typed, most) => {
  expect(await mostRowsRead(typed)).toBeLessThanOrEqual(most)
})
