import { expect, test } from 'vitest'
import { pageWithHits } from './page-with-hits.ts'

/** A server of pages 0, 1, …, of which that at `hitAt` holds the only hit and is the last; gives what is asked of it. */
function serverWithHitAt(hitAt: number) {
  const cursors: string[] = []
  const pageAt = (at: number) => ({
    hits: at === hitAt ? ['SO-1'] : [],
    nextCursor: at === hitAt ? null : String(at + 1),
  })
  const read = async (cursor: string) => {
    cursors.push(cursor)
    return pageAt(Number(cursor))
  }
  return { first: pageAt(0), read, cursors }
}

test('Where the newest documents hold no hit, older ones are searched for the same page', async () => {
  const { first, read, cursors } = serverWithHitAt(2)
  expect(await pageWithHits(first, read)).toEqual({ hits: ['SO-1'], nextCursor: null })
  expect(cursors).toEqual(['1', '2'])
})

test('A page that holds hits is shown as it is', async () => {
  const { first, read, cursors } = serverWithHitAt(0)
  expect(await pageWithHits(first, read)).toBe(first)
  expect(cursors).toEqual([])
})

test('After five calls in vain the page ends, and the next one goes on from there', async () => {
  const { first, read, cursors } = serverWithHitAt(7)
  expect(await pageWithHits(first, read)).toEqual({ hits: [], nextCursor: '5' })
  expect(cursors).toEqual(['1', '2', '3', '4'])
})
