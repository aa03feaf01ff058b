import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { colleagueName, mayMention, mentionsIn } from '#contract/requests/mentions.ts'
import { insertMention } from './mentions.ts'

const colleagues = [
  { id: '1', name: 'Ann', email: null },
  { id: '2', name: 'Ann Lee', email: null },
  { id: '3', name: 'Jörg Müller', email: null },
  { id: '4', name: 'bo@velo.example', email: null },
  { id: '5', name: 'Kim Roe', email: 'kim@velo.example' },
  { id: '6', name: 'Kim Roe', email: 'roe@velo.example' },
]

describe('A message', () => {
  test.each([
    ['@Ann, please look', ['1']],
    ['@Ann Lee knows it', ['2']],
    ['@ann lee and @Ann', ['2', '1']],
    ['(@Jörg Müller) and @bo@velo.example', ['4', '3']],
    ['@Kim Roe (roe@velo.example) knows it', ['6']],
    ['@kim roe (kim@velo.example) or @Kim Roe (roe@velo.example)', ['5', '6']],
    ['@Kim Roe, whichever of you', ['5', '6']],
    ['Ann Lee knows it', []],
    ['', []],
  ])('names colleagues with @: %s', (text, ids) => {
    expect(mentionsIn(text, colleagues)).toEqual(ids)
  })

  test.each([
    ['@Ann', true],
    ['Please, @Ann', true],
    ['write to bo@velo.example', false],
    ['2 @ 5 EUR', false],
    ['', false],
  ])('may name somebody: %s', (text, may) => {
    expect(mayMention(text)).toBe(may)
  })

  test('names whom was chosen, wherever in the text that was', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.constantFrom(...colleagues), (text, at, { id, ...colleague }) => {
        const name = colleagueName(colleague)
        const start = Math.min(at, text.length)
        const [result, end] = insertMention(text, { start, end: start }, name)
        expect(mentionsIn(result, colleagues)).toContain(id)
        expect(mayMention(result)).toBe(true)
        expect(result.slice(0, end).endsWith(`@${name} `)).toBe(true)
      }),
    )
  })
})
