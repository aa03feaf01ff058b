import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAdmission } from './admission.ts'
import { rates } from './lanes.ts'

const key = { id: 'key 1' }
const reader = { id: 'person 1', account: 'C-1' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Milliseconds that an import waits for its next place, of which the last batch took `took`. */
async function waitAfter(took: number, isRead: boolean): Promise<number> {
  const { enter } = createAdmission({ cores: 2, connections: 16 }, rates)
  const leave = await enter('ingest', key)
  await vi.advanceTimersByTimeAsync(took)
  if (isRead) (await enter('people', reader))()
  leave()
  const left = performance.now()
  let waited: number | undefined
  const next = Promise.resolve(enter('ingest', key)).then(() => {
    waited = performance.now() - left
  })
  while (waited === undefined) await vi.advanceTimersByTimeAsync(1)
  await next
  return waited
}

test('An import goes on at once after a batch when nobody reads', async () => {
  expect(await waitAfter(30, false)).toBeLessThanOrEqual(1)
})

test('An import rests twice as long as its batch took while people read', async () => {
  const waited = await waitAfter(30, true)
  expect(waited).toBeGreaterThanOrEqual(60)
  expect(waited).toBeLessThan(65)
})

test('An import never rests for more than a fifth of a second', async () => {
  expect(await waitAfter(3_000, true)).toBeLessThan(205)
})
