import { signedInCookie, signedInCookieDays } from '#contract/auth/sign-in.ts'
import { createSession, type SessionMessage } from './session.ts'

const base = '/api'

const roleCookie = 'role'

/** Sets a cookie that scripts read; without a number of seconds it ends with the browser. */
function writeCookie(name: string, value: string, seconds: number | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = seconds === null ? '' : `; Max-Age=${seconds}`
  // The Cookie Store API is asynchronous and missing over plain http, where self-hosters start.
  document.cookie = `${name}=${value}; Path=/${age}; SameSite=Lax${secure}`
}

const readCookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const otherTabs = new BroadcastChannel('session')

/** The session of this browser. */
export const session = createSession({
  fetch: (path, init) => {
    const headers = new Headers(init.headers)
    // The server answers in the language of the page.
    headers.set('Accept-Language', document.documentElement.lang)
    return fetch(`${base}${path}`, { credentials: 'include', ...init, headers })
  },
  storage: localStorage,
  tabStorage: sessionStorage,
  hint: {
    read: () => readCookie(signedInCookie) === 'true',
    role: () => readCookie(roleCookie),
    set: (remembered, role) => {
      const seconds = remembered ? signedInCookieDays * 86_400 : null
      writeCookie(signedInCookie, 'true', seconds)
      writeCookie(roleCookie, typeof role === 'string' ? role : '', seconds)
    },
    clear: () => {
      for (const name of [signedInCookie, roleCookie]) writeCookie(name, '', 0)
    },
  },
  broadcast: (message) => otherTabs.postMessage(message),
  purge: () => navigator.serviceWorker?.controller?.postMessage('purge'),
  // Web Locks exist on https and localhost only; elsewhere the server tolerates two refreshes at the same time.
  withLock: async (task) => (navigator.locks ? await navigator.locks.request('accessToken', task) : await task()),
  now: () => Date.now(),
  reload: () => location.reload(),
})

window.addEventListener('storage', (event) => {
  if (event.key === 'accessToken') session.tokenChangedElsewhere(event.oldValue, event.newValue)
  if (event.key === null) session.tokenChangedElsewhere(null, null)
})
otherTabs.addEventListener('message', ({ data }: { data: SessionMessage }) => session.receive(data))
