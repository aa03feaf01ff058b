import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

/** Milliseconds between two heartbeats on an idle stream. */
export const heartbeat = 15_000

/**
 * The reply to a request with `Prefer: account-version` has a header of that name: the account version that the reply
 * reflects at least. A page asks for it until its stream sends `hello`, to learn whether something changed in between.
 */
export const versionHeader = 'account-version'

export const followChanges = endpoint('followChanges', 'GET', '/live', {
  access: 'viewer',
  summary:
    'Server-sent events: `hello` names the version of the account, `changed` tells that something of it changed; `removed` in their data counts how often documents left it: what was kept of them is to be forgotten. With Last-Event-ID nothing is missed while the connection was away.',
  reply: Type.String(),
  gives: 'text/event-stream',
})
