import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { roles } from '../permissions.ts'
import { nonBlankText } from '../requests/contents.ts'
import { Instant } from '../values/dates.ts'

/* Seeing the portal as one of its people sees it: a viewing, of a member of staff, of a member of an account. */

/** Minutes after which a viewing ends. */
export const viewingMinutes = 30
/** The most characters of the reason for a viewing. */
export const maxReasonLength = 300
/** The page below which the portal is seen as somebody sees it. */
export const viewingPath = '/console/as'
/** The page of the console on which a viewing begins. */
export const viewAsPath = '/console/view-as'
/** The name under which the console leaves a viewing in the storage of a tab; what the viewing stores begins with it. */
export const viewingKey = 'viewing'

const uuid = Type.String({ format: 'uuid' })
const AccountName = Type.Object({ number: Type.String(), name: Type.String() })

/** A member of an account whose portal a member of staff may see. */
export const ViewablePerson = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.Enum(Object.keys(roles)),
  account: AccountName,
})
export type ViewablePerson = Static<typeof ViewablePerson>

export const listViewablePeople = endpoint('listViewablePeople', 'GET', '/console/viewings/people', {
  access: 'staff',
  personal: true,
  permission: 'view.as',
  summary:
    'Members of accounts whose portal the member of staff may see as they do: by words of name, e-mail or account, or one person in each of their accounts; at most 20.',
  query: Type.Object(
    {
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      /** The id of one person. */
      person: Type.Optional(uuid),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ people: Type.Array(ViewablePerson) }),
})

/** A viewing that has begun. */
export const StartedViewing = Type.Object({
  id: Type.String(),
  /** Opens the customers’ calls that change nothing, and no others. */
  token: Type.String(),
  person: Type.String(),
  account: AccountName,
  until: Instant,
})
export type StartedViewing = Static<typeof StartedViewing>

/** What the console leaves for the page of a viewing: the words of its banner are in the language of the console. */
export type CurrentViewing = Pick<StartedViewing, 'id' | 'token' | 'until'> & {
  language: string
  direction: string
  words: Record<'title' | 'seen' | 'end' | 'ended' | 'back', string>
}

export const startViewing = endpoint('startViewing', 'POST', '/console/viewings', {
  access: 'staff',
  personal: true,
  permission: 'view.as',
  proof: true,
  summary:
    'Begins to see the portal as a member of an account sees it, without changing anything, for 30 minutes; the account’s admins learn who did and why.',
  body: Type.Object(
    {
      person: uuid,
      /** The number of the account. */
      account: Type.String({ minLength: 1, maxLength: 200 }),
      reason: nonBlankText(maxReasonLength),
    },
    { additionalProperties: false },
  ),
  reply: StartedViewing,
})

export const endViewing = endpoint('endViewing', 'DELETE', '/console/viewings/:id', {
  access: 'staff',
  personal: true,
  permission: 'view.as',
  summary: 'Ends a viewing of one’s own.',
  params: Type.Object({ id: uuid }),
  reply: Type.Object({ message: Type.String() }),
})

/** The calls by which staff see the portal as somebody sees it. */
export const viewingEndpoints = [listViewablePeople, startViewing, endViewing] as const
