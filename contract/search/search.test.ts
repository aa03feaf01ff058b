import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alphanumericCode, amountTerm, codeTerms, fold, queryTerms, spellingsOneEditAway, wordTerms } from './search.ts'

const finds = (typed: string, terms: readonly string[]) =>
  queryTerms(typed).every((queryTerm) => terms.some((term) => term.startsWith(queryTerm)))

describe('search terms', () => {
  test.each([
    ['SO-0042', ['so-0042', 'SO0042', '0042', '42', 'so 0042', 'SO-00']],
    ['PO 4500/77-1', ['4500/77-1', 'po4500', '77', 'PO 4500']],
    ['1Z 999 AA1 01 2345 6784', ['1Z999AA10123456784', '1z 999 aa1', '6784']],
    ['RE2026000815', ['re2026', '2026000815', 'RE2026000815']],
  ])('%s is found by what a person has at hand', (reference, typed) => {
    const terms = codeTerms(reference)
    for (const text of typed) expect(finds(text, terms), text).toBe(true)
  })

  test('accents, case and ligatures do not matter', () => {
    expect(fold('Müßig Ærø ŁÓDŹ')).toBe('mussig aero lodz')
    expect(finds('muller', wordTerms('Müller & Söhne GmbH'))).toBe(true)
    expect(finds('SÖHNE gmbh', wordTerms('Müller & Söhne GmbH'))).toBe(true)
  })

  test('a letter that falls apart into no other is read as those with which people type it', () => {
    expect([...'ßøıłđæœþ'].map(fold)).toEqual(['ss', 'o', 'i', 'l', 'd', 'ae', 'oe', 'th'])
  })

  test('a reference is found by its parts, with and without zeros in front, and by nothing else', () => {
    expect(codeTerms('SO-0042').sort()).toEqual(['0042', '42', 'so', 'so0042', 'so42'])
    expect(codeTerms('RE2026000815').sort()).toEqual(['2026000815', 're2026000815'])
    expect(codeTerms('00815').sort()).toEqual(['00815', '815'])
    expect(codeTerms('AB0042').sort()).toEqual(['0042', '42', 'ab0042'])
    expect(codeTerms('---')).toEqual([])
    expect(alphanumericCode(' Sö-00/1 ')).toBe('so001')
  })

  test('a number is looked for as a whole, words one by one', () => {
    expect(queryTerms(' SO-10  Müller&Söhne ')).toEqual(['so10', 'muller', 'sohne'])
    expect(queryTerms('pump pump')).toEqual(['pump'])
    expect(wordTerms('a pump, a Pump & b2')).toEqual(['pump', 'b2'])
  })

  test('an amount is found however many zeros it was sent with', () => {
    expect(['12.5', '0012.50', '-12.5000', '+12.50'].map(amountTerm)).toEqual(Array(4).fill('$12.50'))
    expect(['7', '0.00', '1.2345'].map(amountTerm)).toEqual(['$7.00', '$0.00', '$1.2345'])
  })

  test('words in other scripts are found', () => {
    expect(finds('شركة', wordTerms('شركة النور للتجارة'))).toBe(true)
    expect(finds('株式', wordTerms('株式会社 山田'))).toBe(true)
  })

  test('a reference is always found by itself and by any beginning of it', () => {
    const reference = fc.stringMatching(/^[A-Z]{0,4}[-/ ]?[0-9]{1,12}$/)
    fc.assert(
      fc.property(reference, fc.integer({ min: 1, max: 20 }), (number, length) => {
        const beginning = number.slice(0, length).trim()
        expect(finds(beginning, codeTerms(number))).toBe(true)
      }),
    )
  })

  test('one wrong, missing, doubled or exchanged sign leads back to what was meant', () => {
    const word = fc.stringMatching(/^[a-z]{5,12}$/)
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom(...'abcxyz'), (meant, position, other) => {
        const index = 1 + (position % (meant.length - 2))
        const slips = [
          meant.slice(0, index) + meant.slice(index + 1),
          meant.slice(0, index) + other + meant.slice(index),
          meant.slice(0, index) + other + meant.slice(index + 1),
          meant.slice(0, index) + meant[index + 1] + meant[index] + meant.slice(index + 2),
        ]
        for (const slip of slips) if (slip !== meant) expect(spellingsOneEditAway(slip)).toContain(meant)
      }),
    )
    expect(spellingsOneEditAway('so10024')).toContain('so10042')
    expect(spellingsOneEditAway('so10042').every((spelling) => /^so[0-9]/.test(spelling))).toBe(true)
    expect(spellingsOneEditAway('abc')).toEqual([])
    expect(spellingsOneEditAway('x'.repeat(10_000))).toEqual([])
    expect(spellingsOneEditAway('abcdefghijklmnop').length).toBeLessThan(1000)
    expect(spellingsOneEditAway('0'.repeat(12) + '1'.repeat(12)).length).toBeLessThan(1000)
    expect(spellingsOneEditAway('340123450000000081')).toContain('340123450000000018')
    expect(spellingsOneEditAway('in22').every((spelling) => spelling.length >= 4)).toBe(true)
  })

  test('a hostile query costs no more than a normal one', () => {
    expect(queryTerms(`${'x'.repeat(10_000)} `).every((term) => term.length <= 60)).toBe(true)
    expect(queryTerms(Array.from({ length: 500 }, (_, n) => `w${n}`).join(' ')).length).toBeLessThanOrEqual(8)
    expect(queryTerms("%_\\'():*&|! \u0000")).toEqual([])
  })
})
