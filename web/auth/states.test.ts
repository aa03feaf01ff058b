import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Report } from '../api/report-error.ts'

/*
 * The states of a sign-in and the transitions between them, with a stopped clock: the web's own code, with a stubbed
 * browser and server.
 */

const start = Date.parse('2026-03-12T09:00:00Z')
/** A token of a person who wants to stay signed in, unless `rem` is false. */
const tokenFor = (seconds: number, mark = '', rem = true) =>
  `head.${btoa(JSON.stringify({ sub: 'ada', acc: 'a', exp: start / 1000 + seconds, mark, rem })).replaceAll('=', '')}.sign`
const fresh = tokenFor(600, 'fresh')

type Call = { path: string; token: string | null; language: string | null; body: unknown }
type Reply = { status: number; body?: unknown }

/** A channel to no other tab. */
class StubChannel extends EventTarget {
  readonly postMessage = vi.fn<(word: unknown) => void>()
}

/** A browser without a page, as far as the session uses it. */
function stubBrowser() {
  const memoryStorage = () => {
    const values = new Map<string, string>()
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    }
  }
  const state = { calls: [] as Call[], cookies: [] as string[], reloads: 0, reports: [] as Report[] }
  let answer: (call: Call) => Reply = () => ({ status: 200, body: {} })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('BroadcastChannel', StubChannel)
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('location', {
    protocol: 'https:',
    reload: () => {
      state.reloads += 1
    },
  })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', {
    documentElement: { lang: 'nl' },
    get cookie() {
      const last = new Map(state.cookies.map((cookie) => [cookie.split('=')[0], cookie]))
      const kept = [...last.values()].filter((cookie) => !cookie.includes('Max-Age=0;'))
      return kept.map((cookie) => cookie.split(';')[0]).join('; ')
    },
    set cookie(text: string) {
      state.cookies.push(text)
    },
  })
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    const call = {
      path: path.replace(/^\/api/, ''),
      token: new Headers(headers).get('authorization')?.slice(7) ?? null,
      language: new Headers(headers).get('accept-language'),
      body: body && JSON.parse(String(body)),
    }
    state.calls.push(call)
    const reply = answer(call)
    return Response.json(reply.body ?? {}, {
      status: reply.status,
      headers: { date: new Date(Date.now()).toUTCString() },
    })
  })
  return {
    state,
    server: (next: typeof answer) => {
      answer = next
    },
    token: () => localStorage.getItem('accessToken'),
    signedOut: () => ({ token: localStorage.getItem('accessToken'), flag: document.cookie, reloads: state.reloads }),
    calls: (path: string) => state.calls.filter((call) => call.path === path),
  }
}

let pc: ReturnType<typeof stubBrowser>
let web: typeof import('./sign-in.ts') &
  typeof import('./second-factor-challenge.ts') & { session: typeof import('../api/browser-session.ts')['session'] }
const credentials = { email: 'ada@example.com', password: 'a passphrase', remember: false }
const challengeReply = { TwoFactor: true as const, message: 'Enter the code.', methods: ['totp' as const] }
const wrong = {
  status: 400,
  body: { message: 'Not right.', code: 'wrong_credentials', errors: [{ message: 'Not right.' }] },
}
const orders = () => web.session.authorised('/orders', { method: 'GET' })

