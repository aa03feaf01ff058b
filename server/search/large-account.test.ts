import { decodeJwt } from 'jose'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { searchDocuments } from '#contract/search/search.ts'
import { documentTypes } from '#contract/values.ts'
import { testPortal } from '../testing/portal.ts'
import { runKeptPlans, viewerOf } from '../testing/statement-plans.ts'
import { search } from './search.ts'

/* An account with more documents than are scanned before the index is queried. */

const portal = await testPortal()
const count = 1300
const numbers = Array.from({ length: count }, (_, at) => `SO-${String(at).padStart(5, '0')}`)
/** Dearer than any order, one in four days, the last of them a credit note. */
const invoices = Array.from({ length: 80 }, (_, at) => ({
  account: 'M-1',
  type: 'invoices' as const,
  number: `IN-${9100 + at}`,
  status: 'open',
  currency: 'EUR',
  totals: { gross: '5000' },
  issueDate: new Date(Date.UTC(2023, 0, 3) + at * 4 * 86_400_000).toISOString().slice(0, 10),
  lines: [{ line: '1', name: 'Flange', quantity: '1' }],
  ...(at === 79 ? { invoiceKind: '381' as const } : {}),
}))
let token: string

beforeAll(async () => {
  const report = await portal.ingest(
    ...numbers.map((number, at) => ({
      account: 'M-1',
      accountName: 'Many',
      type: 'orders' as const,
      number,
      status: at % 50 === 0 ? 'on_hold' : 'confirmed',
      currency: 'EUR',
      totals: { gross: String(at) },
      issueDate: new Date(Date.UTC(2023, 0, 1) + (at >> 2) * 86_400_000).toISOString().slice(0, 10),
      customerReference: at < 250 ? `Q${String(at).padStart(3, '0')}Y777` : `Z${at}Y777`,
      lines: [{ line: '1', sku: `K-${at % 7}`, name: at % 100 === 3 ? 'Rare widget' : 'Common washer', quantity: '1' }],
    })),
  )
  expect(report.created).toBe(count)
  await portal.ingest(...invoices)
  token = await portal.signIn('many@m.example', 'M-1')
}, 60_000)

type Page = Reply<typeof searchDocuments>
async function pageOf(typed: string, cursor: string | null = null): Promise<Page> {
  const query = `limit=40&q=${encodeURIComponent(typed)}${cursor === null ? '' : `&cursor=${cursor}`}`
  const { status, body } = await portal.get(`/search?${query}`, token)
  expect([typed, status]).toEqual([typed, 200])
  return body as Page
}

const matchingNumbers = (matches: (at: number) => boolean) => numbers.filter((_, at) => matches(at)).toSorted()

