import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { roles } from '../permissions.ts'
import { Email } from '../registration/endpoints.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'

const Role = Type.Enum(Object.keys(roles))
const MessageReply = Type.Object({ message: Type.String() })
const IdParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) })

/** The members of an account, as its admins see them. */
export const Members = Type.Object({
  members: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      role: Role,
      since: Instant,
      /** When the member last used this account. */
      lastSeenAt: OptionalText,
      /** Whether this member is the viewer. */
      self: Type.Boolean(),
    }),
  ),
  /** Invitations that have not been accepted yet. */
  invitations: Type.Array(
    Type.Object({ id: Type.String(), email: Type.String(), role: Role, invitedAt: Instant, expiresAt: Instant }),
  ),
})
export type Members = Static<typeof Members>

export const listMembers = endpoint('listMembers', 'GET', '/profile/company/members', {
  access: 'viewer',
  summary: 'The people of the account and the invitations that wait. For admins of the account.',
  reply: Members,
})

export const changeMember = endpoint('changeMember', 'PUT', '/profile/company/members/:id', {
  access: 'viewer',
  summary: 'Gives a colleague another role; what they may do changes at once.',
  params: IdParams,
  body: Type.Object({ role: Role }, { additionalProperties: false }),
  reply: MessageReply,
})

export const removeMember = endpoint('removeMember', 'DELETE', '/profile/company/members/:id', {
  access: 'viewer',
  summary: 'Takes a colleague out of the account; they see nothing of it any more at once.',
  params: IdParams,
  reply: MessageReply,
})

export const inviteMember = endpoint('inviteMember', 'POST', '/profile/company/invitations', {
  access: 'viewer',
  summary: 'Invites somebody into the account by mail; an earlier invitation of theirs no longer works.',
  body: Type.Object({ email: Email, role: Role }, { additionalProperties: false }),
  reply: MessageReply,
})

export const revokeInvitation = endpoint('revokeInvitation', 'DELETE', '/profile/company/invitations/:id', {
  access: 'viewer',
  summary: 'Takes an invitation back.',
  params: IdParams,
  reply: MessageReply,
})

/** When the supplier's staff saw the portal as a member of the account sees it. */
export const Viewings = Type.Object({
  viewings: Type.Array(
    Type.Object({
      id: Type.String(),
      /** The member of the supplier's staff. */
      by: Type.String(),
      /** The member as whom they saw it. */
      person: Type.String(),
      reason: Type.String(),
      startedAt: Instant,
      /** When it ended or will end. */
      endedAt: Instant,
    }),
  ),
  nextCursor: OptionalText,
})
export type Viewings = Static<typeof Viewings>

export const listViewings = endpoint('listViewings', 'GET', '/profile/company/viewings', {
  access: 'viewer',
  summary:
    'When the supplier’s staff saw the portal as a member of the account sees it, and why, the newest first. For admins of the account.',
  query: Type.Object(pageQuery, { additionalProperties: false }),
  reply: Viewings,
})