beforeEach(async () => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  vi.resetModules()
  pc = stubBrowser()
  const { onReport } = await import('../api/report-error.ts')
  onReport((report) => pc.state.reports.push(report))
  web = {
    ...(await import('./sign-in.ts')),
    ...(await import('./second-factor-challenge.ts')),
    ...(await import('../api/browser-session.ts')),
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('Signed out', () => {
  test('→ an answer with errors → signed out, with the error to show', async () => {
    pc.server(() => wrong)
    await expect(web.signIn(credentials)).rejects.toMatchObject({ status: 400, message: 'Not right.' })
    expect(web.session.signedIn()).toBe(false)
    expect(pc.signedOut()).toEqual({ token: null, flag: '', reloads: 0 })
  })

  test('→ an answer that asks for the second factor → the second step, with a warning, and not signed in yet', async () => {
    pc.server(() => ({ status: 200, body: challengeReply }))
    expect(await web.signIn(credentials)).toBe('second factor')
    expect(web.pendingChallenge()).toMatchObject({ methods: ['totp'] })
    expect(pc.state.reports).toMatchObject([{ tone: 'warn', text: 'Enter the code.' }])
    expect(web.session.signedIn()).toBe(false)
    expect(pc.token()).toBeNull()
  })

  test('→ any other answer → signed in: the body is the token, and the flag stands for seven days', async () => {
    pc.server(() => ({ status: 200, body: tokenFor(600) }))
    expect(await web.signIn(credentials)).toBe('signed in')
    expect(pc.token()).toBe(tokenFor(600))
    expect(pc.state.cookies[0]).toBe('logedIn=true; Path=/; Max-Age=604800; SameSite=Lax; Secure')
    expect(web.session.signedIn()).toBe(true)
    expect(pc.calls('/auth/login')[0]?.token).toBeNull()
  })

  test('→ any other answer for a person who does not want to stay signed in → signed in until the browser is closed', async () => {
    const brief = tokenFor(600, '', false)
    pc.server(() => ({ status: 200, body: brief }))
    expect(await web.signIn(credentials)).toBe('signed in')
    expect([pc.token(), sessionStorage.getItem('accessToken')]).toEqual([null, brief])
    expect(pc.state.cookies[0]).toBe('logedIn=true; Path=/; SameSite=Lax; Secure')
    expect(web.session.signedIn()).toBe(true)
  })
})

describe('The second step', () => {
  beforeEach(async () => {
    pc.server(() => ({ status: 200, body: challengeReply }))
    await web.signIn(credentials)
  })

  test('→ a code that fails with errors → not signed in, with the error to show', async () => {
    pc.server(() => wrong)
    await expect(web.submitSecondFactor({ code: '123456' })).rejects.toMatchObject({ message: 'Not right.' })
    expect(web.session.signedIn()).toBe(false)
  })

  test('→ asked again → the second step', async () => {
    pc.server(() => ({ status: 200, body: { ...challengeReply, methods: ['email'] } }))
    expect(await web.submitSecondFactor({ code: '123456' })).toMatchObject({ TwoFactor: true })
    expect(web.pendingChallenge()).toMatchObject({ methods: ['email'] })
    expect(web.session.signedIn()).toBe(false)
  })

  test('→ the right code → signed in: the token of the answer is kept, the flag is set, the question forgotten', async () => {
    pc.server(() => ({ status: 200, body: { token: tokenFor(600) } }))
    expect(await web.submitSecondFactor({ code: '012345', trustDevice: true })).toBe('signed in')
    expect(pc.calls('/auth/submit2fa')[0]?.body).toEqual({ code: '012345', trustDevice: true })
    expect(pc.token()).toBe(tokenFor(600))
    expect(web.session.signedIn()).toBe(true)
    expect(sessionStorage.getItem('secondFactor')).toBeNull()
  })
})

describe('Signed in', () => {
  beforeEach(() => web.session.storeToken(tokenFor(600)))
  const at = (seconds: number) => vi.setSystemTime(start + seconds * 1000)
  /** A server that accepts only the fresh token; a refresh returns it. */
  const acceptFreshToken = (call: Call): Reply => {
    if (call.path === '/auth/refresh') return { status: 200, body: fresh }
    return { status: call.token === fresh ? 200 : 401 }
  }

  test('→ signing out → signed out: token and flag are gone, and the page loads anew', async () => {
    await web.session.signOut()
    expect(pc.calls('/auth/logout')).toMatchObject([{ token: tokenFor(600) }])
    expect(pc.signedOut()).toEqual({ token: null, flag: '', reloads: 1 })
  })

  test('→ signing out without the server → the error is told; here nobody is signed in any more', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(web.session.signOut()).rejects.toMatchObject({ name: 'Unreachable' })
    expect(pc.signedOut()).toMatchObject({ token: null, reloads: 1 })
  })

  test.each([
    [539, 0],
    [540, 1],
    [599, 1],
    [900, 1],
  ])('→ a request after %d seconds of a token’s 600 → %d refreshes before it', async (seconds, refreshes) => {
    at(seconds)
    pc.server((call) =>
      call.path === '/auth/refresh' ? { status: 200, body: tokenFor(seconds + 600) } : { status: 200 },
    )
    expect((await orders()).status).toBe(200)
    expect(pc.calls('/auth/refresh')).toHaveLength(refreshes)
    expect(pc.calls('/orders')).toMatchObject([{ token: refreshes === 0 ? tokenFor(600) : tokenFor(seconds + 600) }])
  })

  test('→ any request → asks for answers in the language of the page', async () => {
    await orders()
    expect(pc.calls('/orders')).toMatchObject([{ language: 'nl' }])
  })

  test('→ requests that are refused → one refresh; the others wait; each is sent again with the new token', async () => {
    pc.server(acceptFreshToken)
    const answers = await Promise.all([orders(), orders(), orders()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(pc.calls('/auth/refresh')).toHaveLength(1)
    expect(pc.calls('/orders').map(({ token }) => token)).toEqual([
      ...Array(3).fill(tokenFor(600)),
      ...Array(3).fill(fresh),
    ])
  })

  test('→ a refresh that fails → signed out: token and flag are gone, and the page loads anew', async () => {
    pc.server(() => ({ status: 401 }))
    await expect(orders()).rejects.toMatchObject({ name: 'SessionEnded' })
    expect(pc.signedOut()).toEqual({ token: null, flag: '', reloads: 1 })
    expect(web.session.signedIn()).toBe(false)
  })
})