describe('in an account of many documents', () => {
  test.each([
    ['washer', (at: number) => at % 100 !== 3],
    ['widget', (at: number) => at % 100 === 3],
    ['widgets sku:K-3', (at: number) => at % 100 === 3 && at % 7 === 3],
    ['status:on_hold', (at: number) => at % 50 === 0],
    ['washer status:on_hold over:200', (at: number) => at % 50 === 0 && at >= 200],
    ['widget before:2023-01-31', (at: number) => at % 100 === 3 && at >> 2 <= 30],
    ['before:2023-01-02', (at: number) => at < 8],
    ['y777 after:2023-11-01', (at: number) => at >> 2 >= 304],
  ])('“%s” finds all there are, each once, newest first', async (typed, matches) => {
    const hits: { number: string; date: string | null }[] = []
    let cursor: string | null = null
    do {
      const page: Page = await pageOf(typed, cursor)
      hits.push(...page.hits)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(hits.map(({ number }) => number).toSorted()).toEqual(matchingNumbers(matches))
    const days = hits.map(({ date }) => date)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  test('“over:4000” finds the few dear ones among many of another type, each once, newest first', async () => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await pageOf('over:4000', cursor)
      found.push(...page.hits.map(({ number }) => number))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(found).toEqual(invoices.map(({ number }) => number).toReversed())
  })

  test('hits are counted to the last when a page does not hold them, and are a lower bound when it does', async () => {
    expect(await pageOf('widget')).toMatchObject({ counts: { orders: 13 }, exact: true })
    const { counts, exact } = await pageOf('washer')
    expect(exact).toBe(false)
    expect(counts.orders).toBeGreaterThanOrEqual(40)
  })

  test.each(['SO-000', 'so000', 'so-0001', 'Q', 'q 1', 'Z2', 'SO-00 after:2023-01-20 before:2023-01-25', 'washer k 3'])(
    'while “%s” is being typed its newest documents come, as on the page of results, and no next page',
    async (typed) => {
      const query = `limit=8&suggest=true&q=${encodeURIComponent(typed)}`
      const { hits, nextCursor } = (await portal.get(`/search?${query}`, token)).body as Page
      const days = ({ hits: all }: Pick<Page, 'hits'>) => all.slice(0, 8).map(({ date }) => date)
      expect(hits).toHaveLength(8)
      expect(days({ hits })).toEqual(days(await pageOf(typed)))
      expect(nextCursor).toBeNull()
    },
  )

  test.each([
    ['widget', (at: number) => at % 100 === 3],
    ['SO-000', (at: number) => at < 100],
    ['common k-3', (at: number) => at % 7 === 3 && at % 100 !== 3],
  ])('a list narrowed by “%s” has all of them, newest first', async (typed, matches) => {
    const { body } = await portal.get(`/documents/orders?limit=100&q=${encodeURIComponent(typed)}`, token)
    const { rows, total } = body as { rows: { number: string; date: string }[]; total: { count: number } }
    const expected = matchingNumbers(matches).toReversed()
    expect(total.count).toBe(expected.length)
    expect(rows.map(({ number }) => number)).toHaveLength(Math.min(expected.length, 100))
    expect(expected).toEqual(expect.arrayContaining(rows.map(({ number }) => number)))
  })

  test('documents of a type that never has a status are not looked at one by one for it', async () => {
    const { database } = portal
    const { acc } = decodeJwt(token)
    const viewer = viewerOf(String(acc))
    const blocksRead = async (q: string) => {
      const run = (viewerPool: Pool) => search(viewerPool, viewer, { q }, '2026-03-10')
      return (await runKeptPlans(database.pools.viewer, database.urls.viewer, viewer.accountId, run)).blocks
    }
    // Washers are in orders alone, which are never overdue.
    expect(await blocksRead('washer status:overdue')).toBeLessThan((await blocksRead('washer status:on_hold')) / 2)
  })

  test('an old document whose reference was typed whole comes before newer ones that begin like it', async () => {
    expect((await pageOf('SO-00001')).hits[0]?.number).toBe('SO-00001')
    expect((await pageOf('1')).hits.length).toBeGreaterThan(1)
    expect((await pageOf('130')).hits[0]?.number).toBe('SO-00130')
  })

  test.each([
    ['wildcards', '%_%_%_%_ %%%% ____'],
    ['patterns', '(a+)+$ [^x]* .*.* \\\\1'],
    ['signs of the index', ":*|&!'() <-> $1190 \\"],
    ['a hundred letters', 'a '.repeat(99)],
    ['many words', Array.from({ length: 50 }, (_, at) => `w${at}`).join(' ')],
    ['one long word', 'x9'.repeat(100)],
    ['signs of two halves', `a${'𐐀'.repeat(90)}`],
    ['digits of two halves', `1${'𐐀'.repeat(90)}`],
    ['many filters', Array.from({ length: 25 }, (_, at) => `po:${at}`).join(' ')],
  ])('%s cost no more statements and rows than honest words', async (_, typed) => {
    const { hits, counts } = await pageOf(typed)
    expect(hits.length).toBeLessThanOrEqual(48)
    for (const type of documentTypes) expect(counts[type]).toBeLessThanOrEqual(count)
  })

  test('ten thousand signs and a null sign are refused unread', async () => {
    for (const typed of ['x'.repeat(10_000), 'a\u0000b']) {
      const { status } = await portal.get(`/search?q=${encodeURIComponent(typed)}`, token)
      expect(status).toBe(400)
    }
  })
})

describe('where all that matches is older than what is searched at first', () => {
  beforeAll(async () => {
    const old = { account: 'M-1', type: 'orders' as const, number: 'OLD', status: 'cancelled', issueDate: '2022-05-01' }
    await portal.ingest({ ...old, lines: [{ line: '1', name: 'Bracket', quantity: '1' }] })
  })

  test('a page without hits says that there may be more, and the next one has them', async () => {
    const first = await pageOf('status:cancelled')
    expect(first).toMatchObject({ hits: [], counts: { orders: 0 }, exact: false, nextCursor: expect.any(String) })
    expect(await pageOf('status:cancelled', first.nextCursor)).toMatchObject({
      ...{ hits: [{ number: 'OLD' }], exact: true, nextCursor: null },
    })
  })

  test('the search does not count as one in vain', async () => {
    // A day of its own, so that the searches before count elsewhere.
    portal.setTime('2026-06-01T09:00:00Z')
    const authorization = `Bearer ${await portal.signIn('more@m.example', 'M-1')}`
    const app = await portal.serve()
    await app.inject({ url: '/api/search?q=status:cancelled', headers: { authorization } })
    await app.close()
    const { rows } = await portal.database.owner.query<{ what: string }>(
      `select what from daily_counts where day = '2026-06-01' and what like 'search.%'`,
    )
    expect(rows).toEqual([{ what: 'search.all' }])
  })
})
