import type { Pool } from 'pg'
import { PortalError, translatable } from '#contract/errors.ts'
import type { LocateNetwork } from '#contract/geolocation.ts'
import type { Outbox } from '#contract/mail.ts'
import type { Role } from '#contract/permissions.ts'
import type { Listener } from '#database/listen.ts'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'
import type { Db } from '#database/transaction.ts'
import type { Caller } from '../audit/record.ts'
import { deleteExpired } from './factors/challenge-queries.ts'
import { resealAppSecrets } from './factors/factors.ts'
import { createProvider, type ProviderSettings } from './factors/provider.ts'
import { tooManyRequests } from './limits/throttle.ts'
import { type HashCost, type PasswordPolicy, type RandomBytes, standardPolicy } from './passwords/passwords.ts'
import { createWorkQueue } from './passwords/work-queue.ts'
import { readAccessToken, type VerifiedToken } from './session/access-token.ts'
import { deleteOldSignInData, isStillMember } from './session/queries.ts'
import { readRefreshToken } from './session/refresh-token.ts'
import { createRevocations, type Revocations } from './session/revocations.ts'
import { signOutSession } from './session/sessions.ts'
import type { SignOnDeps } from './sign-on/sign-on.ts'
import { resealStaffSecrets } from './staff/administration.ts'
import { deleteOldStaffData } from './staff/session-queries.ts'
import type { StaffSignOnDeps } from './staff/sign-on.ts'
import { deleteOldStaffAttempts } from './staff/sign-on-queries.ts'
import type { StaffSignOnRules } from './staff/sign-on-rules.ts'
import { type TokenKeys, tokenKeys } from './tokens/token-keys.ts'

export type AuthSettings = {
  /** A pool of the database role portal_server. */
  db: Pool
  /** Notifies of the sessions that other servers end. */
  listener: Listener
  log: Log
  clock: () => Date
  newId: () => string
  random: RandomBytes
  /** Number of processor cores; hashing leaves one of them free. */
  cores: number
  /**
   * The first signs, all are accepted. To replace a secret, put the new one in front and keep the old one for half an
   * hour.
   */
  tokenSecrets: readonly string[]
  /** Names this portal inside its tokens: its public address. */
  issuer: string
  /** The operator's identity provider, if there is one. */
  provider?: ProviderSettings | undefined
  /** The identity provider of staff, the same or another, with what the operator says of it. */
  staffProvider?: (ProviderSettings & StaffSignOnRules) | undefined
  /** Other regions of the supplier, if there are any. */
  regionProviders?: SignOnDeps['regionProviders']
  /** Sends the mails of sign-in. */
  mail: Outbox<Db>
  /** Looks up where a network is, when the operator has installed a location database. */
  placeOf?: LocateNetwork
  /** The operator's rules for passwords, when they differ from the standard. */
  policy?: PasswordPolicy
  /** What hashing a password costs, when it differs from the standard: in tests alone. */
  hashCost?: HashCost
}

export type Claims = { userId: string; sessionId: string; accountId: string; role: Role }

/** What the functions of sign-in share: the settings, and what is made of them once. */
export type AuthDeps = SignOnDeps &
  StaffSignOnDeps & {
    revocations: Revocations
    log: Log
    /** Reads an access token without asking whether it is revoked. */
    readToken: (token: string) => Promise<VerifiedToken['claims'] | undefined>
  }

/**
 * Hashing runs on libuv's four threads, which file access, DNS look-ups and compression share. One core stays free for
 * everything else.
 */
const maxConcurrentHashes = 3
const maxWaitingHashes = 32
const maxCachedTokens = 10_000
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const sessionRetention = 120 * day
const bucketRetention = day

