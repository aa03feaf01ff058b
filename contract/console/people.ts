import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { roles } from '../permissions.ts'
import { Email } from '../registration/endpoints.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'
import { CustomerEvent } from './customers.ts'
import { refusalReasons } from './refusal-reasons.ts'

/* The people of all customers, as staff find and help them. */

const uuid = Type.String({ format: 'uuid' })
const params = Type.Object({ id: uuid })
const MemberRole = Type.Enum(Object.keys(roles) as (keyof typeof roles)[])
const MessageReply = Type.Object({ message: Type.String() })
const Membership = Type.Object({ id: Type.String(), number: Type.String(), name: Type.String(), role: MemberRole })

/** The most people that one search finds. */
export const maxPeopleListed = 50

const PersonEntry = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  disabled: Type.Boolean(),
  codesEnded: Type.Boolean(),
  lastSeenAt: OptionalText,
  /** The first three by number, and how many there are. */
  accounts: Type.Array(Membership),
  accountCount: Type.Integer(),
})
export type PersonEntry = Static<typeof PersonEntry>

const InvitedEntry = Type.Object({
  id: Type.String(),
  name: OptionalText,
  email: Type.String(),
  role: MemberRole,
  account: Type.Object({ id: Type.String(), number: Type.String(), name: Type.String() }),
  expiresAt: Instant,
  expired: Type.Boolean(),
})

export const findPeople = endpoint('findPeople', 'GET', '/console/people', {
  access: 'staff',
  permission: 'customers.read',
  summary:
    'People whose name or e-mail has words that begin as those typed, by name, and invitations to an e-mail that begins so; without a text, who cannot sign in.',
  query: Type.Object(
    { text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    people: Type.Array(PersonEntry),
    invited: Type.Array(InvitedEntry),
    /** Whether more fit than are shown. */
    more: Type.Boolean(),
  }),
})

export const exportPeople = endpoint('exportPeople', 'GET', '/console/people/csv', {
  access: 'staff',
  permission: 'customers.read',
  summary:
    'Everybody of the customers whom the member of staff sees, a line for each of their accounts, as a CSV file.',
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

/** What keeps a person from signing in, or will at the next try. */
export const signInProblems = ['disabled', 'noAccount', 'locked', 'codesEnded', 'noSignIn', 'mailRefused'] as const
export type SignInProblem = (typeof signInProblems)[number]

const PersonSession = Type.Object({
  id: Type.String(),
  device: OptionalText,
  network: OptionalText,
  account: Type.String(),
  since: Instant,
  lastSeen: Instant,
})

/** Everything that staff see of one person. */
export const Person = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  createdAt: Instant,
  language: OptionalText,
  disabled: Type.Boolean(),
  deletionAskedAt: OptionalText,
  signInProblems: Type.Array(Type.Enum([...signInProblems])),
  /** Until when sign-ins are refused after wrong passwords, as far as it is known. */
  lockedUntil: OptionalText,
  accounts: Type.Array(Type.Object({ ...Membership.properties, lastSeenAt: OptionalText })),
  invitations: Type.Array(
    Type.Object({
      id: Type.String(),
      account: Type.Object({ id: Type.String(), number: Type.String(), name: Type.String() }),
      role: MemberRole,
      expiresAt: Instant,
      expired: Type.Boolean(),
    }),
  ),
  factors: Type.Array(Type.Object({ method: Type.Enum(['totp', 'email', 'passkey']), since: Instant })),
  sessions: Type.Array(PersonSession),
  /** The newest tries to sign in. */
  attempts: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Instant,
      action: Type.Enum([
        'signed_in',
        'sign_in_failed',
        'second_factor_failed',
        'passkey_refused',
        'sign_on_failed',
        'password_reset_asked',
        'password_changed',
      ]),
      /** Null also where an older version recorded no reason, or another. */
      reason: Type.Union([Type.Null(), Type.Enum([...refusalReasons])]),
      until: OptionalText,
      network: OptionalText,
      device: OptionalText,
    }),
  ),
  events: Type.Array(CustomerEvent),
})
export type Person = Static<typeof Person>

export const showPerson = endpoint('showPerson', 'GET', '/console/people/:id', {
  access: 'staff',
  permission: 'customers.read',
  summary: 'One person: accounts, what keeps them from signing in, second factors, sessions, the newest tries.',
  params,
  reply: Person,
})

export const changePerson = endpoint('changePerson', 'PUT', '/console/people/:id', {
  access: 'staff',
  permission: 'people.write',
  proof: true,
  summary: 'Disables a person, which ends their sessions, enables them again, or gives them another e-mail.',
  params,
  body: Type.Object(
    { disabled: Type.Optional(Type.Boolean()), email: Type.Optional(Email) },
    { additionalProperties: false },
  ),
  reply: Person,
})

const membershipParams = Type.Object({ id: uuid, account: uuid })

export const changePersonRole = endpoint('changePersonRole', 'PUT', '/console/people/:id/accounts/:account', {
  access: 'staff',
  permission: 'people.write',
  summary: 'Gives a member of an account another role; what they may do changes at once.',
  params: membershipParams,
  body: Type.Object({ role: MemberRole }, { additionalProperties: false }),
  reply: Person,
})

export const removePerson = endpoint('removePerson', 'DELETE', '/console/people/:id/accounts/:account', {
  access: 'staff',
  permission: 'people.write',
  summary: 'Takes a person out of one account; they see nothing of it any more at once.',
  params: membershipParams,
  reply: Person,
})

export const signPersonOut = endpoint('signPersonOut', 'DELETE', '/console/people/:id/sessions', {
  access: 'staff',
  permission: 'people.write',
  summary: 'Ends all sessions of a person; they can sign in again.',
  params,
  reply: Person,
})

export const resetPersonFactors = endpoint('resetPersonFactors', 'DELETE', '/console/people/:id/factors', {
  access: 'staff',
  permission: 'people.write',
  proof: true,
  summary: 'Removes the second factors of a person who has lost them, and tells them by mail.',
  params,
  reply: Person,
})

export const erasePersonForGood = endpoint('erasePersonForGood', 'POST', '/console/people/:id/erasure', {
  access: 'staff',
  permission: 'people.write',
  proof: true,
  summary: 'Deletes a person for good; what they did in their company’s name stays without them.',
  params,
  body: Type.Object(
    {
      /** The person’s e-mail, typed once more. */
      confirm: Type.String({ maxLength: 254 }),
    },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})

/** The calls by which staff find and help people. */
export const peopleEndpoints = [
  findPeople,
  exportPeople,
  showPerson,
  changePerson,
  changePersonRole,
  removePerson,
  signPersonOut,
  resetPersonFactors,
  erasePersonForGood,
] as const
