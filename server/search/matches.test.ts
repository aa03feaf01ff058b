import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeTerms, queryTerms, wordTerms } from '../../contract/search.ts'
import { matchesOf } from './matches.ts'

const marked = (text: string, ranges: { start: number; length: number }[]) =>
  ranges.map((range) => text.slice(range.start, range.start + range.length))

describe('highlights', () => {
  test('a reference is marked as written, punctuation included', () => {
    const [match] = matchesOf([{ field: 'number', text: 'SO-10 042', code: true }], queryTerms('so10042'))
    expect(match?.field).toBe('number')
    expect(marked('SO-10 042', match?.ranges ?? [])).toEqual(['SO-10 042'])
  })

  test('words are marked by their beginnings, accents and all', () => {
    const text = 'Kugellager für Müller'
    const [match] = matchesOf([{ field: 'name', text, code: false }], queryTerms('kugel mull'))
    expect(marked(text, match?.ranges ?? [])).toEqual(['Kugel', 'Müll'])
    expect(matchesOf([{ field: 'name', text, code: false }], queryTerms('lager'))).toEqual([])
  })

  test('what is found can always be shown', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(word, fc.boolean(), (text, code) => {
        const terms = (code ? codeTerms(text) : wordTerms(text)).slice(0, 1)
        for (const match of matchesOf([{ field: 'x', text, code }], terms)) {
          for (const range of match.ranges) expect(range.start + range.length).toBeLessThanOrEqual(text.length)
          expect(match.ranges.length).toBeGreaterThan(0)
        }
      }),
    )
  })
})
