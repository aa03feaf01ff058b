import type { Pool } from 'pg'
import { PortalError, sentence } from '../../contract/errors.ts'
import type { Mail } from '../../contract/mail.ts'
import type { Role } from '../../contract/permissions.ts'
import type { PlaceOf } from '../../contract/places.ts'
import type { Caller, NetworkCaller } from '../audit/record.ts'
import { type ReadToken, readAccessToken } from './access-token.ts'
import type { Admitted } from './admit.ts'
import { forgetOver } from './challenge-queries.ts'
import { sealAnew } from './factors.ts'
import { changeForgotten, forgotPassword, leastOfReset } from './forgotten-password.ts'
import { type TokenKeys, tokenKeys } from './keys.ts'
import { changeOwn, type OwnChange } from './own-password.ts'
import { type PasswordPolicy, type RandomBytes, standardPolicy } from './passwords.ts'
import { createProvider, type ProviderSettings } from './provider.ts'
import { type Db, forgetOld } from './queries.ts'
import { createQueue } from './queue.ts'
import { readRefreshToken } from './refresh-token.ts'
import { createRevocations } from './revocations.ts'
import { isStillMember } from './session-queries.ts'
import { type Refreshed, refreshSession, signOutSession, switchAccount } from './sessions.ts'
import { type Credentials, signIn } from './sign-in.ts'
import type { SignOnDeps } from './sign-on.ts'
import { countRequest, tooManyRequests } from './throttle.ts'

export type AuthDeps = {
  /** Of the role portal_server; one of its connections is kept for listening. */
  db: Pool
  clock: () => Date
  newId: () => string
  random: RandomBytes
  /** Processor cores that hashing may use at once. */
  cores: number
  /** The first signs, all are accepted: a secret is replaced by putting the new one in front for half an hour. */
  tokenSecrets: readonly string[]
  /** Names this portal inside its tokens: its public address. */
  issuer: string
  /** The operator's identity provider, if there is one. */
  provider?: ProviderSettings | undefined
  /** Writes the mails of sign-in. */
  mail: Mail<Db>
  /** Where networks are, as far as the operator has a file of places. */
  placeOf?: PlaceOf
  /** What the operator asks of passwords, when it is not the standard. */
  policy?: PasswordPolicy
}

export type Claims = { userId: string; sessionId: string; accountId: string; role: Role }

