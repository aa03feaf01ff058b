import { describe, expect, test } from 'vitest'
import { forbiddenPhrases } from './words.ts'

const file = (text: string) => [{ path: 'server/search/find.ts', text }]

describe('a line that promises instead of doing is caught', () => {
  test.for([
    '// TODO sort',
    '// FIXME',
    'const text = "Coming soon"',
    'throw new Error("not implemented")',
    '// see issue 12',
    '// fixed (#12)',
    '// biome-ignore lint: no',
    '// @ts-expect-error',
  ])('%s', (text) => {
    expect(forbiddenPhrases(file(text))).toHaveLength(1)
  })

  test('colours, the word issue and lists pass', () => {
    expect(forbiddenPhrases(file("const red = '#123456' // the issue date, method of payment"))).toEqual([])
  })
})
