import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { requestSubjects } from '../requests/conversation-rules.ts'
import { requestKinds } from '../requests/rules.ts'
import { Instant } from '../values/dates.ts'
import { nullable, OptionalText } from '../values/nullable.ts'

/* What needs a person today, and what is going on. */

/** So many at most are counted of anything. */
export const maxCounted = 1000
/** How many hours are shown of each source. */
export const todayHours = 24

/** How many things of a kind wait, and since when the oldest does. */
const pile = <More extends Record<string, TSchema>>(more: More) =>
  nullable(Type.Object({ count: Type.Integer(), oldestAt: OptionalText, ...more }))

const WaitingRequest = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...requestKinds]),
  /** What it is about: a document and its number, or the account. */
  type: Type.Enum([...requestSubjects]),
  number: Type.String(),
  /** The beginning of what was last written; null when there are no words. */
  words: OptionalText,
  account: Type.String(),
  madeBy: Type.String(),
  madeAt: Instant,
  /** Whether it has words of the customer that the member of staff has not read. */
  unread: Type.Boolean(),
  /** By when an answer was promised; null: none was. */
  dueAt: OptionalText,
})
const Silent = Type.Object({ id: Type.String(), name: OptionalText, since: Instant })
const Speaking = Type.Object({
  id: Type.String(),
  name: OptionalText,
  lastAt: Instant,
  /** Documents in each of the last 24 hours, the oldest first. */
  hours: Type.Array(Type.Integer()),
})

/** What waits and what goes on, as far as the role of the member of staff lets them see it; null: not at all. */
export const Today = Type.Object({
  now: Instant,
  requests: pile({ first: Type.Array(WaitingRequest) }),
  /** Requests with words of the customer that the member of staff has not read. */
  unread: pile({}),
  /** Requests whose answer did not arrive by mail. */
  undelivered: pile({ first: Type.Array(WaitingRequest) }),
  refused: pile({}),
  /** Documents that wait for their customer. */
  quarantine: pile({}),
  silent: nullable(Type.Object({ sources: Type.Array(Silent) })),
  /** Mails that were tried in vain. */
  mails: pile({ error: OptionalText }),
  /** Jobs that were given up. */
  jobs: pile({}),
  /** One when the last backup failed; null also where the portal makes none by itself. */
  backups: pile({ error: OptionalText }),
  /** One when changes of the database are not archived; null also where they need not be. */
  archive: pile({ error: OptionalText }),
  registrations: pile({}),
  speaking: nullable(Type.Object({ sources: Type.Array(Speaking) })),
  people: nullable(
    Type.Object({
      /** Customers' people whose session was used within the last quarter of an hour. */
      online: Type.Integer(),
      /** Those who were there within the last 24 hours. */
      lately: Type.Integer(),
      /** Invited within the last 7 days, and how many of them have signed in. */
      invited: Type.Integer(),
      joined: Type.Integer(),
    }),
  ),
})
export type Today = Static<typeof Today>

export const showToday = endpoint('showToday', 'GET', '/console/today', {
  access: 'staff',
  summary: 'What needs a person, and what is going on, as far as the role allows; anything is counted up to 1000.',
  reply: Today,
})