export type Auth = {
  /** What an access token says; undefined when it is false, over or refused. Raises unavailable when that is not known. */
  verifyAccessToken(token: string): Promise<Claims | undefined>
  /** What the second factor, passkeys, single sign-on and sessions work with. */
  readonly deps: SignOnDeps
  /** Whether a viewer is still signed in, and in the account as what they were. */
  stillAllowed(viewer: Claims): Promise<boolean>
  signIn(credentials: Credentials): Promise<Admitted>
  refresh(refreshToken: string, caller: Caller): Promise<Refreshed>
  /** Ends the sessions that either token names; unknown tokens are passed over. */
  signOut(tokens: { refresh: string | undefined; access: string | undefined }, caller: Caller): Promise<void>
  switchAccount(viewer: { userId: string; sessionId: string }, number: string, caller: Caller): Promise<string>
  /** Mails a link to choose a new password to who has this e-mail, if anybody has. */
  forgotPassword(asked: { email: string; caller: NetworkCaller }): Promise<void>
  /** Characters that a new password with the token of that link needs. Raises invalid_input when it does not work. */
  leastOfReset(token: string, caller: NetworkCaller): Promise<number>
  /** Sets a new password with the token of that link. */
  changeForgotten(change: { token: string; password: string; caller: NetworkCaller }): Promise<void>
  /** Changes the password of who is signed in. */
  changeOwn(viewer: { userId: string; sessionId: string }, change: OwnChange): Promise<void>
  /** Counts what somebody asks for about a subject and from a network; raises too_many_requests. */
  countRequest(asked: { what: string; subject?: string | undefined; network: string }): Promise<void>
  /** Runs what takes a core, such as hashing a password; raises too_many_requests when too many wait. */
  onCore<T>(work: () => Promise<T>): Promise<T>
  /** Forgets sessions and throttling that are long over; happens each hour by itself. */
  forgetOld(): Promise<void>
  /**
   * Begins and ends to listen for sessions that other servers end, to forget what is over, and to encrypt with the first
   * secret what another has encrypted.
   */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Hashing runs on libuv's four threads, which files, names and compression share. The last core is left to everybody else. */
const mostHashesAtOnce = 3
const mostHashesWaiting = 32
const rememberedTokens = 10_000
const hour = 3_600_000
const day = 24 * hour
const keptSessions = 120 * day
const keptBuckets = day

/** Sign-in, sessions and tokens over one database. */
export function createAuth(given: AuthDeps): Auth {
  const revocations = createRevocations(given.db, given.clock)
  const keys = tokenKeys(given.tokenSecrets)
  const onCore = createQueue(Math.max(1, Math.min(given.cores - 1, mostHashesAtOnce)), mostHashesWaiting, () =>
    tooManyRequests(2),
  )
  const provider = given.provider && createProvider(given.provider, `${given.issuer}/api/auth/sso/callback`)
  const deps = { policy: standardPolicy, placeOf: () => null, ...given, keys, revocations, onCore, provider }
  const verify = rememberingReader(deps)

  async function verifyAccessToken(token: string): Promise<Claims | undefined> {
    const claims = await verify(token)
    if (!claims) return undefined
    if (!revocations.known()) {
      throw new PortalError('unavailable', sentence('error.unavailable'), {
        retryAfter: 2,
      })
    }
    return revocations.isRefused(claims.sessionId, claims.version) ? undefined : claims
  }

  async function forget(): Promise<void> {
    const now = given.clock().getTime()
    await forgetOld(given.db, new Date(now - keptSessions), new Date(now - keptBuckets))
    await forgetOver(given.db, new Date(now))
  }
  async function upkeep(): Promise<void> {
    await sealAnew(deps)
    await forget()
  }
  let keepingUp: NodeJS.Timeout | undefined

  return {
    deps,
    verifyAccessToken,
    stillAllowed: (viewer) => isStillMember(given.db, viewer, given.clock()),
    signIn: (credentials) => signIn(deps, credentials),
    refresh: (token, caller) => refreshSession(deps, token, caller),
    async signOut({ refresh, access }, caller) {
      const named = refresh === undefined ? undefined : readRefreshToken(keys, refresh)?.sessionId
      const borne = access === undefined ? undefined : (await verify(access))?.sessionId
      for (const id of new Set([named, borne])) {
        if (id !== undefined) await signOutSession(deps, id, caller)
      }
    },
    switchAccount: (viewer, number, caller) => switchAccount(deps, viewer, number, caller),
    forgotPassword: (asked) => forgotPassword(deps, asked),
    leastOfReset: (token, caller) => leastOfReset(deps, token, caller),
    changeForgotten: (change) => changeForgotten(deps, change),
    changeOwn: (viewer, change) => changeOwn(deps, viewer, change),
    countRequest: (asked) => countRequest(given.db, asked, given.clock()),
    onCore,
    forgetOld: forget,
    async start() {
      // What cannot be done now, because the database is away, is done an hour later.
      keepingUp ??= setInterval(() => upkeep().catch(() => undefined), hour).unref()
      await revocations.start()
      await sealAnew(deps).catch(() => undefined)
    },
    async stop() {
      clearInterval(keepingUp)
      keepingUp = undefined
      await revocations.stop()
    },
  }
}

/** Reads access tokens, each signature once: checking one takes some 90 µs, finding it again a thousandth of that. */
function rememberingReader(options: { keys: TokenKeys; issuer: string; clock: () => Date }) {
  const remembered = new Map<string, ReadToken>()
  return async (token: string) => {
    const known = remembered.get(token)
    const read = known ?? (await readAccessToken(token, options))
    if (!read) return undefined
    if (read.expiresAt <= options.clock().getTime()) {
      remembered.delete(token)
      return undefined
    }
    if (!known) {
      const oldest = remembered.size >= rememberedTokens ? remembered.keys().next().value : undefined
      if (oldest !== undefined) remembered.delete(oldest)
      remembered.set(token, read)
    }
    return read.claims
  }
}
