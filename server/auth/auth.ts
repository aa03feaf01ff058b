import type { Pool } from 'pg'
import { PortalError, translatable } from '../../contract/errors.ts'
import type { LocateNetwork } from '../../contract/geolocation.ts'
import type { Outbox } from '../../contract/mail.ts'
import type { Role } from '../../contract/permissions.ts'
import type { Caller, NetworkCaller } from '../audit/record.ts'
import { readAccessToken, type VerifiedToken } from './access-token.ts'
import { deleteExpired } from './challenge-queries.ts'
import type { SignInOutcome } from './complete-sign-in.ts'
import { resealAppSecrets } from './factors.ts'
import { forgotPassword, minResetPasswordLength, resetPassword } from './forgotten-password.ts'
import { changeOwnPassword, type OwnPasswordChange } from './own-password.ts'
import { type PasswordPolicy, type RandomBytes, standardPolicy } from './passwords.ts'
import { createProvider, type ProviderSettings } from './provider.ts'
import { type Db, deleteOldSignInData } from './queries.ts'
import { readRefreshToken } from './refresh-token.ts'
import { createRevocations } from './revocations.ts'
import { isStillMember } from './session-queries.ts'
import { type RefreshOutcome, refreshSession, signOutSession, switchAccount } from './sessions.ts'
import { type Credentials, signIn } from './sign-in.ts'
import type { SignOnDeps } from './sign-on.ts'
import { countRequest, tooManyRequests } from './throttle.ts'
import { type TokenKeys, tokenKeys } from './token-keys.ts'
import { createWorkQueue } from './work-queue.ts'

export type AuthDeps = {
  /** A pool of the database role portal_server; one of its connections is reserved for LISTEN. */
  db: Pool
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
  /** Sends the mails of sign-in. */
  mail: Outbox<Db>
  /** Looks up where a network is, when the operator has installed a location database. */
  placeOf?: LocateNetwork
  /** The operator's rules for passwords, when they differ from the standard. */
  policy?: PasswordPolicy
}

export type Claims = { userId: string; sessionId: string; accountId: string; role: Role }

