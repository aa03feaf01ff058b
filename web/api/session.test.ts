import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, SessionEnded, type SessionEnvironment, Unreachable } from './session.ts'

const start = Date.parse('2026-03-12T09:00:00Z')

/** A token of a person who wants to stay signed in, unless `rem` is false. */
function tokenFor(minutes: number, account = 'a', at = start, rem = true, role = 'admin', sub = 'ingrid'): string {
  const claims = {
    sub,
    acc: account,
    role,
    ...(rem ? { rem } : {}),
    exp: Math.floor(at / 1000) + minutes * 60,
  }
  return `head.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.sign-${Math.floor(minutes * 100)}-${at}`
}

type Call = { path: string; token: string | null }
type Reply = { status: number; body?: unknown } | 'no connection'

/** The environment of one browser: its storage, cookie, clock and locks, and the server. */
function browser() {
  const stored = new Map<string, string>()
  const store = (values: Map<string, string>) => ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  const tabs: { session: ReturnType<typeof createSession>; tabStore: Map<string, string> }[] = []
  let lockQueue: Promise<unknown> = Promise.resolve()
  const state = {
    hint: true as boolean | 'remembered',
    role: undefined as string | undefined,
    reloads: 0,
    purges: 0,
    clientClock: start,
    serverClock: start,
    calls: [] as Call[],
  }
  let answers: (call: Call) => Reply | Promise<Reply> = () => ({ status: 200, body: {} })
  const environment = (tabStore: Map<string, string>): SessionEnvironment => ({
    fetch: async (path, init) => {
      const call = { path, token: new Headers(init.headers).get('Authorization')?.slice(7) ?? null }
      state.calls.push(call)
      const reply = await answers(call)
      if (reply === 'no connection') throw new TypeError('Failed to fetch')
      return Response.json(reply.body ?? {}, {
        status: reply.status,
        headers: { Date: new Date(state.serverClock).toUTCString() },
      })
    },
    storage: store(stored),
    tabStorage: store(tabStore),
    hint: {
      read: () => state.hint !== false,
      role: () => state.role,
      set: (remembered, role) => {
        Object.assign(state, { hint: remembered ? 'remembered' : true, role })
      },
      clear: () => {
        Object.assign(state, { hint: false, role: undefined })
      },
    },
    broadcast: (message) => {
      for (const other of tabs) if (other.tabStore !== tabStore) other.session.receive(message)
    },
    purge: () => {
      state.purges += 1
    },
    withLock: (task) => {
      const mine = lockQueue.then(task, task)
      lockQueue = mine.catch(() => undefined)
      return mine
    },
    now: () => state.clientClock,
    reload: () => {
      state.reloads += 1
    },
  })
  return {
    state,
    stored,
    tab: (tabStore = new Map<string, string>()) => {
      const session = createSession(environment(tabStore))
      tabs.push({ session, tabStore })
      return session
    },
    server: (answer: typeof answers) => {
      answers = answer
    },
    refreshes: () => state.calls.filter((call) => call.path === '/auth/refresh').length,
    requests: () => state.calls.filter((call) => call.path === '/orders'),
  }
}

let pc: ReturnType<typeof browser>
beforeEach(() => {
  pc = browser()
})
const fetchOrders = (tab: ReturnType<ReturnType<typeof browser>['tab']>) => tab.authorised('/orders', { method: 'GET' })
const fresh = tokenFor(10, 'a', start + 60_000)

/** A server that accepts one token only; a refresh returns it. */
const acceptFreshToken = (call: Call): Reply => {
  if (call.path === '/auth/refresh') return { status: 200, body: fresh }
  return { status: call.token === fresh ? 200 : 401 }
}

