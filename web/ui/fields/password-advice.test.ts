import { describe, expect, test } from 'vitest'
import { passwordAdvice } from './password-advice.ts'

const limits = { least: 15, most: 128 }
const advice = (password: string, words: string[] = []) => passwordAdvice(password, limits, words)

describe('what is said of a new password while it is typed', () => {
  test('nothing before the first character', () => {
    expect(advice('')).toEqual({ says: 'nothing' })
  })

  test('how many characters are missing, counted as a person counts them', () => {
    expect(advice('fourteen chars')).toEqual({ says: 'short', left: 1 })
    expect(advice('🐢🐢🐢')).toEqual({ says: 'short', left: 12 })
  })

  test('that it is longer than any may be', () => {
    expect(advice('a passphrase '.repeat(10))).toEqual({ says: 'long' })
  })

  test.each(['aaaaaaaaaaaaaaaaaaaa', 'abababababababab', '1234567890123456', 'ABCDEFGHIJKLMNOP'])(
    'that “%s” is easy to guess however long it is',
    (password) => {
      expect(advice(password)).toEqual({ says: 'simple' })
    },
  )

  test('that it must not hold the own name or address', () => {
    const ann = ['Ann Velo', 'ann.velo@example.com']
    expect(advice('I am Ann Velo of Berlin', ann)).toEqual({ says: 'personal' })
    expect(advice('my name is ann.velo really', ann)).toEqual({ says: 'personal' })
    expect(advice('quiet harbour lantern', ann)).toEqual({ says: 'strong' })
  })

  test('a name of two letters is in too many words to matter', () => {
    expect(advice('a bottle of lemonade', ['Bo'])).toEqual({ says: 'strong' })
  })

  test('that it will do, and that it is strong', () => {
    expect(advice('quiet harbours!')).toEqual({ says: 'enough' })
    expect(advice('quiet harbour lantern seventeen')).toEqual({ says: 'strong' })
  })
})
