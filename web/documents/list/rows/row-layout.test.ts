import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowLayout } from './row-layout.ts'

const [rowHeight, headingHeight] = [56, 36]

/** Some rows, and those with which groups begin. */
const lists = fc.integer({ min: 0, max: 300 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    begins: fc
      .uniqueArray(fc.nat({ max: Math.max(count - 1, 0) }), { maxLength: count })
      .map((rows) => rows.toSorted((a, b) => a - b)),
  }),
)

describe('a list with headings', () => {
  test('has each row where those before it and their headings end', () => {
    fc.assert(
      fc.property(lists, ({ count, begins }) => {
        const layout = rowLayout(count, rowHeight, begins, headingHeight)
        let offset = 0
        for (let row = 0; row < count; row++) {
          const begin = begins.includes(row)
          expect(layout.offsetOf(row)).toBe(offset)
          expect(layout.topOf(row)).toBe(offset + (begin ? headingHeight : 0))
          offset = layout.topOf(row) + rowHeight
        }
        expect([layout.height, layout.offsetOf(count)]).toEqual([offset, offset])
      }),
    )
  })

  test('says which row is where', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: -100, max: 30_000 }), ({ count, begins }, offset) => {
        const layout = rowLayout(count, rowHeight, begins, headingHeight)
        const row = layout.rowAt(offset)
        expect(layout.offsetOf(row)).toBeLessThanOrEqual(Math.max(offset, 0))
        if (row < count) expect(layout.offsetOf(row + 1)).toBeGreaterThan(offset)
        else expect(layout.height).toBeLessThanOrEqual(Math.max(offset, 0))
      }),
    )
  })
})
