import { hash } from 'node:crypto'
import type { RandomBytes } from '../passwords/passwords.ts'

/** A new random token of 256 bits for a link in a mail, and the hash that is stored of it. */
export function newMailedToken(random: RandomBytes): { token: string; hash: Buffer } {
  const token = random(32).toString('base64url')
  return { token, hash: hash('sha256', token, 'buffer') }
}

/**
 * The hash that is stored of a token; undefined when the text is not a token. 256 random bits need no salt and no slow
 * hash.
 */
export function mailedTokenHash(token: string): Buffer | undefined {
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? hash('sha256', token, 'buffer') : undefined
}
