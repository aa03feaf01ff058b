import { signedInCookieDays } from '../../contract/auth.ts'
import { createSession } from './session.ts'

const base = '/api'
const hintCookie = 'logedIn'

function writeHint(value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The Cookie Store API is asynchronous and missing over plain http, where self-hosters start.
  document.cookie = `${hintCookie}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** The session of this browser. */
export const session = createSession({
  fetch: (path, init) => {
    const headers = new Headers(init.headers)
    // What the server says, it says in the language of the page.
    headers.set('Accept-Language', document.documentElement.lang)
    return fetch(`${base}${path}`, { credentials: 'include', ...init, headers })
  },
  storage: localStorage,
  hint: {
    read: () => document.cookie.split('; ').some((pair) => pair === `${hintCookie}=true`),
    set: () => writeHint('true', signedInCookieDays * 86_400),
    clear: () => writeHint('', 0),
  },
  // Web Locks exist on https and localhost only; elsewhere the server's grace for a racing refresh has to do.
  exclusively: async (task) => (navigator.locks ? await navigator.locks.request('accessToken', task) : await task()),
  now: () => Date.now(),
  reload: () => location.reload(),
})

window.addEventListener('storage', (event) => {
  if (event.key === 'accessToken') session.tokenChangedElsewhere(event.oldValue, event.newValue)
  if (event.key === null) session.tokenChangedElsewhere(null, null)
})
