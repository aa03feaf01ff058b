import { refreshBeforeExpiry } from '../../contract/auth.ts'

/** What the session touches outside itself; tests give others. */
export type SessionWorld = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The 'logedIn' cookie: a hint for routing, no secret. */
  hint: { read: () => boolean; set: () => void; clear: () => void }
  /** Runs one task at a time over all tabs of this browser. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>
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
/** Where this browser keeps what was searched for lately. */
export const recentSearchesKey = 'recentSearches'

/**
 * Who is signed in, for all tabs together: the token in storage is the one truth. It is refreshed a minute before it
 * expires and once after a 401, by one tab at a time; everybody else waits and takes what that one brought.
 */
export function createSession(world: SessionWorld) {
  let ended = false
  /** Signing out: what would ask meanwhile could only be refused. */
  let leaving = false
  /** Server's clock less this computer's, learned from each answer. */
  let clockOffset = 0
  let refreshing: Promise<string> | null = null

  const token = () => world.storage.getItem(tokenKey)

  function learnClock(answer: Response): void {
    const date = Date.parse(answer.headers.get('Date') ?? '')
    if (!Number.isNaN(date)) clockOffset = date - world.now()
  }

  function expiresSoon(jwt: string): boolean {
    const expiry = expiryOf(jwt)
    return expiry !== null && expiry - (world.now() + clockOffset) <= refreshBeforeExpiry * 1000
  }

  /** Forgets everything and starts over signed out; other tabs see the token go and do the same. */
  function end(): void {
    if (ended) return
    ended = true
    world.storage.removeItem(tokenKey)
    world.storage.removeItem(recentSearchesKey)
    world.hint.clear()
    world.reload()
  }

  function keep(jwt: string): void {
    world.storage.setItem(tokenKey, jwt)
    world.hint.set()
  }

  async function askForToken(stale: string | null): Promise<string> {
    const present = token()
    // Another tab was faster while this one waited for its turn.
    if (present !== null && present !== stale) return present
    // Signed out while waiting: asking now would sign in again.
    if (present === null && stale !== null) throw new SessionEnded()
    const answer = await send('/auth/refresh', { method: 'POST', ...bearer(present) })
    if (answer.status === 401) {
      end()
      throw new SessionEnded()
    }
    if (!answer.ok) throw new Unreachable(answer.status)
    const fresh = (await answer.json()) as string
    if (token() === null && stale !== null) throw new SessionEnded()
    keep(fresh)
    return fresh
  }

  /** A token that is not `stale`: asked for once, whoever and how many want it. */
  function refresh(stale: string | null): Promise<string> {
    refreshing ??= world
      .exclusively(() => askForToken(stale))
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    try {
      const answer = await world.fetch(path, init)
      learnClock(answer)
      return answer
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new Unreachable(null, error)
    }
  }

  async function currentToken(): Promise<string> {
    // Signed out, and the page about to load anew: what still asks is not heard.
    if (ended || leaving) throw new SessionEnded()
    const present = token()
    if (present !== null && !expiresSoon(present)) return present
    try {
      return await refresh(present)
    } catch (error) {
      // The last minute of a token is still good; the request itself will tell.
      if (present !== null && error instanceof Unreachable) return present
      throw error
    }
  }

  return {
    /** Whether the pages of the signed-in are shown. The server decides about every byte of data. */
    signedIn: () => !ended && world.hint.read(),

    /** Sends a request with the bearer token; refreshes before and, once, after a 401, then replays it. */
    async authorised(path: string, init: RequestInit): Promise<Response> {
      const used = await currentToken()
      const answer = await send(path, withBearer(init, used))
      if (answer.status !== 401) return answer
      const fresh = await refresh(used)
      const second = await send(path, withBearer(init, fresh))
      if (second.status === 401) {
        end()
        throw new SessionEnded()
      }
      return second
    },

    /** Sends a request that needs no token. */
    open: send,

    /** Stores the token of a sign-in, or of a switch to another account. */
    keep,

    /** The role that the token is for; the server decides anew what it may. */
    role(): unknown {
      return claimsOf(token() ?? '').role
    },

    /** Takes up the session of the cookie that the server has set while it sent the browser here. */
    async resume(): Promise<void> {
      await refresh(token())
    },

    /** Ends the session on the server, then here and in every other tab. Here also when the server cannot be asked. */
    async signOut(): Promise<void> {
      leaving = true
      try {
        await send('/auth/logout', { method: 'DELETE', ...bearer(token()) })
      } finally {
        end()
      }
    },

    /** Another tab changed the token: null when it signed out. */
    tokenChangedElsewhere(before: string | null, after: string | null): void {
      if (after === null) end()
      else if (before === null || accountOf(before) !== accountOf(after)) world.reload()
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
