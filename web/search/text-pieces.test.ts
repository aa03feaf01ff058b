import { expect, test } from 'vitest'
import { splitByRanges } from './text-pieces.ts'

test('what matched is told apart from the rest', () => {
  expect(splitByRanges('SO-2026-18', [{ start: 3, length: 4 }])).toEqual([
    { start: 0, text: 'SO-', found: false },
    { start: 3, text: '2026', found: true },
    { start: 7, text: '-18', found: false },
  ])
})

test('ranges that overlap, come in any order or go beyond the text lose and double no letter', () => {
  const textPieces = splitByRanges('abcdef', [
    { start: 3, length: 99 },
    { start: 0, length: 2 },
    { start: 1, length: 3 },
  ])
  expect(textPieces.map((piece) => piece.text).join('')).toBe('abcdef')
  expect(textPieces.filter((piece) => !piece.found)).toEqual([])
})

test('a text without a match stays whole', () => {
  expect(splitByRanges('abc', [])).toEqual([{ start: 0, text: 'abc', found: false }])
})
