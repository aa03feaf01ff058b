import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { testPortal } from '#server/testing/portal.ts'

/* An account with more documents than are scanned for one page of a list with a text filter. */

const portal = await testPortal()
const count = 3_800
const numbers = Array.from({ length: count }, (_, at) => `SO-${String(at).padStart(5, '0')}`)
const isRare = (at: number) => at % 100 === 3
let token: string

beforeAll(async () => {
  const report = await portal.ingest(
    ...numbers.map((number, at) => ({
      account: 'M-1',
      accountName: 'Many',
      type: 'orders' as const,
      number,
      status: at < 3 ? 'on_hold' : 'confirmed',
      currency: 'EUR',
      totals: { gross: '10.00' },
      issueDate: new Date(Date.UTC(2023, 0, 1) + (at >> 3) * 86_400_000).toISOString().slice(0, 10),
      lines: [{ line: '1', sku: `K-${at % 7}`, name: isRare(at) ? 'Rare widget' : 'Common washer', quantity: '1' }],
    })),
  )
  expect(report.created).toBe(count)
  token = await portal.signIn('many@m.example', 'M-1')
}, 120_000)

type Page = { rows: DocumentRow[]; nextCursor: string | null; total: { count: number; exact: boolean } }
type Counts = { statuses: { status: string; count: number; exact: boolean }[] }
const getBody = async <T>(path: string) => (await portal.get(`/documents/orders${path}`, token)).body as T
const countsOf = async (query: string) =>
  (await getBody<Counts>(`/statuses?${query}`)).statuses.filter(({ status }) =>
    ['on_hold', 'confirmed'].includes(status),
  )

async function readAllNumbers(query: string, limit = 100): Promise<string[]> {
  const read: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await getBody<Page>(`?limit=${limit}&${query}${cursor && `&cursor=${cursor}`}`)
    read.push(...page.rows.map(({ number }) => number))
    cursor = page.nextCursor
  }
  return read
}

const dayOf = (number: string) => Number(number.slice(3)) >> 3

describe('a list narrowed by a word that thousands of documents hold', () => {
  test.each([
    ['q=washer', (at: number) => !isRare(at)],
    ['q=widget', isRare],
    ['q=washer&status=on_hold', (at: number) => at < 3],
    ['q=washer&from=2023-01-02&to=2023-01-04', (at: number) => at >> 3 >= 1 && at >> 3 <= 3 && !isRare(at)],
  ])('%s shows all there are, each once, newest first', async (query, matches) => {
    const [actual, expected] = [await readAllNumbers(query), numbers.filter((_, at) => matches(at)).toReversed()]
    expect(actual.toSorted()).toEqual(expected.toSorted())
    expect(actual.map(dayOf)).toEqual(expected.map(dayOf))
  })

  test('finds what stands far behind the first page', async () => {
    expect((await getBody<Page>('?q=washer&status=on_hold')).rows).toHaveLength(3)
  })

  test('finds it in every other order, too, page by page', async () => {
    const held = numbers.slice(0, 3)
    expect(await readAllNumbers('q=washer&status=on_hold&sort=number')).toEqual(held)
    expect(await readAllNumbers('q=washer&status=on_hold&sort=-statusChangedAt')).toHaveLength(3)
    expect(await readAllNumbers('q=washer&status=on_hold&sort=-number', 2)).toEqual(held.toReversed())
    expect((await getBody<Page>('?q=washer&status=on_hold&sort=number')).total).toEqual({ count: 3, exact: true })
    // Of thousands the newest are put in order.
    const newest = numbers.filter((_, at) => !isRare(at)).slice(-500)
    expect((await readAllNumbers('q=washer&sort=number')).map(dayOf)).toEqual(newest.map(dayOf))
    expect((await getBody<Page>('?q=washer&sort=number')).total).toEqual({ count: 500, exact: false })
    expect((await getBody<Page>('?q=washer&currency=USD&sort=number')).total).toEqual({ count: 0, exact: true })
  })

  test('says of how many it knows, and that there may be more, where it did not go through all', async () => {
    expect((await getBody<Page>('?q=washer')).total).toEqual({ count: 500, exact: false })
    expect(await countsOf('q=washer')).toEqual(
      expect.arrayContaining([
        { status: 'confirmed', count: 500, exact: false },
        { status: 'on_hold', count: 0, exact: false },
      ]),
    )
    expect(await getBody('/totals?q=washer')).toEqual({ totals: null })
    expect(await getBody('/totals?q=washer&status=on_hold')).toEqual({ totals: null })
  })

  test('says exactly how many there are, and what they come to, where it went through all', async () => {
    expect((await getBody<Page>('?q=widget')).total).toEqual({ count: 38, exact: true })
    expect(await countsOf('q=widget')).toEqual(
      expect.arrayContaining([
        { status: 'confirmed', count: 38, exact: true },
        { status: 'on_hold', count: 0, exact: true },
      ]),
    )
    expect(await getBody('/totals?q=widget')).toMatchObject({ totals: [{ currency: 'EUR', count: 38 }] })
  })

  test.each(['', '&sort=number', '&sort=-gross'])(
    'gives a file of all of them, in whatever order they are listed (%s)',
    async (sort) => {
      const { payload } = await portal.app.inject({
        url: `/api/documents/orders/export?q=washer&format=csv&columns=number${sort}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(payload.trim().split('\n')).toHaveLength(1 + numbers.filter((_, at) => !isRare(at)).length)
    },
  )

  test('says that they are too many for a ZIP, in whatever order they are listed', async () => {
    for (const sort of [{}, { sort: 'number' }]) {
      const body = { type: 'orders', filters: { q: 'washer', ...sort }, parts: ['ubl'] }
      const { status, body: reply } = await portal.call('POST', '/documents/download', { token, body })
      expect([status, reply.message]).toEqual([400, expect.stringContaining('500')])
    }
  })
})
