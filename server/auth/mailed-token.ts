import { hash } from 'node:crypto'
import type { RandomBytes } from './passwords.ts'

/** A new token of 256 bits for a link in a mail, and the hash that is kept of it. */
export function newMailedToken(random: RandomBytes): { token: string; hash: Buffer } {
  const token = random(32).toString('base64url')
  return { token, hash: hash('sha256', token, 'buffer') }
}

/** What is kept of a token; undefined when it has not the shape of one. 256 random bits need no salt and no slow hash. */
export function mailedTokenHash(token: string): Buffer | undefined {
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? hash('sha256', token, 'buffer') : undefined
}
