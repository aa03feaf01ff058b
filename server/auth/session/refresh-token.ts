import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TokenKey, TokenKeys } from '../tokens/token-keys.ts'

/*
 * A refresh token is `session.generation.mac`. No part of it is stored: the next token can be derived again for a
 * browser that lost the answer, and a stolen database alone gives no access.
 */
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9][0-9]{0,8})\.[A-Za-z0-9_-]{43}$/

function signToken(key: TokenKey, sessionId: string, generation: number): string {
  const body = `${sessionId}.${generation}`
  return `${body}.${createHmac('sha256', key.refresh).update(body).digest('base64url')}`
}

/** The refresh token of a session's generation. */
export function createRefreshToken(keys: TokenKeys, sessionId: string, generation: number): string {
  return signToken(keys[0], sessionId, generation)
}

/** The session and generation of a refresh token; undefined when it was not issued here. */
export function readRefreshToken(
  keys: TokenKeys,
  token: string,
): { sessionId: string; generation: number } | undefined {
  const [, sessionId, digits] = tokenPattern.exec(token) ?? []
  if (sessionId === undefined || digits === undefined) return undefined
  const generation = Number(digits)
  const tokenBytes = Buffer.from(token)
  const genuine = keys.some((key) => {
    const expected = Buffer.from(signToken(key, sessionId, generation))
    return expected.length === tokenBytes.length && timingSafeEqual(expected, tokenBytes)
  })
  return genuine ? { sessionId, generation } : undefined
}
