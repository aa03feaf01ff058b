import counted from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { isFrequentPassword, listed } from './frequent-passwords.ts'
import { passwordFault } from './passwords.ts'

/** They come in lower case, the most common first. */
const common = counted.filter((password) => password.length >= 8).slice(0, 10_000)
const person = { email: 'ada@example.com', name: 'Ada King' }

describe('The most common passwords', () => {
  test('are those of published leaks', async () => {
    expect(common).toHaveLength(10_000)
    const file = `${common.map(listed).toSorted().join('\n')}\n`
    await expect(file).toMatchFileSnapshot('frequent-passwords.txt')
  })

  test('are refused, each of them, in capitals too, also where a second factor lets them be short', () => {
    const allowed = common.filter(
      (password) => passwordFault(password.toUpperCase(), person, undefined, true) === undefined,
    )
    expect(allowed).toEqual([])
  })

  test.each([
    'passwordpassword',
    'abcabcabcabcabcabc',
    'aaaaaaaaaaaaaaaaaa',
    '123123123123123123',
    'QwertyuiopQwertyuiop',
  ])('%s is one of them, or a short text, over and over', (password) =>
    expect(passwordFault(password, person)).toMatchObject({ key: 'password.frequent' }),
  )

  test.each(['correct horse battery staple', 'aaaa bbbb cccc dddd x', 'ein Satz mit fünf Wörtern'])(
    '%s is not among them',
    (password) => {
      expect(isFrequentPassword(password)).toBe(false)
      expect(passwordFault(password, person)).toBeUndefined()
    },
  )
})
