import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { accessTokenLifetime } from '#contract/auth/sign-in.ts'
import { isRole, type Role } from '#contract/permissions.ts'
import type { TokenKeys } from '../tokens/token-keys.ts'

/** What an access token states: which user, in which session, for which account, in which role. */
export type AccessClaims = {
  readonly userId: string
  readonly sessionId: string
  readonly accountId: string
  readonly role: Role
  /** The session's version when the token was issued. The token is refused once the session has a newer version. */
  readonly version: number
}

/** A token whose signature and claims are valid; `expiresAt` in milliseconds since 1970. */
export type VerifiedToken = { readonly claims: AccessClaims; readonly expiresAt: number }

const algorithm = 'HS256'
const tokenType = 'at+jwt'
const headerNames = ['alg', 'kid', 'typ']
const tokenPattern = /^([A-Za-z0-9_-]{1,200})\.([A-Za-z0-9_-]{1,800})\.([A-Za-z0-9_-]{43})$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Options = { keys: TokenKeys; issuer: string; clock: () => Date }

/**
 * Signs an access token that is valid for ten minutes. The browser reads `remembered` (claim `rem`) to decide where it
 * keeps the token and whether it may store data of the person beyond the visit.
 */
export async function issueAccessToken(
  claims: AccessClaims,
  { keys, issuer, clock }: Options,
  remembered = false,
): Promise<string> {
  const now = Math.floor(clock().getTime() / 1000)
  const { sessionId: sid, accountId: acc, role, version: ver } = claims
  return new SignJWT({ sid, acc, role, ver, ...(remembered ? { rem: true } : {}) })
    .setProtectedHeader({ alg: algorithm, typ: tokenType, kid: keys[0].id })
    .setIssuer(issuer)
    .setAudience(`${issuer}/api`)
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenLifetime)
    .sign(keys[0].access)
}

/** The claims of a valid access token; undefined for any other text. Does not check whether its session was revoked. */
export async function readAccessToken(
  token: string,
  { keys, issuer, clock }: Options,
): Promise<VerifiedToken | undefined> {
  if (!isCanonical(token)) return undefined
  try {
    const header = decodeProtectedHeader(token)
    const key = keys.find(({ id }) => id === header.kid)
    if (!key || Object.keys(header).some((name) => !headerNames.includes(name))) return undefined
    const { payload } = await jwtVerify(token, key.access, {
      algorithms: [algorithm],
      typ: tokenType,
      issuer,
      audience: `${issuer}/api`,
      requiredClaims: ['sub', 'exp', 'iat', 'sid', 'acc', 'role', 'ver'],
      currentDate: clock(),
    })
    return parseClaims(payload)
  } catch {
    // Whatever is wrong with a token, it is nobody's; the caller answers 401.
    return undefined
  }
}

/**
 * Whether the token is spelled in the one canonical way: unused bits at the end of a part would allow several
 * spellings.
 */
function isCanonical(token: string): boolean {
  const [, ...segments] = tokenPattern.exec(token) ?? []
  return (
    segments.length === 3 && segments.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

function parseClaims(payload: Record<string, unknown>): VerifiedToken | undefined {
  const { sub, sid, acc, role, ver, exp } = payload
  if (!isId(sub) || !isId(sid) || !isId(acc) || typeof role !== 'string' || !isRole(role)) return undefined
  if (!Number.isSafeInteger(ver) || typeof exp !== 'number') return undefined
  return {
    claims: { userId: sub, sessionId: sid, accountId: acc, role, version: ver as number },
    expiresAt: exp * 1000,
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value)
