import type { Pool } from 'pg'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { LocateNetwork } from '#contract/geolocation.ts'
import type { Outbox } from '#contract/mail.ts'
import { isRole } from '#contract/permissions.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { raiseAlarm } from '../limits/alarms.ts'
import type { RandomBytes } from '../passwords/passwords.ts'
import type { Proof } from '../tokens/proof.ts'
import type { TokenKeys } from '../tokens/token-keys.ts'
import { chooseMembership, findMembership, findPerson, lockProvenUser, type MembershipRow } from '../users/queries.ts'
import { notifyNewDevice } from '../users/security-notices.ts'
import { type AccessClaims, issueAccessToken } from './access-token.ts'
import {
  insertSession,
  lockSession,
  type RevocationReason,
  revokeSession,
  rotateSession,
  type SessionRow,
  selectUserAgents,
  setSessionAccount,
} from './queries.ts'
import { createRefreshToken, readRefreshToken } from './refresh-token.ts'
import { recordRefusal, refusalActions } from './refusals.ts'
import type { Revocations } from './revocations.ts'
import { describeUserAgent } from './user-agent.ts'

const seconds = 1000
const hours = 3600 * seconds
const days = 24 * hours

/** How long a session lives, in milliseconds. */
export const sessionLimits = {
  /** Maximum time without a refresh. */
  idle: 7 * days,
  /** Maximum time since sign-in, with and without "remember me". */
  remembered: 30 * days,
  unremembered: 12 * hours,
  /** How long the previous refresh token is still accepted, in case the answer that replaced it was lost. */
  grace: 10 * seconds,
} as const

/** The signed-in person and their session. */
export type SessionUser = { readonly userId: string; readonly sessionId: string }

export type SessionDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  random: RandomBytes
  keys: TokenKeys
  issuer: string
  revocations: Revocations
  mail: Outbox<Db>
  placeOf: LocateNetwork
}

/**
 * The tokens of a session: `token` goes into the answer, `refresh` into a cookie for `maxAge` seconds, or until the
 * browser is closed.
 */
export type IssuedTokens = { token: string; refresh: string; maxAge: number | undefined }

export type RefreshRefusal = {
  refused: 'unknown' | 'ended' | 'expired' | 'reused' | 'no_account' | 'second_factor_required'
}
export type RefreshOutcome = (IssuedTokens & { kind: 'rotated' | 'grace' }) | RefreshRefusal

const issueSessionToken = (
  deps: SessionDeps,
  sessionId: string,
  session: Pick<SessionRow, 'userId' | 'version' | 'remembered'>,
  member: MembershipRow,
) => issueAccessToken(claimsOf(sessionId, session, member), deps, session.remembered)

function claimsOf(
  sessionId: string,
  session: Pick<SessionRow, 'userId' | 'version'>,
  member: MembershipRow,
): AccessClaims {
  // The table's check constraint allows only the five roles.
  if (!isRole(member.role)) throw new TypeError(`${member.role} is no role`)
  return { userId: session.userId, sessionId, accountId: member.accountId, role: member.role, version: session.version }
}

function cookieAge(session: { remembered: boolean; expiresAt: number }, now: Date): number | undefined {
  if (!session.remembered) return undefined
  return Math.floor(Math.min(sessionLimits.idle, session.expiresAt - now.getTime()) / seconds)
}

export type NewSignIn = {
  userId: string
  proof: Proof
  /** Whether a second factor was shown, or a proof that counts as both. */
  secondFactor: boolean
  remember: boolean
  /** The refresh token that the browser still held; its session ends. */
  replaces: string | undefined
  caller: Caller
}

/**
 * Starts a session for a person who has proven who they are. Returns undefined when they were disabled or their proof
 * became invalid meanwhile. Throws not_allowed when they are a member of no account.
 */
