import { login, logout, refreshBeforeExpiry, refresh as refreshEndpoint } from '#contract/auth/sign-in.ts'
import { accountOf, bearer, claimsOf, expiryOf, personOf, withBearer } from './access-token.ts'
import { empty, forget, type Store, tokenKey } from './personal-storage.ts'

/** The messages between tabs about a session that is not remembered: its new token, or that it has ended. */
export type SessionMessage = { token: string } | 'ended'

/** Everything outside that the session uses; tests pass their own. */
export type SessionEnvironment = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Outlasts the browser: for people who want to stay signed in. All tabs share it. */
  storage: Store
  /** Ends with the tab: for everybody else. */
  tabStorage: Store
  /**
   * The 'logedIn' cookie: a hint for routing, no secret. It outlasts the browser only for people who want to stay
   * signed in. Beside it stands the person's role, so that a tab without a token knows what they may see.
   */
  hint: {
    read: () => boolean
    role: () => string | undefined
    set: (remembered: boolean, role: unknown) => void
    clear: () => void
  }
  broadcast: (message: SessionMessage) => void
  /** Has the worker delete what it keeps of the documents that were opened. */
  purge: () => void
  /** Runs one task at a time across all tabs of this browser. */
  withLock: <T>(task: () => Promise<T>) => Promise<T>
  /** Milliseconds of this computer's clock, which may be wrong. */
  now: () => number
  reload: () => void
}

/** The server could not be reached: no connection, or a reply that it is unavailable. The session continues. */
export class Unreachable extends Error {
  readonly status: number | null
  constructor(status: number | null, cause?: unknown) {
    super('The server could not be reached', { cause })
    this.name = 'Unreachable'
    this.status = status
  }
}

/** The session is over; the page reloads to the sign-in. */
export class SessionEnded extends Error {
  constructor() {
    super('The session has ended')
    this.name = 'SessionEnded'
  }
}

/** Set while a sign-out has not reached the server. */
const signOutKey = 'signOutWaits'
/** Milliseconds after which a sign-out without a reply has failed. */
const signOutTimeout = 5_000

/**
 * The session, shared by all tabs: the token in storage is the single source of truth. It is refreshed a minute before
 * it expires and once after a 401, by one tab at a time; the other tabs wait and take the new token.
 */
