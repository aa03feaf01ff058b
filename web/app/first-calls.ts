import { forgetSentAhead, sendAhead } from '../api/call.ts'
import { opensSignedIn } from './opens-signed-in.ts'

/*
 * Sends the calls that the page itself names (server/http/first-files.ts) while the code that needs them is still on its
 * way. Whoever makes such a call for the first time takes the reply.
 */

/** Milliseconds after which a reply is too old to be shown. */
const longestAhead = 30_000

const paths = document.querySelector<HTMLScriptElement>('script[data-calls]')?.dataset.calls?.split(' ') ?? []
if (opensSignedIn) {
  for (const path of paths) sendAhead(path)
  setTimeout(forgetSentAhead, longestAhead)
}
