import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { recoveryCodeCount } from '../../contract/second-factor.ts'
import type { RandomBytes } from './passwords.ts'
import type { TokenKey, TokenKeys } from './token-keys.ts'

const codeSpace = 1_000_000
/** The largest multiple of a million that four bytes hold: what lies above would favour low codes. */
const unbiasedLimit = Math.floor(2 ** 32 / codeSpace) * codeSpace

/** Six digits, each code as likely as any other. */
export function newMailedCode(random: RandomBytes): string {
  for (;;) {
    const number = random(4).readUInt32BE()
    if (number < unbiasedLimit) return String(number % codeSpace).padStart(6, '0')
  }
}

const codeHmac = (key: TokenKey, scope: string, code: string) =>
  createHmac('sha256', key.code).update(`${scope} ${code}`).digest()

/** What is kept of a mailed code: nothing that could be tried out without the operator's secret. */
export function mailedCodeHash(keys: TokenKeys, scope: string, code: string): Buffer {
  return codeHmac(keys[0], scope, code)
}

/** Whether a code is the one that was mailed for this scope. */
export function isMailedCode(keys: TokenKeys, scope: string, code: string, hash: Buffer): boolean {
  return keys.some((key) => timingSafeEqual(codeHmac(key, scope, code), hash))
}

/** Base 32 of RFC 4648: neither 0 nor 1, which people take for letters. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const recoveryCodeLength = 24

/** Ten codes of 120 random bits each, in groups of four letters. */
export function newRecoveryCodes(random: RandomBytes): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    // 32 divides 256: each letter is as likely as any other.
    [...random(recoveryCodeLength)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )
}

/** What is kept of a recovery code, bound to whose it is. It is too long to be found by trying. */
export function recoveryCodeHash(userId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`recovery code of ${userId} ${code.replaceAll('-', '')}`)
    .digest()
}

/** Whether what somebody has typed has the shape of a recovery code. */
export function isRecoveryCode(typed: string): boolean {
  const code = parseCode(typed)
  return code !== undefined && 'recovery' in code
}

/** What somebody has typed: blanks, dashes and capitals do not count. */
export function parseCode(typed: string): { digits: string } | { recovery: string } | undefined {
  const normalised = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
  if (/^\d{6}$/.test(normalised)) return { digits: normalised }
  return /^[a-z2-7]{24}$/.test(normalised) ? { recovery: normalised } : undefined
}