describe('before a request', () => {
  test('a token with more than a minute left is used as it is', async () => {
    pc.stored.set('accessToken', tokenFor(2))
    await fetchOrders(pc.tab())
    expect(pc.refreshes()).toBe(0)
    expect(pc.requests()).toEqual([{ path: '/orders', token: tokenFor(2) }])
  })

  test('a token with a minute or less left is refreshed first', async () => {
    pc.stored.set('accessToken', tokenFor(1))
    pc.server(acceptFreshToken)
    expect((await fetchOrders(pc.tab())).status).toBe(200)
    expect(pc.requests()).toEqual([{ path: '/orders', token: fresh }])
    expect(pc.stored.get('accessToken')).toBe(fresh)
  })

  test('a computer whose clock is an hour ahead refreshes once, then knows the server’s time', async () => {
    pc.stored.set('accessToken', tokenFor(10))
    pc.state.clientClock = start + 3_600_000
    pc.server((call) => ({ status: 200, body: call.path === '/auth/refresh' ? tokenFor(11) : {} }))
    const tab = pc.tab()
    for (let i = 0; i < 5; i++) await fetchOrders(tab)
    expect(pc.refreshes()).toBe(1)
  })

  test('a computer whose clock is an hour behind is mended by the first refusal', async () => {
    pc.stored.set('accessToken', tokenFor(-1))
    pc.state.clientClock = start - 3_600_000
    pc.server(acceptFreshToken)
    const tab = pc.tab()
    expect((await fetchOrders(tab)).status).toBe(200)
    expect((await fetchOrders(tab)).status).toBe(200)
    expect(pc.refreshes()).toBe(1)
  })

  test('a server too busy to refresh does not stop a request whose token still holds', async () => {
    pc.stored.set('accessToken', tokenFor(0.5))
    pc.server((call) => ({ status: call.path === '/auth/refresh' ? 503 : 200 }))
    expect((await fetchOrders(pc.tab())).status).toBe(200)
    expect(pc.state.reloads).toBe(0)
  })
})

describe('after a refusal', () => {
  test('many requests refused at once lead to one refresh, and each is sent again once with the new token', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    pc.server(acceptFreshToken)
    const tab = pc.tab()
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchOrders(tab)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    expect(pc.refreshes()).toBe(1)
    expect(pc.requests().filter((call) => call.token === fresh)).toHaveLength(8)
    expect(pc.requests()).toHaveLength(16)
  })

  test('two tabs refused at once share one refresh', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    pc.server(acceptFreshToken)
    const answers = await Promise.all([fetchOrders(pc.tab()), fetchOrders(pc.tab()), fetchOrders(pc.tab())])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(pc.refreshes()).toBe(1)
  })

  test('a second refusal ends the session', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    pc.server((call) => (call.path === '/auth/refresh' ? { status: 200, body: fresh } : { status: 401 }))
    await expect(fetchOrders(pc.tab())).rejects.toBeInstanceOf(SessionEnded)
    expect(pc.state).toMatchObject({ hint: false, reloads: 1 })
    expect(pc.stored.has('accessToken')).toBe(false)
    expect(pc.refreshes()).toBe(1)
  })

  test('a refused refresh clears token and cookie and reloads once, however many waited', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    pc.server(() => ({ status: 401 }))
    const tab = pc.tab()
    const results = await Promise.allSettled([fetchOrders(tab), fetchOrders(tab), fetchOrders(tab)])
    expect(results.every((result) => result.status === 'rejected')).toBe(true)
    expect(pc.state).toMatchObject({ hint: false, reloads: 1 })
    expect(pc.stored.size).toBe(0)
    expect(tab.signedIn()).toBe(false)
  })

  test.each<[string, Reply]>([
    ['no connection', 'no connection'],
    ['a busy server', { status: 503 }],
    ['too many requests', { status: 429 }],
  ])('%s during a refresh keeps the person signed in', async (_, reply) => {
    pc.stored.set('accessToken', tokenFor(-1))
    pc.server((call) => (call.path === '/auth/refresh' ? reply : { status: 401 }))
    const tab = pc.tab()
    await expect(fetchOrders(tab)).rejects.toBeInstanceOf(Unreachable)
    expect(pc.state).toMatchObject({ hint: true, reloads: 0 })
    expect(pc.stored.has('accessToken')).toBe(true)
    pc.server(acceptFreshToken)
    expect((await fetchOrders(tab)).status).toBe(200)
  })

  test('other answers are passed on as they are', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    pc.server(() => ({ status: 403 }))
    expect((await fetchOrders(pc.tab())).status).toBe(403)
    expect(pc.refreshes()).toBe(0)
  })
})

