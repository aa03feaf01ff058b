import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tokenKeys } from '../tokens/token-keys.ts'
import {
  isMailedCode,
  isRecoveryCode,
  mailedCodeHash,
  newMailedCode,
  newRecoveryCodes,
  parseCode,
  recoveryCodeHash,
} from './codes.ts'
import { appKey, newAppSecret, timeStepOfCode } from './totp.ts'

const keys = tokenKeys(['a secret that only this test knows, 0123'])
const others = tokenKeys(['another secret that only this test knows'])
/** Gives these numbers as random bytes, one after the other. */
const randomNumbers = (...numbers: number[]) => {
  const left = [...numbers]
  return () => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(left.shift() ?? 0)
    return bytes
  }
}

describe('a mailed code', () => {
  test('has six digits, with its zeros in front', () => {
    expect(newMailedCode(randomNumbers(7))).toBe('000007')
    expect(newMailedCode(randomNumbers(1_000_000))).toBe('000000')
    expect(newMailedCode(randomNumbers(4_293_999_999))).toBe('999999')
  })

  test('is drawn anew where low codes would be more likely than others', () => {
    expect(newMailedCode(randomNumbers(4_294_000_000, 4_294_967_295, 123_456))).toBe('123456')
  })

  test('is taken for what it was mailed for and nothing else, also after the secret was replaced', () => {
    const hash = mailedCodeHash(keys, 'sign-in of ann', '123456')
    expect(isMailedCode(keys, 'sign-in of ann', '123456', hash)).toBe(true)
    expect(isMailedCode([...others, ...keys], 'sign-in of ann', '123456', hash)).toBe(true)
    expect(isMailedCode(keys, 'sign-in of ann', '123457', hash)).toBe(false)
    expect(isMailedCode(keys, 'sign-in of bob', '123456', hash)).toBe(false)
    expect(isMailedCode(others, 'sign-in of ann', '123456', hash)).toBe(false)
  })
})

describe('recovery codes', () => {
  test('are ten, each other letters in groups of four, and read back however they are typed', () => {
    const codes = newRecoveryCodes(randomBytes)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) {
      expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
      const letters = code.replaceAll('-', '')
      for (const typed of [
        code,
        letters,
        code.toUpperCase(),
        code.replaceAll('-', ' '),
        ` ${code.replaceAll('-', '–')} `,
      ])
        expect(parseCode(typed), typed).toEqual({ recovery: letters })
    }
  })

  test('use every letter of their alphabet', () => {
    const letters = new Set(
      newRecoveryCodes((size) => Buffer.from(Array.from({ length: size }, (_, at) => at))).join(''),
    )
    expect([...letters].sort().join('')).toBe('-abcdefghijklmnopqrstuvwx')
    const last = newRecoveryCodes((size) => Buffer.alloc(size, 255))[0]
    expect(last).toBe('7777-7777-7777-7777-7777-7777')
  })

  test('are kept as something that names their owner and does not depend on dashes', () => {
    const hash = recoveryCodeHash('ann', 'abcd-efgh')
    expect(hash.equals(recoveryCodeHash('ann', 'abcdefgh'))).toBe(true)
    expect(hash.equals(recoveryCodeHash('bob', 'abcd-efgh'))).toBe(false)
    expect(hash.length).toBe(32)
  })
})

test.each([
  ['123456', { digits: '123456' }],
  [' 123 456 ', { digits: '123456' }],
  ['123-456', { digits: '123456' }],
  ['１２３４５６', { digits: '123456' }],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['', undefined],
  ['abcd-efgh-ijkl-mnop-qrst-uvw', undefined],
  ['abcd-efgh-ijkl-mnop-qrst-uvwxy', undefined],
  ['abcd-efgh-ijkl-mnop-qrst-uvw1', undefined],
])('who types %j has typed the code %j', (typed, code) => {
  expect(parseCode(typed)).toEqual(code)
  expect(isRecoveryCode(typed)).toBe(false)
})

test('a recovery code is told from the digits of an app', () => {
  expect(isRecoveryCode('abcd-efgh-ijkl-mnop-qrst-uvwx')).toBe(true)
})

describe('an authenticator app', () => {
  // RFC 6238, appendix B, with the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
  ])('shows at second %i the code %s that the standard says', (second, code, step) => {
    expect(timeStepOfCode(secret, code, new Date(second * 1_000))).toBe(step)
  })

  test('may be half a minute early or late, and no more', () => {
    const at = (second: number) => timeStepOfCode(secret, '287082', new Date(second * 1_000))
    expect([0, 29, 30, 59, 60, 89].map(at)).toEqual([1, 1, 1, 1, 1, 1])
    expect([90, 120].map(at)).toEqual([undefined, undefined])
    expect(timeStepOfCode(secret, '287083', new Date(59_000))).toBeUndefined()
  })

  test('is given a key of its own, that it can scan', () => {
    const fresh = newAppSecret(randomBytes)
    expect(fresh).toMatch(/^[A-Z2-7]{32}$/)
    expect(newAppSecret(randomBytes)).not.toBe(fresh)
    const { url, qr } = appKey(secret, 'Nordwind', 'ann@better.example')
    const { protocol, searchParams, pathname } = new URL(url)
    expect(protocol).toBe('otpauth:')
    expect(decodeURIComponent(pathname)).toContain('ann@better.example')
    expect([searchParams.get('secret'), searchParams.get('issuer')]).toEqual([secret, 'Nordwind'])
    // The first dark module is the corner of a finder pattern, four modules inside the edge.
    expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    expect(qr.path.startsWith('M4 4h1v1h-1z')).toBe(true)
    expect(qr.path).toContain(`M${qr.size - 5} 4h1v1h-1z`)
    expect(qr.path).not.toContain(`M${qr.size - 4} `)
  })
})