export function createSession(environment: SessionEnvironment) {
  const { storage, tabStorage } = environment
  let ended = false
  /** Set during a sign-out: requests made meanwhile could only be refused. */
  let signingOut = false
  /** Server's clock minus this computer's in milliseconds, learned from each reply. */
  let clockOffset = 0
  let refreshing: Promise<string> | null = null

  const token = () => tabStorage.getItem(tokenKey) ?? storage.getItem(tokenKey)
  /** A sign-out that has not reached the server blocks this browser until it has, or until somebody signs in. */
  const signOutWaits = () => storage.getItem(signOutKey) !== null

  function learnClock(response: Response): void {
    const date = Date.parse(response.headers.get('Date') ?? '')
    if (!Number.isNaN(date)) clockOffset = date - environment.now()
  }

  function expiresSoon(jwt: string): boolean {
    const expiry = expiryOf(jwt)
    return expiry !== null && expiry - (environment.now() + clockOffset) <= refreshBeforeExpiry * 1000
  }

  /** Sends nothing more and reloads the page, whose data is nobody's any more or another account's. */
  function leave(): void {
    ended = true
    environment.reload()
  }

  function clear(): void {
    empty(storage)
    empty(tabStorage)
    environment.hint.clear()
    leave()
  }

  /** Forgets the session and reloads signed out; other tabs do the same. */
  function end(): void {
    if (ended) return
    environment.broadcast('ended')
    clear()
  }

  /**
   * Stores a token where it belongs: its claim `rem` says whether the person wants to stay signed in. The other store is
   * emptied, and so is this one when somebody else was here before, whose session may have run out without a sign-out.
   */
  function storeToken(jwt: string): void {
    const { rem, role } = claimsOf(jwt)
    const remembered = rem === true
    const [store, other] = remembered ? [storage, tabStorage] : [tabStorage, storage]
    if (personOf(token()) !== personOf(jwt)) {
      forget(store)
      environment.purge()
    }
    store.setItem(tokenKey, jwt)
    if (!remembered) environment.broadcast({ token: jwt })
    empty(other)
    environment.hint.set(remembered, role)
  }

  async function requestToken(stale: string | null): Promise<string> {
    const current = token()
    // Another tab was faster while this one waited for the lock.
    if (current !== null && current !== stale) return current
    // Signed out while waiting: a refresh now would sign in again.
    if (current === null && stale !== null) throw new SessionEnded()
    const response = await send(refreshEndpoint.path, { method: refreshEndpoint.method, ...bearer(current) })
    if (response.status === 401) {
      end()
      throw new SessionEnded()
    }
    if (!response.ok) throw new Unreachable(response.status)
    const fresh = (await response.json()) as string
    if (token() === null && stale !== null) throw new SessionEnded()
    storeToken(fresh)
    return fresh
  }

  /** A token that is not `stale`: refreshed once for all concurrent callers. */
  function refresh(stale: string | null): Promise<string> {
    refreshing ??= environment
      .withLock(() => requestToken(stale))
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  /**
   * The same for a page that shows what belongs to the account of `stale`. When the session has gone over to another
   * account, the page reloads: a request repeated with the new token would be carried out there.
   */
  async function renew(stale: string | null): Promise<string> {
    const fresh = await refresh(stale)
    if (stale === null || accountOf(stale) === accountOf(fresh)) return fresh
    if (!ended) leave()
    throw new SessionEnded()
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    try {
      const response = await environment.fetch(path, init)
      learnClock(response)
      return response
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new Unreachable(null, error)
    }
  }

  async function currentToken(): Promise<string> {
    // Signed out, and the page is about to reload: further requests are refused.
    if (ended || signingOut || signOutWaits()) throw new SessionEnded()
    const current = token()
    if (current !== null && !expiresSoon(current)) return current
    try {
      return await renew(current)
    } catch (error) {
      // A token about to expire may still be good; the request itself will show it.
      if (current !== null && error instanceof Unreachable) return current
      throw error
    }
  }

  /** Ends the cookie's session on the server; a waiting sign-out is done then. */
  async function endServerSession(): Promise<void> {
    const signal = AbortSignal.timeout(signOutTimeout)
    const response = await send(logout.path, { method: logout.method, signal, ...bearer(token()) })
    if (!response.ok) throw new Unreachable(response.status)
    storage.removeItem(signOutKey)
  }

  return {
    /** Whether to show the signed-in pages. The server decides on every access to data. */
    signedIn: () => !ended && !signOutWaits() && environment.hint.read(),

    signOutWaits,

    /**
     * Sends a request with the bearer token; refreshes it before when it is about to expire, and once after a 401, then
     * repeats the request.
     */
    async authorised(path: string, init: RequestInit): Promise<Response> {
      const sentToken = await currentToken()
      const response = await send(path, withBearer(init, sentToken))
      if (response.status !== 401) return response
      // A body that nobody reads would keep its connection.
      await response.body?.cancel()
      const fresh = await renew(sentToken)
      const retry = await send(path, withBearer(init, fresh))
      if (retry.status === 401) {
        end()
        throw new SessionEnded()
      }
      return retry
    },

    /** Sends a request that needs no token; a token is sent along where there is one, except at the sign-in. */
    open(path: string, init: RequestInit): Promise<Response> {
      const current = path === login.path || signOutWaits() ? null : token()
      return send(path, current === null ? init : withBearer(init, current))
    },

    /** Stores the token of a sign-in or of a switch of account. The new session replaces the one before it. */
    storeToken(jwt: string): void {
      storage.removeItem(signOutKey)
      storeToken(jwt)
    },

    /** Whether personal data may be stored beyond the browser session: only for people who want to stay signed in. */
    remembered: () => tabStorage.getItem(tokenKey) === null,

    /** The role in the token, before one is there that of the last; the server decides anew what it may do. */
    role(): unknown {
      return claimsOf(token() ?? '').role ?? environment.hint.role()
    },

    /** Person and account as the worker names its cache; null for a person whose data it does not cache. */
    owner(): string | null {
      const { sub, acc, rem } = claimsOf(token() ?? '')
      return typeof sub === 'string' && typeof acc === 'string' && rem === true ? `${sub}-${acc}` : null
    },

    /** Takes up the session whose cookie the server set before it redirected here. */
    async resume(): Promise<void> {
      storage.removeItem(signOutKey)
      await refresh(token())
    },

    /**
     * Ends the session on the server, then here and in every other tab. When the server cannot be reached, the session
     * is blocked here all the same: the waiting sign-out is stored first and stays stored. Throws Unreachable.
     */
    async signOut(): Promise<void> {
      storage.setItem(signOutKey, 'true')
      signingOut = true
      try {
        await endServerSession()
      } finally {
        end()
      }
    },

    /** Ends a session whose sign-out waits, in one tab at a time. Throws Unreachable. */
    async finishSignOut(): Promise<void> {
      await environment.withLock(async () => {
        if (signOutWaits()) await endServerSession()
      })
    },

    /** Handles another tab's change of the token that outlasts the browser; `after` is null when it signed out. */
    tokenChangedElsewhere(before: string | null, after: string | null): void {
      if (after !== null) {
        empty(tabStorage)
        if (before === null || accountOf(before) !== accountOf(after)) leave()
      } else if (!ended && tabStorage.getItem(tokenKey) === null) clear()
    },

    /** Handles another tab's message about a session that is not remembered. */
    receive(message: SessionMessage): void {
      if (signingOut) return
      const before = token()
      if (message === 'ended') {
        if (before !== null) clear()
        return
      }
      if (ended) return
      if (personOf(before) !== personOf(message.token)) forget(tabStorage)
      tabStorage.setItem(tokenKey, message.token)
      if (before === null || accountOf(before) !== accountOf(message.token)) leave()
    },
  }
}