describe('a refresh that brings another account, because this one was taken away', () => {
  const elsewhere = tokenFor(10, 'b')
  beforeEach(() => {
    pc.server((call) => {
      if (call.path === '/auth/refresh') return { status: 200, body: elsewhere }
      return { status: call.token === elsewhere ? 200 : 401 }
    })
  })

  test('reloads the page once, and what was refused is not repeated there', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    const tab = pc.tab()
    const results = await Promise.allSettled([fetchOrders(tab), fetchOrders(tab)])
    expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual([
      expect.any(SessionEnded),
      expect.any(SessionEnded),
    ])
    expect(pc.requests()).toEqual(Array(2).fill({ path: '/orders', token: tokenFor(5) }))
    expect(pc.state).toMatchObject({ reloads: 1, hint: 'remembered' })

    // The page that is loaded then is signed in, to the other account.
    expect((await fetchOrders(pc.tab())).status).toBe(200)
    expect(pc.state.reloads).toBe(1)
  })

  test('does so too before a request', async () => {
    pc.stored.set('accessToken', tokenFor(0.5))
    await expect(fetchOrders(pc.tab())).rejects.toBeInstanceOf(SessionEnded)
    expect(pc.requests()).toEqual([])
    expect(pc.state.reloads).toBe(1)
  })

  test('does so in each of two tabs that were refused at once', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    const results = await Promise.allSettled([fetchOrders(pc.tab()), fetchOrders(pc.tab())])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(pc.requests()).toEqual(Array(2).fill({ path: '/orders', token: tokenFor(5) }))
    expect([pc.refreshes(), pc.state.reloads]).toEqual([1, 2])
  })
})

describe('signing out', () => {
  test('forgets token and cookie and reloads', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    await pc.tab().signOut()
    expect(pc.state.calls).toEqual([{ path: '/auth/logout', token: tokenFor(5) }])
    expect(pc.state).toMatchObject({ hint: false, reloads: 1 })
    expect(pc.stored.size).toBe(0)
  })

  test('asks the server for nothing more, and for no new token', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    const tab = pc.tab()
    await tab.signOut()
    await expect(fetchOrders(tab)).rejects.toBeInstanceOf(SessionEnded)
    expect(pc.state.calls.map(({ path }) => path)).toEqual(['/auth/logout'])
  })

  test.each<[string, Reply]>([
    ['cannot be asked', 'no connection'],
    ['answers 500', { status: 500 }],
    ['answers 429', { status: 429 }],
  ])('blocks this browser also when the server %s, until it has heard of it', async (_, reply) => {
    pc.stored.set('accessToken', tokenFor(5))
    pc.server(() => reply)
    await expect(pc.tab().signOut()).rejects.toBeInstanceOf(Unreachable)
    expect(pc.state).toMatchObject({ hint: false, reloads: 1 })
    expect(pc.stored.has('accessToken')).toBe(false)

    // The cookie's session lives on: the hint cookie alone must not sign anybody in.
    pc.state.hint = true
    const next = pc.tab()
    expect([next.signOutWaits(), next.signedIn()]).toEqual([true, false])
    await expect(fetchOrders(next)).rejects.toBeInstanceOf(SessionEnded)
    await expect(next.finishSignOut()).rejects.toBeInstanceOf(Unreachable)
    expect(next.signOutWaits()).toBe(true)

    pc.server(() => ({ status: 200 }))
    await Promise.all([next.finishSignOut(), pc.tab().finishSignOut()])
    expect(next.signOutWaits()).toBe(false)
    expect(pc.state.calls.filter(({ path }) => path === '/auth/logout')).toHaveLength(3)
    expect(pc.refreshes()).toBe(0)
  })

  test('that waits is over as soon as somebody signs in: their session has ended the one before', async () => {
    pc.stored.set('signOutWaits', '2026-03-12T08:59:00Z')
    const tab = pc.tab()
    tab.storeToken(tokenFor(5))
    expect([tab.signOutWaits(), tab.signedIn()]).toEqual([false, true])
  })

  test('is noted before the server is asked, so that a browser that is closed meanwhile stays blocked', async () => {
    pc.stored.set('accessToken', tokenFor(5))
    const tab = pc.tab()
    pc.server(() => {
      expect([pc.stored.has('signOutWaits'), tab.signedIn()]).toEqual([true, false])
      return { status: 200 }
    })
    await tab.signOut()
    expect(pc.stored.size).toBe(0)
  })

  test('in one tab signs out the others', () => {
    const other = pc.tab()
    other.tokenChangedElsewhere(tokenFor(5), null)
    expect(pc.state.reloads).toBe(1)
    expect(other.signedIn()).toBe(false)
  })

  test('while a refresh is under way is not undone by it', async () => {
    pc.stored.set('accessToken', tokenFor(-1))
    const refreshed = Promise.withResolvers<Reply>()
    pc.server((call) => (call.path === '/auth/refresh' ? refreshed.promise : { status: 200 }))
    const tab = pc.tab()
    const request = expect(fetchOrders(tab)).rejects.toBeInstanceOf(SessionEnded)
    await tab.signOut()
    refreshed.resolve({ status: 200, body: fresh })
    await request
    expect(pc.stored.has('accessToken')).toBe(false)
    expect(pc.state.hint).toBe(false)
  })
})

