import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

// Calls keep their session in the browser's storage.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('sessionStorage', { getItem: () => 'a token' })
vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('document', { documentElement: { lang: 'en' } })
const { searchQuery } = await import('./queries.ts')

test('What follows of a search by another spelling is asked for as it was typed: the place to go on from is of that search', () => {
  const page = { hits: [], counts: {} as never, searched: 'kugellager', exact: true, nextCursor: 'behind' }
  expect(searchQuery('kugelager', undefined).getNextPageParam(page, [page], {}, [{}])).toEqual({ cursor: 'behind' })
})

const noHits = { quotes: 0, orders: 0, shipments: 0, invoices: 0 }
const hit = { type: 'orders', number: 'SO-1', title: null, status: 'cancelled', date: null, keyDate: null, matched: [] }

/** A server whose pages go on at 1, 2, …; that of `hitAt` holds the only hit and is the last. Gives the calls it gets. */
function serverWithHitAt(hitAt: number): URL[] {
  const calls: URL[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://portal.test')
    calls.push(url)
    const at = Number(url.searchParams.get('cursor') ?? 0)
    return Response.json({
      ...{ hits: at === hitAt ? [hit] : [], counts: noHits, searched: null, exact: at > 0 },
      nextCursor: at === hitAt ? null : String(at + 1),
    })
  })
  return calls
}

const cursorsOf = (calls: readonly URL[]) => calls.map(({ searchParams }) => searchParams.get('cursor'))

test('Where the newest documents hold no hit, older ones are searched for the same page, and nothing is said to be counted', async () => {
  const calls = serverWithHitAt(2)
  const { pages } = await new QueryClient().fetchInfiniteQuery(searchQuery('status:cancelled', 'orders'))
  expect(pages).toMatchObject([{ hits: [{ number: 'SO-1' }], counts: noHits, exact: false, nextCursor: null }])
  expect(cursorsOf(calls)).toEqual([null, '1', '2'])
  expect(calls.map(({ searchParams }) => searchParams.get('types'))).toEqual(['orders', 'orders', 'orders'])
})

test('After five calls in vain the page ends, and the next one goes on from there', async () => {
  const calls = serverWithHitAt(7)
  const client = new QueryClient()
  const search = { ...searchQuery('over:50000', undefined), pages: 2 }
  const { pages } = await client.fetchInfiniteQuery(search)
  expect(pages).toMatchObject([{ hits: [], nextCursor: '5' }, { hits: [{ number: 'SO-1' }] }])
  expect(cursorsOf(calls)).toEqual([null, '1', '2', '3', '4', '5', '6', '7'])
})
