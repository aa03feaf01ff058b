import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ArchivedLog,
  type Base,
  isOver,
  needsBase,
  nextSegment,
  previousSegment,
  reaches,
  reachFor,
  reachOf,
  spansOf,
  superfluousSegments,
} from './archived-spans.ts'

const name = '20261101-000000-0a0b0c0d'
const segment = (number: number) =>
  `00000001${Math.floor(number / 256)
    .toString(16)
    .toUpperCase()
    .padStart(8, '0')}${(number % 256).toString(16).toUpperCase().padStart(8, '0')}`
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1) + minute * 60_000).toISOString()
/** A segment a minute; a backup takes two. */
const base = (number: number): Base => ({
  backup: `backup ${number}`,
  archive: { name, firstLog: segment(number), lastLog: segment(number + 1), from: at(number + 1) },
})
const logOf = (numbers: readonly number[]): ArchivedLog => ({
  name,
  segments: numbers.map(segment).sort(),
  covered: Object.fromEntries(numbers.map((number) => [segment(number), at(number + 1)])),
})

test('segments follow each other over the end of a log', () => {
  expect(nextSegment('0000000100000000000000FE')).toBe('0000000100000000000000FF')
  expect(nextSegment('0000000100000000000000FF')).toBe('000000010000000100000000')
  expect(previousSegment('000000020000000A00000000')).toBe('0000000200000009000000FF')
})

test('a backup reaches as far as the log goes on without a gap, and what comes after the gap needs another', () => {
  const log = logOf([250, 251, 252, 253, 254, 255, 256, 257, 259, 260])
  expect(reachOf(base(251), log)).toMatchObject({ from: at(252), until: at(258) })
  expect(reachOf(base(251), log).segments).toEqual([253, 254, 255, 256, 257].map(segment))
  expect(needsBase(name, [base(251)], log)).toBe(true)
  const all = reaches([base(259), base(251)], [log])
  expect(spansOf(all)).toEqual([
    { from: at(252), until: at(258) },
    { from: at(260), until: at(261) },
  ])
  expect(reachFor(at(259), all)).toBeUndefined()
  expect(reachFor(at(258), all)?.base.backup).toBe('backup 251')
  expect(needsBase(name, [base(251), base(259)], log)).toBe(false)
  expect(needsBase('another', [base(259)], log)).toBe(true)
})

test('an archive of a database that is no more is deleted when no backup begins in it, and never one that is written', () => {
  expect(isOver(logOf([1, 2]), [], at(10))).toBe(true)
  expect(isOver(logOf([1, 2, 9]), [], at(10))).toBe(false)
  expect(isOver(logOf([1, 2]), [base(1)], at(10))).toBe(false)
  expect(isOver({ name, segments: [], covered: {} }, [], at(10))).toBe(false)
})

test('whatever is kept can be restored to each moment as before what no backup needs was deleted', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 240, max: 280 }), { minLength: 1 }),
      fc.uniqueArray(fc.integer({ min: 240, max: 278 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 6 }),
      (numbers, made, keep) => {
        const log = logOf(numbers)
        const kept = made
          .toSorted((a, b) => b - a)
          .slice(0, keep)
          .map(base)
        const deleted = superfluousSegments(log, kept)
        const left = { ...log, segments: log.segments.filter((one) => !deleted.includes(one)) }
        for (const one of kept) expect(reachOf(one, left)).toEqual(reachOf(one, log))
        // Nothing stays that is older than all that is kept.
        const oldest = kept.map(({ archive }) => archive.firstLog).sort()[0] ?? ''
        expect(left.segments.every((one) => one >= oldest)).toBe(true)
        expect(superfluousSegments(log, [])).toEqual([])
      },
    ),
  )
})
