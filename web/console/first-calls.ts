import { showMe } from '#contract/console/access.ts'
import { staffSignOnPaths } from '#contract/console/sign-on.ts'
import { showToday } from '#contract/console/today.ts'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { showPortal } from '#contract/portal.ts'
import { call } from '../api/call.ts'

/*
 * Sends the calls that a page of the console makes first while the code that needs them is still on its way: the page
 * names this script (server/http/console/first-files.ts).
 */

/** Milliseconds after which a reply is too old to be shown. */
const longestAhead = 30_000

const replies = new Map<Endpoint, Promise<unknown>>()

function send<E extends Endpoint>(endpoint: E, reply: Promise<Reply<E>>): Promise<Reply<E>> {
  replies.set(endpoint, reply)
  // Whoever signs in after a refusal is not shown it again.
  reply.catch(() => replies.delete(endpoint))
  return reply
}

/** The reply to a call that was sent ahead, for whoever makes it for the first time. */
export function replyAhead<E extends Endpoint>(endpoint: E): Promise<Reply<E>> | undefined {
  const reply = replies.get(endpoint) as Promise<Reply<E>> | undefined
  replies.delete(endpoint)
  return reply
}

const { pathname } = location
void send(showPortal, call(showPortal, {}))
if (pathname !== '/console/invitation' && pathname !== staffSignOnPaths.proven) {
  const me = send(showMe, call(showMe, {}))
  // Who is not signed in is refused once, not once for each call.
  if (/^\/console\/?$/.test(pathname))
    void send(
      showToday,
      me.then(() => call(showToday, {})),
    )
}
setTimeout(() => replies.clear(), longestAhead)
