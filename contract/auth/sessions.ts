import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { OptionalNetworkLocation } from '../geolocation.ts'
import { pageQuery } from '../page.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'

const MessageReply = Type.Object({ message: Type.String() })

const SignedInBy = Type.Enum(['password', 'passkey', 'sign_on'])

export const SessionEntry = Type.Object({
  id: Type.String(),
  /** The session of this request. */
  current: Type.Boolean(),
  /** Browser and operating system in words, as far as they are known. */
  device: OptionalText,
  /** The network from which the session began, such as 203.0.113.0/24. */
  network: OptionalText,
  /** The approximate location of the network. */
  place: OptionalNetworkLocation,
  signedInBy: SignedInBy,
  secondFactor: Type.Boolean(),
  firstSeen: Instant,
  /** Accurate to ten minutes. */
  lastSeen: Instant,
  /** Null while the session is active. */
  endedAt: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
})
export type SessionEntry = Static<typeof SessionEntry>

export const listSessions = endpoint('listSessions', 'GET', '/profile/sessions', {
  access: 'viewer',
  summary: 'Where this person is signed in, the newest first.',
  reply: Type.Object({ sessions: Type.Array(SessionEntry) }),
})

export const listPastSessions = endpoint('listPastSessions', 'GET', '/profile/sessions/past', {
  access: 'viewer',
  summary: 'The sign-ins of this person that are over, twenty at a time, the newest first.',
  query: Type.Object({ cursor: pageQuery.cursor }, { additionalProperties: false }),
  reply: Type.Object({ sessions: Type.Array(SessionEntry), nextCursor: OptionalText }),
})

export const endSession = endpoint('endSession', 'DELETE', '/profile/sessions/:id', {
  access: 'viewer',
  summary: 'Ends a session of this person, wherever it is.',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  reply: MessageReply,
})

export const endOtherSessions = endpoint('endOtherSessions', 'DELETE', '/profile/sessions', {
  access: 'viewer',
  summary: 'Ends all sessions of this person but the one that asks.',
  reply: Type.Object({ message: Type.String(), ended: Type.Integer() }),
})