describe('what somebody searched for and began, whose week has run out', () => {
  const left = [
    ['recentSearches', '{"C-1":["bearing"]}'],
    ['drafts', '{"orders/SO-1":{"text":"When"}}'],
  ] as const
  const of = (person: string, rem: boolean) => tokenFor(5, 'a', start, rem, 'admin', person)
  let tabStore: Map<string, string>
  beforeEach(() => {
    pc.stored.set('accessToken', tokenFor(-1))
    for (const [key, value] of left) pc.stored.set(key, value)
    tabStore = new Map<string, string>(left)
    pc.state.hint = false
  })
  const remaining = () => [pc.stored, tabStore].flatMap((store) => left.filter(([key]) => store.has(key)))

  test.each([true, false])('is not shown to the next person on this computer (who stays: %s)', (stays) => {
    pc.tab(tabStore).storeToken(of('omar', stays))
    expect(remaining()).toEqual([])
    expect(pc.state.purges).toBe(1)
  })

  test('is not shown to one who comes by single sign-on either', async () => {
    pc.server(() => ({ status: 200, body: of('omar', true) }))
    await pc.tab(tabStore).resume()
    expect(remaining()).toEqual([])
    expect(pc.state.purges).toBe(1)
  })

  test('is there again when they sign in themselves and stay; a change of account leaves it, too', () => {
    const tab = pc.tab()
    tab.storeToken(of('ingrid', true))
    tab.storeToken(tokenFor(5, 'b'))
    expect([...pc.stored].filter(([key]) => key !== 'accessToken')).toEqual(left)
    expect(pc.state.purges).toBe(0)
  })

  test('does not outlast the browser when they sign in again without staying', () => {
    pc.tab(new Map()).storeToken(of('ingrid', false))
    expect(pc.stored.size).toBe(0)
  })

  test.each([true, false])('leaves their other tabs as well (the next one stays: %s)', (stays) => {
    const token = of('omar', stays)
    const other = pc.tab(tabStore)
    if (stays) other.tokenChangedElsewhere(tokenFor(-1), token)
    else other.receive({ token })
    expect([...tabStore.keys()]).toEqual(stays ? [] : ['accessToken'])
    expect(pc.state.reloads).toBe(1)
  })
})

describe('coming back from single sign-on', () => {
  test('takes up the session of the cookie, whoever was signed in here before', async () => {
    pc.stored.set('accessToken', tokenFor(5, 'somebody before'))
    pc.state.hint = false
    pc.server((call) => ({ status: 200, body: call.path === '/auth/refresh' ? fresh : {} }))
    const tab = pc.tab()
    await tab.resume()
    expect(pc.stored.get('accessToken')).toBe(fresh)
    expect(tab.signedIn()).toBe(true)
  })

  test('starts over signed out when there is no session after all', async () => {
    pc.state.hint = false
    pc.server(() => ({ status: 401 }))
    await expect(pc.tab().resume()).rejects.toBeInstanceOf(SessionEnded)
    expect(pc.state.reloads).toBe(1)
  })
})

