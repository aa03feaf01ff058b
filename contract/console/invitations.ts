import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { languages } from '../languages.ts'
import { roles } from '../permissions.ts'
import { Email } from '../registration/endpoints.ts'
import { nonBlankText } from '../requests/contents.ts'
import { OptionalText } from '../values/nullable.ts'

/* People whom staff invite to become members of customers' accounts, one by one or by a list. */

const uuid = Type.String({ format: 'uuid' })
const params = Type.Object({ id: uuid })
const MemberRole = Type.Enum(Object.keys(roles) as (keyof typeof roles)[])
const MessageReply = Type.Object({ message: Type.String() })

const invitation = {
  email: Email,
  name: Type.Optional(nonBlankText(200)),
  role: MemberRole,
  language: Type.Optional(Type.Enum([...languages])),
}

export const invitePerson = endpoint('invitePerson', 'POST', '/console/customers/:id/invitations', {
  access: 'staff',
  permission: 'people.write',
  summary: 'Mails somebody a link to become a member of an account; it works once, for 7 days.',
  params,
  body: Type.Object(invitation, { additionalProperties: false }),
  reply: MessageReply,
})

const invitationParams = Type.Object({ id: uuid, invitation: uuid })

export const resendInvitation = endpoint('resendInvitation', 'POST', '/console/customers/:id/invitations/:invitation', {
  access: 'staff',
  permission: 'people.write',
  summary: 'Mails an invitation once more, with a new link; the link before no longer works.',
  params: invitationParams,
  reply: MessageReply,
})

export const withdrawInvitation = endpoint(
  'withdrawInvitation',
  'DELETE',
  '/console/customers/:id/invitations/:invitation',
  {
    access: 'staff',
    permission: 'people.write',
    summary: 'Takes an invitation back.',
    params: invitationParams,
    reply: MessageReply,
  },
)

/** The most rows of one list of invitations. */
export const mostInvitations = 2000

/** What is wrong with a row of a list of invitations, or why nothing need be sent for it. */
export const invitationFaults = [
  'columns',
  'email',
  'account',
  'role',
  'language',
  'repeated',
  'member',
  'invited',
] as const
export type InvitationFault = (typeof invitationFaults)[number]

const InvitationRow = Type.Object({
  /** Counted from 1, with the heading. */
  line: Type.Integer(),
  account: Type.String(),
  accountName: OptionalText,
  email: Type.String(),
  name: Type.String(),
  role: Type.String(),
  language: Type.String(),
  /** Null: this one is sent. */
  fault: Type.Unsafe<InvitationFault | null>({ type: ['string', 'null'], enum: [...invitationFaults, null] }),
})
export type InvitationRow = Static<typeof InvitationRow>

const InvitationList = Type.Object(
  {
    /** CSV with the columns account, email, name, role, language, in any order if a heading names them. */
    text: Type.String({ minLength: 1, maxLength: 400_000 }),
  },
  { additionalProperties: false },
)

export const previewInvitations = endpoint('previewInvitations', 'POST', '/console/invitations/preview', {
  access: 'staff',
  permission: 'people.write',
  reads: true,
  summary: 'Reads a list of invitations and says of each row whether it can be sent, and what is wrong with it.',
  body: InvitationList,
  reply: Type.Object({ rows: Type.Array(InvitationRow), more: Type.Boolean() }),
})

export const sendInvitations = endpoint('sendInvitations', 'POST', '/console/invitations', {
  access: 'staff',
  permission: 'people.write',
  summary: 'Sends the invitations of a list; rows with a fault are passed over, and who is invited already gets none.',
  body: InvitationList,
  reply: Type.Object({ sent: Type.Integer(), passedOver: Type.Integer() }),
})

/** The calls by which staff invite people. */
export const invitationEndpoints = [
  invitePerson,
  resendInvitation,
  withdrawInvitation,
  previewInvitations,
  sendInvitations,
] as const
