import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeTerms, queryTerms, wordTerms } from '#contract/search/search.ts'
import { matchesOf } from './matches.ts'

const marked = (text: string, ranges: { start: number; length: number }[]) =>
  ranges.map((range) => text.slice(range.start, range.start + range.length))

const groups = (terms: readonly string[]) => terms.map((term) => ({ terms: [term] }))

describe('highlights', () => {
  test('a reference is marked as written, punctuation included', () => {
    const [match] = matchesOf([{ field: 'number', text: 'SO-10 042', kind: 'code' }], groups(queryTerms('so10042')))
    expect(match?.field).toBe('number')
    expect(marked('SO-10 042', match?.ranges ?? [])).toEqual(['SO-10 042'])
  })

  test('words are marked by their beginnings, accents and all', () => {
    const text = 'Kugellager für Müller'
    const [match] = matchesOf([{ field: 'name', text, kind: 'words' }], groups(queryTerms('kugel mull')))
    expect(marked(text, match?.ranges ?? [])).toEqual(['Kugel', 'Müll'])
  })

  test('another form of a word, and a word inside a longer one, are marked as far as they go', () => {
    const text = 'Rillenkugellager, sealed bearing'
    const [match] = matchesOf([{ field: 'name', text, kind: 'words' }], groups(['bearings', 'lager']))
    expect(marked(text, match?.ranges ?? [])).toEqual(['lager', 'bearing'])
    expect(matchesOf([{ field: 'name', text, kind: 'words' }], groups(['zeal']))).toEqual([])
  })

  test('an amount is marked whole, a prefix holds to its field', () => {
    const candidates = [
      { field: 'number', text: '4500', kind: 'code' },
      { field: 'customerReference', text: 'PO 4500', kind: 'code' },
      { field: 'gross', text: '1190.5000', kind: 'amount' },
    ] as const
    expect(matchesOf(candidates, [{ terms: ['119050', '$1190.50'] }])).toEqual([
      { field: 'gross', text: '1190.5000', ranges: [{ start: 0, length: 9 }] },
    ])
    expect(matchesOf(candidates, [{ terms: ['4500'], as: 'po' }]).map(({ field }) => field)).toEqual([
      'customerReference',
    ])
  })

  test('what is found can always be shown', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(word, fc.boolean(), (text, code) => {
        const terms = (code ? codeTerms(text) : wordTerms(text)).slice(0, 1)
        for (const match of matchesOf([{ field: 'x', text, kind: code ? 'code' : 'words' }], groups(terms))) {
          for (const range of match.ranges) expect(range.start + range.length).toBeLessThanOrEqual(text.length)
          expect(match.ranges.length).toBeGreaterThan(0)
        }
      }),
    )
  })
})