export async function startSession(deps: SessionDeps, signIn: NewSignIn): Promise<IssuedTokens | undefined> {
  const now = deps.clock()
  const id = deps.newId()
  const expiresAt = now.getTime() + (signIn.remember ? sessionLimits.remembered : sessionLimits.unremembered)
  const replaced = signIn.replaces === undefined ? undefined : readRefreshToken(deps.keys, signIn.replaces)
  const member = await withTransaction(deps.db, async (db) => {
    if (!(await lockProvenUser(db, signIn.userId, signIn.proof))) return undefined
    const membership = await chooseMembership(db, signIn.userId, null)
    if (!membership) return 'noAccount' as const
    await notifyIfNewDevice(deps, db, signIn)
    await insertSession(db, {
      id,
      userId: signIn.userId,
      accountId: membership.accountId,
      remembered: signIn.remember,
      now,
      expiresAt: new Date(expiresAt),
      userAgent: signIn.caller.userAgent,
      addressPrefix: signIn.caller.network,
      signedInBy: signIn.proof.by,
      secondFactor: signIn.secondFactor,
    })
    await record(deps, db, {
      action: 'signed_in',
      caller: signIn.caller,
      userId: signIn.userId,
      accountId: membership.accountId,
      details: { session: id, by: signIn.proof.by, secondFactor: signIn.secondFactor },
    })
    if (replaced) await revokeSession(db, replaced.sessionId, 'signed_in_again', now)
    return membership
  })
  if (member === undefined || member === 'noAccount') {
    await recordNoSession(deps, signIn, member)
    if (member === undefined) return undefined
    throw new PortalError('not_allowed', translatable('signIn.noAccount'))
  }
  if (replaced) deps.revocations.refuse({ id: replaced.sessionId, version: 0, revoked: true })
  return {
    token: await issueSessionToken(
      deps,
      id,
      { userId: signIn.userId, version: 0, remembered: signIn.remember },
      member,
    ),
    refresh: createRefreshToken(deps.keys, id, 0),
    maxAge: cookieAge({ remembered: signIn.remember, expiresAt }, now),
  }
}

/** Records why a person got no session although they have proven who they are. */
async function recordNoSession(
  deps: SessionDeps,
  { userId, proof, caller }: NewSignIn,
  found: 'noAccount' | undefined,
) {
  const reason = found ?? ((await findPerson(deps.db, userId)) ? 'credentialChanged' : 'disabled')
  await recordRefusal(deps, deps.db, { action: refusalActions[proof.by], caller, userId, reason })
}

/** Informs a person of a new device, unless it is the first device that they sign in on. */
async function notifyIfNewDevice(deps: SessionDeps, db: Db, { userId, caller }: NewSignIn): Promise<void> {
  const knownUserAgents = await selectUserAgents(db, userId)
  const device = describeUserAgent(caller.userAgent)
  if (knownUserAgents.length === 0 || knownUserAgents.some((userAgent) => describeUserAgent(userAgent) === device))
    return
  const { network, language } = caller
  await notifyNewDevice(deps, db, userId, { device, network, language, place: deps.placeOf(network) })
}

/**
 * Returns a new access token and the next refresh token. The previous refresh token is accepted for ten more seconds
 * and gets the same successor, for several tabs at once or a lost answer. An older one means that it or its successor
 * was stolen: the session ends for both holders.
 */
