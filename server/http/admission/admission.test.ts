import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAdmission } from './admission.ts'
import type { Principal } from './lane.ts'
import { type LaneName, rates } from './lanes.ts'

const key = { id: 'key 1' }
const searcher = { id: 'person 2', account: 'C-2' }
const reader = { id: 'person 1', account: 'C-1' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Milliseconds until a caller has their next place, after a call that took `took`. */
async function waitAfter(lane: LaneName, principal: Principal, took: number, reads?: Principal): Promise<number> {
  const { enter } = createAdmission({ cores: 2, connections: 16 }, rates)
  const leave = await enter(lane, principal)
  await vi.advanceTimersByTimeAsync(took)
  if (reads) (await enter('people', reads))()
  leave()
  const leftAt = performance.now()
  let waited: number | undefined
  const next = Promise.resolve(enter(lane, principal)).then(() => {
    waited = performance.now() - leftAt
  })
  while (waited === undefined) await vi.advanceTimersByTimeAsync(1)
  await next
  return waited
}

test('An import goes on at once after a batch when nobody reads', async () => {
  expect(await waitAfter('ingest', key, 30)).toBeLessThanOrEqual(1)
})

test.each([
  ['An import', 'ingest' as const, key, 2],
  ['Who searches without a pause', 'search' as const, searcher, 4],
])('%s rests some times as long as the last took while others read', async (_, lane, principal, times) => {
  const waited = await waitAfter(lane, principal, 30, reader)
  expect(waited).toBeGreaterThanOrEqual(30 * times)
  expect(waited).toBeLessThan(30 * times + 5)
})

test('A person who searches and reads alone goes on at once', async () => {
  expect(await waitAfter('search', searcher, 30, searcher)).toBeLessThanOrEqual(1)
})

test('While one person rests, others search, also a colleague', async () => {
  const { enter } = createAdmission({ cores: 2, connections: 16 }, rates)
  const leave = await enter('search', searcher)
  await vi.advanceTimersByTimeAsync(30)
  ;(await enter('people', reader))()
  leave()
  for (const other of [reader, { id: 'person 3', account: searcher.account }]) {
    const began = performance.now()
    ;(await enter('search', other))()
    expect(performance.now() - began).toBe(0)
  }
})

test('Nobody rests for more than a fifth of a second', async () => {
  for (const lane of ['ingest', 'search'] as const) expect(await waitAfter(lane, key, 3_000, reader)).toBeLessThan(205)
})
