import counted from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { formatText } from '#contract/format-text.ts'
import { languages } from '#contract/languages.ts'
import { texts } from '#contract/texts.ts'
import { passwordFault } from './passwords.ts'
import { weaknessOf } from './strength.ts'

const person = { email: 'ada@example.com', name: 'Ada King' }
const policy = { minimum: undefined, words: ['Track & Trace'] }
const fault = (password: string) => passwordFault(password, person, policy)

describe('A long password that is guessed all the same is refused, with the reason', () => {
  test.each([
    ['password12345678', 'common'],
    ['Password1234567!', 'common'],
    ['P@ssw0rdP@ssw0rd1', 'repeats'],
    ['1234567890123456789', 'row'],
    ['abcdefghijklmnop', 'row'],
    ['aaaaaaaaaaaaaaaaaa', 'repeats'],
    ['123123123123123123', 'repeats'],
    ['passwordpassword', 'repeats'],
    ['Summer2026Summer2026', 'repeats'],
    ['letmeinletmein123', 'repeats'],
    ['zaq12wsxcde34rfv', 'common'],
    ['Track & Trace Track & Trace', 'personal'],
    ['qwertyuiopasdfghjkl', 'common'],
  ])('%s: %s', (password, weakness) => {
    expect(fault(password)).toEqual({ key: 'password.guessed', values: { weakness } })
  })

  test('those of published leaks too, in capitals and beside a second factor, where they may be short', () => {
    // The list is in lower case, the most common first; the test checks every fiftieth of the first ten thousand.
    const common = counted.filter((password) => password.length >= 8).slice(0, 10_000)
    const allowed = common
      .filter((_, index) => index % 50 === 0)
      .filter((password) => passwordFault(password.toUpperCase(), person, policy, true) === undefined)
    expect(allowed).toEqual([])
  })

  test.each(languages)('in %s', (language) => {
    const reasons = ['common', 'row', 'keyboard', 'repeats', 'date', 'personal', 'other']
    const messages = reasons.map((weakness) => formatText(texts[language]['password.guessed'], language, { weakness }))
    expect(new Set(messages).size).toBe(reasons.length)
  })
})

describe('A password that takes long to guess is taken', () => {
  test.each([
    'correct horse battery staple',
    'aaaa bbbb cccc dddd x',
    'ein Satz mit fünf Wörtern',
    'nine barges on a slow river',
    'x7$kQ!pz9@Lm2#Wd',
    'ночью все кошки серы',
    '風林火山の旗が野に立つ朝の雨音',
  ])('%s', (password) => {
    expect(fault(password)).toBeUndefined()
  })

  test('also when its beginning is weak and the rest is not', () => {
    expect(fault(`${'a'.repeat(45)} correct horse battery staple`)).toBeUndefined()
    expect(weaknessOf('a'.repeat(128), [], { hasSecondFactor: false })).toBe('repeats')
  })
})

test('the longest password takes no longer to judge than the event loop can spare', () => {
  weaknessOf('a first one loads the words', [], { hasSecondFactor: false })
  const slowest = Math.max(
    ...['1l!|'.repeat(32), 'aB3$'.repeat(32), 'password'.repeat(16), '12/11/2026'.repeat(12)].map((password) => {
      const startUsage = process.cpuUsage()
      weaknessOf(password, ['ada', 'king'], { hasSecondFactor: false })
      const { user, system } = process.cpuUsage(startUsage)
      return (user + system) / 1000
    }),
  )
  expect(slowest).toBeLessThan(1_000)
})
