import { clickNotification, viewNotifications } from '#contract/notifications/history.ts'
import { readAccountConversation, readConversation } from '#contract/requests/conversation.ts'
import type { createSession } from '../api/session.ts'
import { SessionEnded, Unreachable } from '../api/session.ts'
import { current, markEnded, viewingEnded } from './current.ts'
import { endViewing } from './end-viewing.ts'

/*
 * In the place of web/api/browser-session.ts while staff see the portal as somebody sees it: one token, which is never
 * refreshed, opens the calls that change nothing.
 */

async function send(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Accept-Language', document.documentElement.lang)
  headers.set('Authorization', `Bearer ${current?.token}`)
  try {
    // No cookie: a customer who is signed in in the same browser is somebody else.
    return await fetch(`/api${path}`, { ...init, credentials: 'omit', headers })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Unreachable(null, error)
  }
}

/** The calls that mark what was read. An id is a UUID: with any other text, `/notifications/settings` would be one. */
const readMarks = [viewNotifications, clickNotification, readConversation, readAccountConversation].map(
  ({ method, path }) => new RegExp(`^${method} ${path.replace(':id', '[0-9a-f-]{36}').replace(/:\w+/g, '[^/]+')}$`),
)

async function authorised(path: string, init: RequestInit): Promise<Response> {
  if (viewingEnded()) throw new SessionEnded()
  // Marks of what was read are the person's own: they stay, and nobody is told so.
  if (readMarks.some((mark) => mark.test(`${init.method} ${path}`))) return Response.json({})
  const response = await send(path, init)
  if (response.status !== 401) return response
  markEnded()
  throw new SessionEnded()
}

const nothing = () => undefined

/** The session of a viewing: nothing of it outlasts the tab. */
export const session: ReturnType<typeof createSession> = {
  signedIn: () => true,
  signOutWaits: () => false,
  authorised,
  open: send,
  storeToken: nothing,
  remembered: () => false,
  role: nothing,
  owner: () => null,
  resume: async () => undefined,
  signOut: endViewing,
  finishSignOut: async () => undefined,
  tokenChangedElsewhere: nothing,
  receive: nothing,
}
