import { expect, test, vi } from 'vitest'

// Calls keep their session in the browser's storage.
vi.stubGlobal('localStorage', {})
vi.stubGlobal('sessionStorage', {})
vi.stubGlobal('window', { addEventListener: () => undefined })
const { searchQuery } = await import('./queries.ts')

test('What follows of a search by another spelling is asked for as it was typed: the place to go on from is of that search', () => {
  const page = { hits: [], counts: {} as never, searched: 'kugellager', exact: true, nextCursor: 'behind' }
  expect(searchQuery('kugelager', undefined).getNextPageParam(page, [page], {}, [{}])).toEqual({ cursor: 'behind' })
})
