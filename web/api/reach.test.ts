import { beforeEach, expect, test } from 'vitest'
import { reach } from './reach.ts'

beforeEach(() => reach.back())

test('Of several answers that were kept the oldest says how old the page may be', () => {
  for (const at of ['2026-03-12T09:00:00Z', '2026-03-12T08:00:00Z', '2026-03-12T10:00:00Z']) reach.kept(at)
  expect(reach.current()).toEqual({ keptAt: '2026-03-12T08:00:00Z' })
})

test('A server that is away is away until it answers, and what was kept says more than that', () => {
  reach.lost()
  const lost = reach.current()
  expect(lost).toEqual({ lostAt: expect.any(String) })
  reach.lost()
  expect(reach.current()).toBe(lost)
  reach.kept('2026-03-12T08:00:00Z')
  reach.lost()
  expect(reach.current()).toEqual({ keptAt: '2026-03-12T08:00:00Z' })
  reach.back()
  expect(reach.current()).toBeNull()
})

test('Who watches is told of each change once', () => {
  let told = 0
  const stop = reach.watch(() => told++)
  for (const step of [reach.lost, reach.lost, reach.back, reach.back]) step()
  stop()
  reach.lost()
  expect(told).toBe(2)
})
