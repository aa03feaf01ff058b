import { forgetSentAhead, type SendCall, sendAhead } from './call.ts'

/** Milliseconds after which a reply is too old to be shown. */
const longestAhead = 30_000

/**
 * Sends the calls that the page itself names (server/http/first-files.ts), at once or `later`, while the code that needs
 * them is still on its way. Whoever makes such a call for the first time takes the reply. Resolves to whether all are
 * answered without an error.
 */
export async function sendNamedCalls(send: SendCall, name: 'calls' | 'later' = 'calls'): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[data-calls]')
  setTimeout(forgetSentAhead, longestAhead)
  const replies = script?.dataset[name]?.split(' ').map((path) => sendAhead(path, send)) ?? []
  return (await Promise.all(replies)).every(Boolean)
}
