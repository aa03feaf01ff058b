import { beforeEach, expect, test } from 'vitest'
import { connection } from './connection.ts'

beforeEach(() => connection.back())

test('Of several answers that were kept the oldest says how old the page may be', () => {
  for (const at of ['2026-03-12T09:00:00Z', '2026-03-12T08:00:00Z', '2026-03-12T10:00:00Z'])
    connection.servedFromCache(at)
  expect(connection.current()).toEqual({ keptAt: '2026-03-12T08:00:00Z' })
})

test('A server that is away is away until it answers, and what was kept says more than that', () => {
  connection.lost()
  const lost = connection.current()
  expect(lost).toEqual({ lostAt: expect.any(String) })
  connection.lost()
  expect(connection.current()).toBe(lost)
  connection.servedFromCache('2026-03-12T08:00:00Z')
  connection.lost()
  expect(connection.current()).toEqual({ keptAt: '2026-03-12T08:00:00Z' })
  connection.back()
  expect(connection.current()).toBeNull()
})

test('Everything that watches is told of each change once', () => {
  let notified = 0
  const stop = connection.watch(() => notified++)
  for (const step of [connection.lost, connection.lost, connection.back, connection.back]) step()
  stop()
  connection.lost()
  expect(notified).toBe(2)
})
