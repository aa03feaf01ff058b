import { type Static, Type } from 'typebox'
import { AppKey } from '../auth/factors.ts'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'
import { staffPermissions, staffRoles } from './staff.ts'

const MessageReply = Type.Object({ message: Type.String() })
const Role = Type.Enum(Object.keys(staffRoles) as (keyof typeof staffRoles)[])
const Email = Type.String({ minLength: 1, maxLength: 254 })
const Password = Type.String({ minLength: 1, maxLength: 1024 })
/** Six digits from an authenticator app; spaces and dashes are ignored. */
const Code = Type.String({ minLength: 1, maxLength: 40 })
const InvitationToken = Type.String({ minLength: 1, maxLength: 100 })
const AccountNumbers = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 })
const IdParams = Type.Object({ id: Type.String({ format: 'uuid' }) })

/** The member of staff who is signed in. */
export const Me = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  permissions: Type.Array(Type.Enum([...staffPermissions])),
})
export type Me = Static<typeof Me>

export const signInToConsole = endpoint('signInToConsole', 'POST', '/console/signIn', {
  access: 'open',
  summary: 'Signs a member of staff in to the console, with password and authenticator app at once; sets the cookie.',
  body: Type.Object({ email: Email, password: Password, code: Code }, { additionalProperties: false }),
  reply: Me,
})

export const showStaffInvitation = endpoint('showStaffInvitation', 'POST', '/console/invitation', {
  access: 'open',
  summary: 'Shows what an invitation to the staff is for, with the key of the authenticator app to set up.',
  body: Type.Object({ token: InvitationToken }, { additionalProperties: false }),
  reply: Type.Object({
    /** Null: whoever opens the link says who they are. */
    email: OptionalText,
    name: OptionalText,
    role: Role,
    key: AppKey,
    /** The least number of characters of the password. */
    leastPassword: Type.Integer(),
  }),
})

export const acceptStaffInvitation = endpoint('acceptStaffInvitation', 'POST', '/console/invitation/accept', {
  access: 'open',
  summary: 'Joins the staff, or sets a new password and app, with the first code of the app; signs in.',
  body: Type.Object(
    {
      token: InvitationToken,
      /** Only for an invitation that names no e-mail. */
      email: Type.Optional(Email),
      name: Type.String({ minLength: 1, maxLength: 200 }),
      password: Password,
      code: Code,
    },
    { additionalProperties: false },
  ),
  reply: Me,
})

export const showMe = endpoint('showMe', 'GET', '/console/me', {
  access: 'staff',
  personal: true,
  summary: 'Who is signed in to the console, and what they may do there.',
  reply: Me,
})

export const signOutOfConsole = endpoint('signOutOfConsole', 'DELETE', '/console/session', {
  access: 'staff',
  personal: true,
  summary: 'Ends this session of the console.',
  reply: MessageReply,
})

const StaffSession = Type.Object({
  id: Type.String(),
  /** The session of this request. */
  current: Type.Boolean(),
  /** Browser and operating system in words, as far as they are known. */
  device: OptionalText,
  /** The network from which the session began, such as 203.0.113.0/24. */
  network: OptionalText,
  firstSeen: Instant,
  /** Accurate to a minute. */
  lastSeen: Instant,
})

export const listStaffSessions = endpoint('listStaffSessions', 'GET', '/console/sessions', {
  access: 'staff',
  personal: true,
  summary: 'Where the member of staff is signed in to the console, the newest first.',
  /** `pictureAt`: since when there is a photograph of the member; null: there is none. */
  reply: Type.Object({ sessions: Type.Array(StaffSession), pictureAt: OptionalText }),
})

export const endStaffSession = endpoint('endStaffSession', 'DELETE', '/console/sessions/:id', {
  access: 'staff',
  personal: true,
  summary: 'Ends one of the member’s own sessions of the console.',
  params: IdParams,
  reply: MessageReply,
})

export const StaffMember = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  disabled: Type.Boolean(),
  /** Whether they sign in at the identity provider, where their groups decide the role. */
  bySignOn: Type.Boolean(),
  /** When they last called, as far as sessions are kept; accurate to a minute. */
  lastSeen: OptionalText,
  /** The numbers of the first accounts that are theirs, at most 200; for `sales` the only ones they see. */
  accounts: Type.Array(Type.String()),
  /** How many accounts are theirs. */
  accountCount: Type.Integer(),
})
export type StaffMember = Static<typeof StaffMember>

export const listStaff = endpoint('listStaff', 'GET', '/console/staff', {
  access: 'staff',
  permission: 'staff.write',
  summary: 'The members of staff, by name, at most 500, and the e-mails that are invited.',
  reply: Type.Object({
    staff: Type.Array(StaffMember),
    invited: Type.Array(Type.Object({ email: Type.String(), role: Role, until: Instant })),
  }),
})

export const inviteStaff = endpoint('inviteStaff', 'POST', '/console/staff', {
  access: 'staff',
  permission: 'staff.write',
  proof: true,
  summary:
    'Mails somebody a link to join the staff, once, for 7 days; a member of staff sets a new password and app with it.',
  body: Type.Object({ email: Email, role: Role }, { additionalProperties: false }),
  reply: MessageReply,
})

export const changeStaff = endpoint('changeStaff', 'PUT', '/console/staff/:id', {
  access: 'staff',
  permission: 'staff.write',
  proof: true,
  summary:
    'Gives a member of staff another role or other accounts, disables them, which ends their sessions, or enables them again.',
  params: IdParams,
  body: Type.Object(
    {
      role: Type.Optional(Role),
      disabled: Type.Optional(Type.Boolean()),
      /** The numbers of accounts that become theirs, and of those that no longer are; all others stay as they are. */
      addAccounts: Type.Optional(AccountNumbers),
      removeAccounts: Type.Optional(AccountNumbers),
    },
    { additionalProperties: false },
  ),
  reply: StaffMember,
})

/** The calls by which staff sign in, and are managed. */
export const accessEndpoints = [
  signInToConsole,
  showStaffInvitation,
  acceptStaffInvitation,
  showMe,
  signOutOfConsole,
  listStaffSessions,
  endStaffSession,
  listStaff,
  inviteStaff,
  changeStaff,
] as const
