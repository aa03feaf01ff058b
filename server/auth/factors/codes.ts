import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { recoveryCodeCount } from '#contract/auth/factors.ts'
import type { RandomBytes } from '../passwords/passwords.ts'
import type { TokenKey, TokenKeys } from '../tokens/token-keys.ts'

const codeSpace = 1_000_000
/** The largest multiple of a million that four bytes hold: numbers above it would make low codes more likely. */
const unbiasedLimit = Math.floor(2 ** 32 / codeSpace) * codeSpace

/** Six random digits; every code is equally likely. */
export function newMailedCode(random: RandomBytes): string {
  for (;;) {
    const number = random(4).readUInt32BE()
    if (number < unbiasedLimit) return String(number % codeSpace).padStart(6, '0')
  }
}

const codeHmac = (key: TokenKey, scope: string, code: string) =>
  createHmac('sha256', key.code).update(`${scope} ${code}`).digest()

/** The keyed hash that is stored of a mailed code. Without the operator's secret nobody can find the code by trying. */
export function mailedCodeHash(keys: TokenKeys, scope: string, code: string): Buffer {
  return codeHmac(keys[0], scope, code)
}

/** Whether a code is the one that was mailed for this scope. */
export function isMailedCode(keys: TokenKeys, scope: string, code: string, hash: Buffer): boolean {
  return keys.some((key) => timingSafeEqual(codeHmac(key, scope, code), hash))
}

/** Base 32 of RFC 4648: without the digits 0 and 1, which people mistake for letters. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const recoveryCodeLength = 24

/** Ten codes of 120 random bits each, in groups of four letters. */
export function newRecoveryCodes(random: RandomBytes): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    // 32 divides 256, so each letter is equally likely.
    [...random(recoveryCodeLength)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )
}

/** The hash that is stored of a recovery code, bound to its user. The code is too long to be found by trying. */
export function recoveryCodeHash(userId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`recovery code of ${userId} ${code.replaceAll('-', '')}`)
    .digest()
}

/** Whether a typed text has the form of a recovery code. */
export function isRecoveryCode(typed: string): boolean {
  const code = parseCode(typed)
  return code !== undefined && 'recovery' in code
}

/** Parses a typed code; blanks, dashes and case do not count. Undefined for any other text. */
export function parseCode(typed: string): { digits: string } | { recovery: string } | undefined {
  const normalised = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
  if (/^\d{6}$/.test(normalised)) return { digits: normalised }
  return /^[a-z2-7]{24}$/.test(normalised) ? { recovery: normalised } : undefined
}