export async function refreshSession(deps: SessionDeps, token: string, caller: Caller): Promise<RefreshOutcome> {
  const parsed = readRefreshToken(deps.keys, token)
  if (!parsed) return { refused: 'unknown' }
  const { sessionId, generation } = parsed
  const outcome = await withTransaction(deps.db, async (db) => {
    const now = deps.clock()
    const session = await lockSession(db, sessionId)
    const refused = refusalReason(session, now)
    if (!session || refused) return { refused: refused ?? ('unknown' as const) }
    const kind = refreshKindOf(session, generation, now)
    if (kind === 'reused') {
      const { userId, accountId } = session
      await record(deps, db, { action: 'refresh_reused', caller, userId, accountId, details: { session: sessionId } })
      await raiseAlarm(deps, db, userId, 'sessionCopied')
      return revokeAndRefuse(db, sessionId, 'reused', now)
    }
    // Read after the session is locked: an earlier change of role is seen; a later one makes the server refuse this
    // token.
    const member = await resolveMembership(db, sessionId, session)
    if (!member) return revokeAndRefuse(db, sessionId, 'no_account', now)
    // The account demands a second factor since this session began.
    if (member.requiresFactor && !session.secondFactor)
      return revokeAndRefuse(db, sessionId, 'second_factor_required', now)
    if (kind === 'rotated') await rotateSession(db, sessionId, now)
    return { kind, session, member, now }
  })
  if (outcome.refused !== undefined) {
    if (['reused', 'no_account', 'second_factor_required'].includes(outcome.refused)) {
      deps.revocations.refuse({ id: sessionId, version: 0, revoked: true })
    }
    return outcome
  }
  const { kind, session, member, now } = outcome
  const nextGeneration = kind === 'rotated' ? session.generation + 1 : session.generation
  return {
    kind,
    token: await issueSessionToken(deps, sessionId, session, member),
    refresh: createRefreshToken(deps.keys, sessionId, nextGeneration),
    maxAge: cookieAge(session, now),
  }
}

async function revokeAndRefuse<B extends RevocationReason>(
  db: Db,
  sessionId: string,
  reason: B,
  now: Date,
): Promise<{ refused: B }> {
  await revokeSession(db, sessionId, reason, now)
  return { refused: reason }
}

function refusalReason(session: SessionRow | undefined, now: Date): 'unknown' | 'ended' | 'expired' | undefined {
  if (!session) return 'unknown'
  if (session.revoked) return 'ended'
  const idleUntil = session.rotatedAt + sessionLimits.idle
  return now.getTime() >= Math.min(session.expiresAt, idleUntil) ? 'expired' : undefined
}

function refreshKindOf(session: SessionRow, generation: number, now: Date): 'rotated' | 'grace' | 'reused' {
  if (generation === session.generation) return 'rotated'
  const late = now.getTime() - session.rotatedAt > sessionLimits.grace
  return generation === session.generation - 1 && !late ? 'grace' : 'reused'
}

/** The membership in the session's account; when it was removed, in another account of the person. */
async function resolveMembership(db: Db, sessionId: string, session: SessionRow): Promise<MembershipRow | undefined> {
  const member = await chooseMembership(db, session.userId, session.accountId)
  if (member && member.accountId !== session.accountId) await setSessionAccount(db, sessionId, member.accountId)
  return member
}

/** Signs out of a session; does nothing when it has ended already. */
export async function signOutSession(deps: SessionDeps, sessionId: string, caller: Caller): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    const ended = await revokeSession(db, sessionId, 'signed_out', deps.clock())
    if (ended) await record(deps, db, { action: 'signed_out', caller, ...ended, details: { session: sessionId } })
  })
  deps.revocations.refuse({ id: sessionId, version: 0, revoked: true })
}

/**
 * An access token for another account of the same person, by its number; the session keeps that account. Throws
 * not_found when they are not a member, as if it did not exist, not_allowed when the session lacks the second factor
 * that it demands, and not_signed_in when the session has ended.
 */
export async function switchAccount(
  deps: SessionDeps,
  viewer: { userId: string; sessionId: string },
  number: string,
  caller: Caller,
): Promise<string> {
  const { session, member } = await withTransaction(deps.db, async (db) => {
    const lockedSession = await lockSession(db, viewer.sessionId)
    if (!lockedSession || refusalReason(lockedSession, deps.clock()))
      throw new PortalError('not_signed_in', translatable('error.signIn'))
    const membership = await findMembership(db, viewer.userId, number)
    if (!membership) throw notFound()
    if (membership.requiresFactor && !lockedSession.secondFactor) {
      throw new PortalError('not_allowed', translatable('signIn.needsFactor'))
    }
    await setSessionAccount(db, viewer.sessionId, membership.accountId)
    const { userId, sessionId: session } = viewer
    const { accountId } = membership
    await record(deps, db, { action: 'account_switched', caller, userId, accountId, details: { session } })
    return { session: lockedSession, member: membership }
  })
  return issueSessionToken(deps, viewer.sessionId, session, member)
}