export type Auth = {
  /**
   * The claims of an access token; undefined when it is invalid, expired or revoked. Throws unavailable when the server
   * cannot know whether it is revoked.
   */
  verifyAccessToken(token: string): Promise<Claims | undefined>
  /** What the functions for second factors, passkeys, single sign-on and sessions need. */
  readonly deps: SignOnDeps
  /** Whether a viewer is still signed in and still has the same role in the account. */
  stillAllowed(viewer: Claims): Promise<boolean>
  signIn(credentials: Credentials): Promise<SignInOutcome>
  refresh(refreshToken: string, caller: Caller): Promise<RefreshOutcome>
  /** Ends the sessions that either token names; ignores unknown tokens. */
  signOut(tokens: { refresh: string | undefined; access: string | undefined }, caller: Caller): Promise<void>
  switchAccount(viewer: { userId: string; sessionId: string }, number: string, caller: Caller): Promise<string>
  /** Mails a link to choose a new password to the person with this e-mail, if there is one. */
  forgotPassword(request: { email: string; caller: NetworkCaller }): Promise<void>
  /**
   * The least length, in characters, of a new password set with the token of that link. Throws invalid_input when the
   * token does not work.
   */
  minResetPasswordLength(token: string, caller: NetworkCaller): Promise<number>
  /** Sets a new password with the token of that link. */
  resetPassword(change: { token: string; password: string; caller: NetworkCaller }): Promise<void>
  /** Changes the password of the person who is signed in. */
  changeOwnPassword(viewer: { userId: string; sessionId: string }, change: OwnPasswordChange): Promise<void>
  /** Counts a request from a network, about a subject if there is one. Throws too_many_requests. */
  countRequest(request: { what: string; subject?: string | undefined; network: string }): Promise<void>
  /** Runs work that occupies a core, such as hashing a password. Throws too_many_requests when too many calls wait. */
  onCore<T>(work: () => Promise<T>): Promise<T>
  /** Deletes sessions and throttling data that are long over. Runs every hour by itself. */
  cleanUp(): Promise<void>
  /**
   * Start and stop listening for sessions that other servers end and the hourly clean-up. `start` also encrypts again
   * with the first secret what was encrypted with another.
   */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Hashing runs on libuv's four threads, which file access, DNS look-ups and compression share. One core stays free for
 * everything else.
 */
const maxConcurrentHashes = 3
const maxWaitingHashes = 32
const maxCachedTokens = 10_000
const hour = 3_600_000
const day = 24 * hour
const sessionRetention = 120 * day
const bucketRetention = day

/** Sign-in, sessions and tokens over one database. */
export function createAuth(settings: AuthDeps): Auth {
  const revocations = createRevocations(settings.db, settings.clock)
  const keys = tokenKeys(settings.tokenSecrets)
  const onCore = createWorkQueue(Math.max(1, Math.min(settings.cores - 1, maxConcurrentHashes)), maxWaitingHashes, () =>
    tooManyRequests(2),
  )
  const provider = settings.provider && createProvider(settings.provider, `${settings.issuer}/api/auth/sso/callback`)
  const deps = { policy: standardPolicy, placeOf: () => null, ...settings, keys, revocations, onCore, provider }
  const readToken = createCachingTokenReader(deps)

  async function verifyAccessToken(token: string): Promise<Claims | undefined> {
    const claims = await readToken(token)
    if (!claims) return undefined
    if (!revocations.isCurrent()) {
      throw new PortalError('unavailable', translatable('error.unavailable'), {
        retryAfter: 2,
      })
    }
    return revocations.isRefused(claims.sessionId, claims.version) ? undefined : claims
  }

  async function cleanUp(): Promise<void> {
    const now = settings.clock().getTime()
    await deleteOldSignInData(settings.db, new Date(now - sessionRetention), new Date(now - bucketRetention))
    await deleteExpired(settings.db, new Date(now))
  }
  async function runMaintenance(): Promise<void> {
    await resealAppSecrets(deps)
    await cleanUp()
  }
  let maintenanceTimer: NodeJS.Timeout | undefined

  return {
    deps,
    verifyAccessToken,
    stillAllowed: (viewer) => isStillMember(settings.db, viewer, settings.clock()),
    signIn: (credentials) => signIn(deps, credentials),
    refresh: (token, caller) => refreshSession(deps, token, caller),
    async signOut({ refresh, access }, caller) {
      const cookieSessionId = refresh === undefined ? undefined : readRefreshToken(keys, refresh)?.sessionId
      const tokenSessionId = access === undefined ? undefined : (await readToken(access))?.sessionId
      for (const id of new Set([cookieSessionId, tokenSessionId])) {
        if (id !== undefined) await signOutSession(deps, id, caller)
      }
    },
    switchAccount: (viewer, number, caller) => switchAccount(deps, viewer, number, caller),
    forgotPassword: (request) => forgotPassword(deps, request),
    minResetPasswordLength: (token, caller) => minResetPasswordLength(deps, token, caller),
    resetPassword: (change) => resetPassword(deps, change),
    changeOwnPassword: (viewer, change) => changeOwnPassword(deps, viewer, change),
    countRequest: (request) => countRequest(settings.db, request, settings.clock()),
    onCore,
    cleanUp: cleanUp,
    async start() {
      // When the database is away, the work is done an hour later.
      maintenanceTimer ??= setInterval(() => runMaintenance().catch(() => undefined), hour).unref()
      await revocations.start()
      await resealAppSecrets(deps).catch(() => undefined)
    },
    async stop() {
      clearInterval(maintenanceTimer)
      maintenanceTimer = undefined
      await revocations.stop()
    },
  }
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
