import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { searchMessages as endpoint } from '#contract/search/messages.ts'
import { testPortal } from '../testing/portal.ts'
import { runKeptPlans, viewerOf } from '../testing/statement-plans.ts'
import { searchMessages } from './messages.ts'

/* An account that has written twelve thousand messages, beside one that has written as many. */

const portal = await testPortal()
const count = 12_000
let token: string
let accountId: string

beforeAll(async () => {
  await portal.ingest(
    { type: 'orders', number: 'SO-1', account: 'M-1' },
    { type: 'orders', number: 'SO-2', account: 'M-2' },
  )
  token = await portal.signIn('many@m.example', 'M-1')
  for (const [person, at] of [
    [token, 'M-1'],
    [await portal.signIn('other@m.example', 'M-2'), 'M-2'],
  ] as const) {
    const body = { key: randomUUID(), text: `The first of ${at}` }
    expect(
      (
        await portal.call('POST', `/documents/orders/${at === 'M-1' ? 'SO-1' : 'SO-2'}/messages`, {
          token: person,
          body,
        })
      ).status,
    ).toBe(200)
  }
  const { owner } = portal.database
  const { rows } = await owner.query<{ id: string }>(`select account_id as id from accounts where number = 'M-1'`)
  accountId = rows[0]?.id ?? ''
  // One in three names a pallet, one in a thousand of the older ones a gasket, all of the oldest half a washer.
  await owner.query(
    `with written as (
  insert into conversation_messages (account_id, request_id, id, document_type, document_number, written_at, side, text, outcome, key)
  select r.account_id, r.id, gen_random_uuid(), r.document_type, r.document_number, timestamptz '2026-03-09T00:00:00Z' - at * interval '1 minute', 'supplier',
    'Message ' || at || case when at % 3 = 0 then ' pallet' else '' end || case when at % 1000 = 999 then ' gasket' else '' end
      || case when at > $1 / 2 then ' washer' else '' end, 'answered', gen_random_uuid()
  from requests r cross join generate_series(1, $1::int) at
  returning account_id, request_id, id, document_type, written_at, text
)
insert into message_search (account_id, request_id, id, type, written_at, terms)
select w.account_id, w.request_id, w.id, w.document_type, w.written_at,
  array_to_tsvector(array(select a.search_key || ':' || word from string_to_table(lower(w.text), ' ') word))
from written w join accounts a on a.account_id = w.account_id`,
    [count],
  )
  await owner.query('vacuum (analyze) message_search, conversation_messages, requests')
}, 120_000)

type Page = Reply<typeof endpoint>
const pageOf = async (q: string, more = '') =>
  (await portal.get(`/search/messages?q=${encodeURIComponent(q)}${more}`, token)).body as Page
const readFor = (q: string) =>
  runKeptPlans(portal.database.pools.viewer, portal.database.urls.viewer, accountId, (viewerPool: Pool) =>
    searchMessages(viewerPool, viewerOf(accountId), { q, limit: '20' }),
  )

describe('among thousands of messages', () => {
  test.each([
    ['gasket', count / 1000],
    ['pallet gasket', Math.floor(count / 3000)],
    ['message 5999', 1],
    ['washer', count / 2],
    ['me', count],
  ])('“%s” is found to the last of them, newest first, each once', async (typed, expected) => {
    const times: string[] = []
    const ids = new Set<string>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await pageOf(typed, `&limit=100${cursor && `&cursor=${cursor}`}`)
      for (const { id, at } of page.hits) {
        times.push(at)
        ids.add(id)
      }
      cursor = page.nextCursor
    }
    expect([times.length, ids.size]).toEqual([expected, expected])
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test.each([
    ['a frequent word', 'pallet', 1_500],
    ['a rare one', 'gasket', 1_500],
    ['one that nobody wrote', 'carburettor', 1_500],
    // Six thousand of them are entries of the index, of which it makes a map.
    ['a word of thousands of old ones', 'washer', 8_600],
    ['words that no message holds together', 'washer carburettor', 3_000],
    ['two frequent ones that seldom meet', 'pallet gasket', 3_000],
    ['a beginning of all of them', 'me', 1_500],
    ['signs that nobody wrote', 'q z', 8_000],
    ['many short ones', 'a b c d e f g h', 8_000],
    ['signs of the index', ":*|&!'() <-> $1190 \\", 8_000],
  ])('%s: “%s” reads no more than %i rows of tables and indexes', async (_, typed, most) => {
    const { rows } = await readFor(typed)
    expect(rows).toBeLessThanOrEqual(most)
  })

  test('signs of two halves and a null sign are no error of the portal', async () => {
    for (const typed of [
      `a${'𐐀'.repeat(90)}`,
      `1${'𐐀'.repeat(90)}`,
      'w9'.repeat(100),
      'a '.repeat(99),
      '%_%_%_%_ %%%% ____',
    ]) {
      const { status } = await portal.get(`/search/messages?q=${encodeURIComponent(typed)}`, token)
      expect([typed, status]).toEqual([typed, 200])
    }
    expect((await portal.get('/search/messages?q=a%00b', token)).status).toBe(400)
  })
})
