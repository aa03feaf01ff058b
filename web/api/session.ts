import { login, logout, refreshBeforeExpiry, refresh as refreshEndpoint } from '../../contract/auth.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** What tabs tell each other of a session that is not remembered: its new token, or that it has ended. */
export type SessionMessage = { token: string } | 'ended'

/** What the session touches outside itself; tests give others. */
export type SessionEnvironment = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Outlasts the browser: for who wants to stay signed in. All tabs see it. */
  storage: Store
  /** Gone with the tab: for everybody else. */
  tabStorage: Store
  /** The 'logedIn' cookie: a hint for routing, no secret. It outlasts the browser only for who wants to stay signed in. */
  hint: { read: () => boolean; set: (remembered: boolean) => void; clear: () => void }
  broadcast: (message: SessionMessage) => void
  /** Runs one task at a time over all tabs of this browser. */
  withLock: <T>(task: () => Promise<T>) => Promise<T>
  /** Milliseconds, by this computer's clock, which may be wrong. */
  now: () => number
  reload: () => void
}

/** The server could not be asked: no connection, or it answered that it cannot. The session stands. */
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

const tokenKey = 'accessToken'
/** Set while a sign-out waits that the server has not heard of. */
const signOutKey = 'signOutWaits'
/** Where this browser keeps what was searched for lately. */
export const recentSearchesKey = 'recentSearches'
/** Milliseconds after which a sign-out without an answer has failed. */
const signOutTimeout = 5_000

/**
 * Who is signed in, for all tabs together: the token in storage is the one truth. It is refreshed a minute before it
 * expires and once after a 401, by one tab at a time; everybody else waits and takes what that one brought.
 */
