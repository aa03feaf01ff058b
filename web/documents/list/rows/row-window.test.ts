import { describe, expect, test } from 'vitest'
import { rowLayout } from './row-layout.ts'
import { scrollOffsetFor, windowAt } from './row-window.ts'

const rowsOf = (count: number) => rowLayout(count, 56)

describe('of a long list only the rows in sight exist', () => {
  test('at its start, in its middle and at its end', () => {
    expect(windowAt(0, 560, rowsOf(100_000))).toEqual({ first: 0, last: 16 })
    expect(windowAt(56 * 50_000, 560, rowsOf(100_000))).toEqual({ first: 49_992, last: 50_016 })
    expect(windowAt(56 * 99_990, 560, rowsOf(100_000))).toEqual({ first: 99_984, last: 100_000 })
  })

  test('every row in sight exists, wherever the list stands', () => {
    for (let offset = 0; offset < 56 * 990; offset += 97) {
      const { first, last } = windowAt(offset, 560, rowsOf(1000))
      expect(first).toBeLessThanOrEqual(Math.floor(offset / 56))
      expect(last).toBeGreaterThanOrEqual(Math.min(1000, Math.ceil((offset + 560) / 56)))
      expect(last - first).toBeLessThanOrEqual(40)
    }
  })

  test('a list that became shorter shows its end', () => {
    expect(windowAt(56 * 5000, 560, rowsOf(20))).toEqual({ first: 8, last: 20 })
    expect(windowAt(56 * 5000, 560, rowsOf(0))).toEqual({ first: 0, last: 0 })
  })
})

describe('moving by the keyboard scrolls as little as it can', () => {
  test('not at all to a row in sight, just enough to one above or below', () => {
    expect(scrollOffsetFor(5, 56, 600, rowsOf(100), 37)).toBe(56)
    expect(scrollOffsetFor(0, 56, 600, rowsOf(100), 37)).toBe(0)
    expect(scrollOffsetFor(20, 0, 600, rowsOf(100), 37)).toBe(21 * 56 + 37 - 600)
  })
})
