import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

/** Milliseconds between two signs of life on a silent stream. */
export const heartbeat = 15_000

/**
 * A call that says `Prefer: account-version` is told by a header of that name at which version of the account it was read at
 * the earliest. A page asks for it until the stream has greeted it, to learn whether something changed in between.
 */
export const versionHeader = 'account-version'

export const followChanges = endpoint('followChanges', 'GET', '/live', {
  access: 'viewer',
  summary:
    'Server-sent events: `hello` names the version of the account, `changed` tells that something of it changed; `removed` in their data counts how often documents left it: what was kept of them is to be forgotten. With Last-Event-ID nothing is missed while the connection was away.',
  reply: Type.String(),
  gives: 'text/event-stream',
})