export function createSession(environment: SessionEnvironment) {
  let ended = false
  /** Signing out: what would ask meanwhile could only be refused. */
  let signingOut = false
  /** Server's clock less this computer's, learned from each answer. */
  let clockOffset = 0
  let refreshing: Promise<string> | null = null

  const token = () => environment.tabStorage.getItem(tokenKey) ?? environment.storage.getItem(tokenKey)
  /** A sign-out that has not reached the server blocks this browser until it has, or until somebody signs in. */
  const signOutWaits = () => environment.storage.getItem(signOutKey) !== null

  function learnClock(response: Response): void {
    const date = Date.parse(response.headers.get('Date') ?? '')
    if (!Number.isNaN(date)) clockOffset = date - environment.now()
  }

  function expiresSoon(jwt: string): boolean {
    const expiry = expiryOf(jwt)
    return expiry !== null && expiry - (environment.now() + clockOffset) <= refreshBeforeExpiry * 1000
  }

  function clear(): void {
    ended = true
    for (const store of [environment.storage, environment.tabStorage])
      for (const key of [tokenKey, recentSearchesKey]) store.removeItem(key)
    environment.hint.clear()
    environment.reload()
  }

  /** Forgets everything and starts over signed out; other tabs hear of it and do the same. */
  function end(): void {
    if (ended) return
    environment.broadcast('ended')
    clear()
  }

  /** Keeps a token where its session belongs: it says itself whether its person wants to stay signed in. */
  function storeToken(jwt: string): void {
    const remembered = claimsOf(jwt).rem === true
    if (remembered) environment.tabStorage.removeItem(tokenKey)
    else {
      environment.tabStorage.setItem(tokenKey, jwt)
      environment.broadcast({ token: jwt })
    }
    if (remembered) environment.storage.setItem(tokenKey, jwt)
    else environment.storage.removeItem(tokenKey)
    environment.hint.set(remembered)
  }

  async function requestToken(stale: string | null): Promise<string> {
    const current = token()
    // Another tab was faster while this one waited for its turn.
    if (current !== null && current !== stale) return current
    // Signed out while waiting: asking now would sign in again.
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

  /** A token that is not `stale`: asked for once, whoever and how many want it. */
  function refresh(stale: string | null): Promise<string> {
    refreshing ??= environment
      .withLock(() => requestToken(stale))
      .finally(() => {
        refreshing = null
      })
    return refreshing
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
    // Signed out, and the page about to load anew: what still asks is not heard.
    if (ended || signingOut || signOutWaits()) throw new SessionEnded()
    const current = token()
    if (current !== null && !expiresSoon(current)) return current
    try {
      return await refresh(current)
    } catch (error) {
      // The last minute of a token is still good; the request itself will tell.
      if (current !== null && error instanceof Unreachable) return current
      throw error
    }
  }

  /** Has the server end the session of the cookie; a sign-out that waited is done then. */
  async function endServerSession(): Promise<void> {
    const signal = AbortSignal.timeout(signOutTimeout)
    const response = await send(logout.path, { method: logout.method, signal, ...bearer(token()) })
    if (!response.ok) throw new Unreachable(response.status)
    environment.storage.removeItem(signOutKey)
  }

  return {
    /** Whether the pages of the signed-in are shown. The server decides about every byte of data. */
    signedIn: () => !ended && !signOutWaits() && environment.hint.read(),

    signOutWaits,

    /** Sends a request with the bearer token; refreshes before and, once, after a 401, then replays it. */
    async authorised(path: string, init: RequestInit): Promise<Response> {
      const sentToken = await currentToken()
      const response = await send(path, withBearer(init, sentToken))
      if (response.status !== 401) return response
      // An answer that nobody reads keeps its connection.
      await response.body?.cancel()
      const fresh = await refresh(sentToken)
      const retry = await send(path, withBearer(init, fresh))
      if (retry.status === 401) {
        end()
        throw new SessionEnded()
      }
      return retry
    },

    /** Sends a request that needs no token; whoever is signed in shows theirs all the same, but not to sign in. */
    open(path: string, init: RequestInit): Promise<Response> {
      const current = path === login.path || signOutWaits() ? null : token()
      return send(path, current === null ? init : withBearer(init, current))
    },

    /** Stores the token of a sign-in, or of a switch to another account. A new session has ended the one before it. */
    storeToken(jwt: string): void {
      environment.storage.removeItem(signOutKey)
      storeToken(jwt)
    },

    /** Where to keep what is the person's own: beyond the browser only for who wants to stay signed in. */
    remembered: () => environment.tabStorage.getItem(tokenKey) === null,

    /** The role that the token is for; the server decides anew what it may. */
    role(): unknown {
      return claimsOf(token() ?? '').role
    },

    /** Who is signed in for which account, as the worker names them; null for nobody of whom it keeps anything. */
    owner(): string | null {
      const { sub, acc, rem } = claimsOf(token() ?? '')
      return typeof sub === 'string' && typeof acc === 'string' && rem === true ? `${sub}-${acc}` : null
    },

    /** Takes up the session of the cookie that the server has set while it sent the browser here. */
    async resume(): Promise<void> {
      environment.storage.removeItem(signOutKey)
      await refresh(token())
    },

    /**
     * Ends the session on the server, then here and in every other tab. Where the server cannot be told, nobody gets on
     * here all the same: that a sign-out waits is noted first and stays noted, and the failure is raised.
     */
    async signOut(): Promise<void> {
      environment.storage.setItem(signOutKey, 'true')
      signingOut = true
      try {
        await endServerSession()
      } finally {
        end()
      }
    },

    /** Ends a session whose sign-out waits, by one tab at a time. Raises Unreachable. */
    async finishSignOut(): Promise<void> {
      await environment.withLock(async () => {
        if (signOutWaits()) await endServerSession()
      })
    },

    /** Another tab changed the token that outlasts the browser: null when it signed out. */
    tokenChangedElsewhere(before: string | null, after: string | null): void {
      if (after !== null) {
        environment.tabStorage.removeItem(tokenKey)
        if (before === null || accountOf(before) !== accountOf(after)) environment.reload()
      } else if (!ended && environment.tabStorage.getItem(tokenKey) === null) clear()
    },

    /** Another tab has something to tell of a session that is not remembered. */
    receive(message: SessionMessage): void {
      if (ended || signingOut) return
      const before = token()
      if (message === 'ended') {
        if (before !== null) clear()
        return
      }
      environment.tabStorage.setItem(tokenKey, message.token)
      if (before === null || accountOf(before) !== accountOf(message.token)) environment.reload()
    },
  }
}

function bearer(jwt: string | null): RequestInit {
  return jwt === null ? {} : { headers: { Authorization: `Bearer ${jwt}` } }
}

function withBearer(init: RequestInit, jwt: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${jwt}`)
  return { ...init, headers }
}

function claimsOf(jwt: string): Record<string, unknown> {
  try {
    const payload = jwt.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Milliseconds; a token that cannot be read counts as valid until the server refuses it. */
function expiryOf(jwt: string): number | null {
  const { exp } = claimsOf(jwt)
  return typeof exp === 'number' ? exp * 1000 : null
}

/** Person and account of a token: a change of either makes what a tab shows somebody else's. */
function accountOf(jwt: string): string {
  const { sub, acc } = claimsOf(jwt)
  return JSON.stringify([sub, acc])
}