/** Prepares sign-in, sessions and tokens over one database. */
export function createAuthDeps(settings: AuthSettings): AuthDeps {
  const keys = tokenKeys(settings.tokenSecrets)
  return {
    policy: standardPolicy,
    placeOf: () => null,
    regionProviders: new Map(),
    ...settings,
    keys,
    revocations: createRevocations(settings),
    // Runs work that occupies a core, such as hashing a password. Throws too_many_requests when too many calls wait.
    onCore: createWorkQueue(Math.max(1, Math.min(settings.cores - 1, maxConcurrentHashes)), maxWaitingHashes, () =>
      tooManyRequests(2),
    ),
    provider:
      settings.provider && createProvider(settings.provider, `${settings.issuer}/api/auth/sso/callback`, settings.log),
    staffSignOn: settings.staffProvider && {
      provider: createProvider(settings.staffProvider, `${settings.issuer}/api/console/sso/callback`, settings.log),
      rules: settings.staffProvider,
    },
    readToken: createCachingTokenReader({ ...settings, keys }),
  }
}

/**
 * Listens for sessions that other servers end, encrypts again with the first secret what was encrypted with another, and
 * deletes old data every hour. Returns the function that ends this.
 */
export async function startAuth(deps: AuthDeps): Promise<() => Promise<void>> {
  await deps.revocations.start()
  const maintenance = repeat({
    work: async () => {
      await resealAppSecrets(deps)
      await resealStaffSecrets(deps)
      await deleteOldAuthData(deps)
    },
    every: hour,
    retryAfter: minute,
    log: deps.log,
    failing: (reason) => `Old sign-in data stays for now: ${reason}`,
    working: (seconds) => `Old sign-in data is deleted again, after ${seconds} s.`,
  })
  await maintenance.runNow()
  return async () => {
    await maintenance.stop()
    await deps.revocations.stop()
  }
}

/**
 * The claims of an access token; undefined when it is invalid, expired or revoked. Throws unavailable when the server
 * cannot know whether it is revoked.
 */
export async function verifyAccessToken(
  { readToken, revocations }: Pick<AuthDeps, 'readToken' | 'revocations'>,
  token: string,
): Promise<Claims | undefined> {
  const claims = await readToken(token)
  if (!claims) return undefined
  if (!revocations.isCurrent()) {
    throw new PortalError('unavailable', translatable('error.unavailable'), { retryAfter: 2 })
  }
  return revocations.isRefused(claims.sessionId, claims.version) ? undefined : claims
}

/** Whether a viewer is still signed in and still has the same role in the account. */
export function stillAllowed({ db, clock }: Pick<AuthDeps, 'db' | 'clock'>, viewer: Claims): Promise<boolean> {
  return isStillMember(db, viewer, clock())
}

/** Ends the sessions that either token names; ignores unknown tokens. */
export async function signOut(
  deps: AuthDeps,
  { refresh, access }: { refresh: string | undefined; access: string | undefined },
  caller: Caller,
): Promise<void> {
  const cookieSessionId = refresh === undefined ? undefined : readRefreshToken(deps.keys, refresh)?.sessionId
  const tokenSessionId = access === undefined ? undefined : (await deps.readToken(access))?.sessionId
  for (const id of new Set([cookieSessionId, tokenSessionId])) {
    if (id !== undefined) await signOutSession(deps, id, caller)
  }
}

/** Deletes sessions and throttling data that are long over. */
export async function deleteOldAuthData({ db, clock }: Pick<AuthDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock().getTime()
  await deleteOldSignInData(db, new Date(now - sessionRetention), new Date(now - bucketRetention))
  await deleteExpired(db, new Date(now))
  await deleteOldStaffAttempts(db, new Date(now))
  await deleteOldStaffData(db, { now: new Date(now), before: new Date(now - sessionRetention) })
}

/**
 * Reads access tokens and checks each signature once: a check takes some 90 µs, a look-up in the cache a thousandth of
 * that.
 */
function createCachingTokenReader(options: { keys: TokenKeys; issuer: string; clock: () => Date }) {
  const cache = new Map<string, VerifiedToken>()
  return async (token: string) => {
    const cached = cache.get(token)
    const verified = cached ?? (await readAccessToken(token, options))
    if (!verified) return undefined
    if (verified.expiresAt <= options.clock().getTime()) {
      cache.delete(token)
      return undefined
    }
    if (!cached) {
      const oldest = cache.size >= maxCachedTokens ? cache.keys().next().value : undefined
      if (oldest !== undefined) cache.delete(oldest)
      cache.set(token, verified)
    }
    return verified.claims
  }
}