describe('a person who does not want to stay signed in', () => {
  const brief = (minutes: number, account = 'a') => tokenFor(minutes, account, start, false)

  test('leaves nothing that outlasts the browser: neither the token nor the flag', () => {
    pc.stored.set('accessToken', tokenFor(5, 'somebody before'))
    const tabStore = new Map<string, string>()
    pc.tab(tabStore).storeToken(brief(5))
    expect([pc.stored.size, tabStore.get('accessToken'), pc.state.hint]).toEqual([0, brief(5), true])
    expect(pc.tab(tabStore).remembered()).toBe(false)
  })

  test('has a new tab take up the session by its cookie, and all tabs share what one brings', async () => {
    const [first, second] = [new Map([['accessToken', brief(0.5)]]), new Map<string, string>()]
    pc.server((call) => (call.path === '/auth/refresh' ? { status: 200, body: brief(9) } : { status: 200 }))
    const tabs = [pc.tab(first), pc.tab(second)] as const
    await fetchOrders(tabs[1])
    await fetchOrders(tabs[0])
    expect(pc.refreshes()).toBe(1)
    expect(pc.requests().map(({ token }) => token)).toEqual([brief(9), brief(9)])
    expect([pc.stored.size, pc.state.reloads]).toEqual([0, 0])
  })

  test('has a new tab know their role before its token is there, until they sign out', async () => {
    const first = pc.tab(new Map())
    expect(first.role()).toBeUndefined()
    first.storeToken(tokenFor(5, 'a', start, false, 'logistics'))
    expect(pc.tab(new Map()).role()).toBe('logistics')
    first.storeToken(brief(5))
    expect(pc.tab(new Map()).role()).toBe('admin')
    await first.signOut()
    expect(pc.tab(new Map()).role()).toBeUndefined()
  })

  test('is signed out in all tabs at once, and goes over to another account in all', async () => {
    const [first, second] = [new Map([['accessToken', brief(5)]]), new Map([['accessToken', brief(5)]])]
    const tabs = [pc.tab(first), pc.tab(second)] as const
    tabs[0].storeToken(brief(5, 'b'))
    expect([second.get('accessToken'), pc.state.reloads]).toEqual([brief(5, 'b'), 1])
    await tabs[0].signOut()
    expect([first.size, second.size, pc.state.reloads]).toEqual([0, 0, 3])
  })

  test('a person who then wants to stay signed in is found in storage by every tab', () => {
    const tabStore = new Map([['accessToken', brief(5)]])
    pc.tab(tabStore).storeToken(tokenFor(5))
    expect([tabStore.size, pc.stored.get('accessToken'), pc.state.hint]).toEqual([0, tokenFor(5), 'remembered'])
  })
})

test('every request but a sign-in carries the token of the person who is signed in', async () => {
  pc.stored.set('accessToken', tokenFor(5))
  const tab = pc.tab()
  await tab.open('/portal', { method: 'GET' })
  await tab.open('/auth/login', { method: 'POST' })
  expect(pc.state.calls.map(({ token }) => token)).toEqual([tokenFor(5), null])
})

describe('other tabs', () => {
  test('a refresh elsewhere changes nothing here', () => {
    pc.tab().tokenChangedElsewhere(tokenFor(1), fresh)
    expect(pc.state.reloads).toBe(0)
  })

  test('a switch to another account elsewhere reloads this tab, so that nothing of the old one stays', async () => {
    pc.stored.set('accessToken', tokenFor(5, 'b'))
    const tab = pc.tab()
    tab.tokenChangedElsewhere(tokenFor(5, 'a'), tokenFor(5, 'b'))
    expect(pc.state).toMatchObject({ reloads: 1, hint: true })
    // What the old page still sends would be carried out in the new account.
    await expect(fetchOrders(tab)).rejects.toBeInstanceOf(SessionEnded)
    expect(pc.requests()).toEqual([])
  })

  test('a sign-in elsewhere opens this tab too', () => {
    pc.tab().tokenChangedElsewhere(null, fresh)
    expect(pc.state.reloads).toBe(1)
  })
})
