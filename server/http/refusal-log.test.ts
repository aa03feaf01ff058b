import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createKeyIdCache } from './key-id-cache.ts'
import { createRefusalLog } from './refusal-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function refusals() {
  const lines: unknown[] = []
  const refuse = createRefusalLog({ warn: (...line: unknown[]) => void lines.push(line) } as never)
  return { lines, refuse }
}

test('an operator reads one line a second of all that was refused, with the first request of each reason', () => {
  const { lines, refuse } = refusals()
  refuse('busy', 'r1')
  refuse('slow', 'r2')
  refuse('busy', 'r3')
  vi.advanceTimersByTime(999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1)
  const reasons = [
    { reason: 'busy', count: 2, firstRequest: 'r1' },
    { reason: 'slow', count: 1, firstRequest: 'r2' },
  ]
  expect(lines).toEqual([[{ count: 3, reasons }, 'requests refused']])
  vi.advanceTimersByTime(10_000)
  expect(lines).toHaveLength(1)
  refuse('busy', 'r4')
  vi.advanceTimersByTime(1_000)
  expect(lines[1]).toEqual([
    { count: 1, reasons: [{ reason: 'busy', count: 1, firstRequest: 'r4' }] },
    'requests refused',
  ])
})

test('a line names twenty reasons, and counts all others together', () => {
  const { lines, refuse } = refusals()
  for (let index = 0; index < 25; index++) refuse(`reason ${index}`, `r${index}`)
  refuse('reason 0', 'again')
  vi.advanceTimersByTime(1_000)
  const [[{ count, reasons }]] = lines as [[{ count: number; reasons: object[] }]]
  expect([count, reasons.length]).toEqual([26, 21])
  expect(reasons[0]).toEqual({ reason: 'reason 0', count: 2, firstRequest: 'r0' })
  expect(reasons[20]).toEqual({ reason: 'others', count: 5, firstRequest: 'r20' })
})

test('a key is known by its id until it is found to be none', () => {
  const keys = createKeyIdCache()
  expect(keys.get('token')).toBeUndefined()
  keys.note('token', 'key 1')
  expect(keys.get('token')).toBe('key 1')
  expect(keys.get('another')).toBeUndefined()
  keys.note('token', 'key 2')
  expect(keys.get('token')).toBe('key 2')
  keys.note('token', undefined)
  expect(keys.get('token')).toBeUndefined()
})

test('of a thousand keys the ids are kept, and of no more', () => {
  const keys = createKeyIdCache()
  for (let index = 0; index < 1_001; index++) keys.note(`token ${index}`, `key ${index}`)
  expect(keys.get('token 999')).toBe('key 999')
  expect(keys.get('token 1000')).toBeUndefined()
  keys.note('token 0', 'another')
  expect(keys.get('token 0')).toBe('another')
  keys.note('token 0', undefined)
  keys.note('token 1000', 'key 1000')
  expect(keys.get('token 1000')).toBe('key 1000')
})
