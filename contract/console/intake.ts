import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'

/* What comes in from the supplier's systems, as staff watch over it. */

const uuid = Type.String({ format: 'uuid' })
const params = Type.Object({ id: uuid })
const AccountNumber = Type.String({ minLength: 1, maxLength: 200 })
const MessageReply = Type.Object({ message: Type.String() })

/** How many hours a chart of a source shows. */
export const chartHours = 48
/** How many characters a mended message may have. */
export const maxMendedLength = 512 * 1024

/** What became of the messages of one hour. */
export const IntakeHour = Type.Object({
  hour: Instant,
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer(),
  quarantined: Type.Integer(),
})
export type IntakeHour = Static<typeof IntakeHour>

/** Who sends documents. */
export const IntakeSource = Type.Object({
  id: Type.String(),
  /** The name of its key; null: the operator's imports. */
  name: OptionalText,
  lastAt: Instant,
  /** The last message before a silence that is longer than the source's own rhythm explains. */
  silentSince: OptionalText,
  /** Its key has been revoked. */
  ended: Type.Boolean(),
  /** How many refused messages of it wait, counted up to 1000. */
  refused: Type.Integer(),
  /** The hours of the last 48 in which it spoke, the oldest first. */
  hours: Type.Array(IntakeHour),
})
export type IntakeSource = Static<typeof IntakeSource>

export const listIntakeSources = endpoint('listIntakeSources', 'GET', '/console/intake/sources', {
  access: 'staff',
  permission: 'intake.read',
  summary:
    'Who has sent documents, at most 100: who is silent and missed, then the last first, with what became of them in each of the last 48 hours.',
  reply: Type.Object({ sources: Type.Array(IntakeSource), now: Instant }),
})

export const refusedOutcomes = ['replayed', 'came_right', 'discarded'] as const

/** A message that was refused. */
export const RefusedEntry = Type.Object({
  id: Type.String(),
  sourceId: Type.String(),
  source: OptionalText,
  /** The first problem, without positions and values. */
  reason: Type.String(),
  /** The first problem as it was told. */
  problem: Type.String(),
  line: Type.String(),
  format: Type.String(),
  type: OptionalText,
  number: OptionalText,
  account: OptionalText,
  times: Type.Integer(),
  firstAt: Instant,
  lastAt: Instant,
  settledAt: OptionalText,
  outcome: Type.Unsafe<(typeof refusedOutcomes)[number] | null>({ enum: [...refusedOutcomes, null] }),
  settledBy: OptionalText,
  note: OptionalText,
})
export type RefusedEntry = Static<typeof RefusedEntry>

const Problem = Type.Object({ path: Type.String(), message: Type.String() })

/** A refused message with what is wrong, where, and its text. */
export const RefusedDetail = Type.Object({
  ...RefusedEntry.properties,
  problems: Type.Array(Problem),
  content: Type.String(),
  /** Whether the text is all of the message; what was cut cannot be sent through again as it is. */
  whole: Type.Boolean(),
})
export type RefusedDetail = Static<typeof RefusedDetail>

const Reason = Type.String({ minLength: 1, maxLength: 500 })

/** How the refused messages are narrowed. */
const refusedFilters = {
  view: Type.Optional(Type.Enum(['open', 'settled'])),
  source: Type.Optional(uuid),
  reason: Type.Optional(Reason),
  type: Type.Optional(Type.String({ pattern: '^[a-z]{1,20}$' })),
  /** A part of the number, of the account, or of the reason. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
}

export const listRefused = endpoint('listRefused', 'GET', '/console/intake/refused', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'Messages that were refused: those that wait, or those that are settled, the last first.',
  query: Type.Object({ ...refusedFilters, ...pageQuery }, { additionalProperties: false }),
  reply: Type.Object({ refused: Type.Array(RefusedEntry), nextCursor: OptionalText }),
})

export const exportRefused = endpoint('exportRefused', 'GET', '/console/intake/refused/csv', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'The same messages as a CSV file, in the same order, without their texts.',
  query: Type.Object(refusedFilters, { additionalProperties: false }),
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

export const listReasons = endpoint('listReasons', 'GET', '/console/intake/reasons', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'Why messages that wait were refused, at most 50 reasons, the most frequent first.',
  query: Type.Object({ source: Type.Optional(uuid) }, { additionalProperties: false }),
  reply: Type.Object({
    reasons: Type.Array(
      Type.Object({ reason: Type.String(), messages: Type.Integer(), sources: Type.Integer(), lastAt: Instant }),
    ),
  }),
})

export const showRefused = endpoint('showRefused', 'GET', '/console/intake/refused/:id', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'A refused message with its problems and its text as it was sent, without secrets.',
  params,
  reply: RefusedDetail,
})

export const replayRefused = endpoint('replayRefused', 'POST', '/console/intake/refused/:id/replay', {
  access: 'staff',
  permission: 'intake.write',
  summary:
    'Sends a refused message through again, mended or as it was, as with the key that sent it; what is taken settles it.',
  params,
  body: Type.Object(
    { text: Type.Optional(Type.String({ minLength: 1, maxLength: maxMendedLength })) },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    /** Whether it was taken, or waits for its customer. */
    taken: Type.Boolean(),
    /** Why it was refused again. */
    problems: Type.Array(Problem),
  }),
})

export const replayReason = endpoint('replayReason', 'POST', '/console/intake/reasons/replay', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Sends what waits for one reason through again, the oldest first, 200 at a time; `next` goes on after them.',
  body: Type.Object(
    { reason: Reason, source: Type.Optional(uuid), after: Type.Optional(uuid) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ taken: Type.Integer(), refused: Type.Integer(), next: OptionalText }),
})

export const discardRefused = endpoint('discardRefused', 'POST', '/console/intake/refused/:id/discard', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Settles a refused message without taking it; the same message that comes again stays settled.',
  params,
  body: Type.Object(
    { note: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})

/** A document that waits for its customer. */
export const QuarantinedEntry = Type.Object({
  id: Type.String(),
  receivedAt: Instant,
  type: Type.String(),
  number: Type.String(),
  buyerName: OptionalText,
  identifiers: Type.Array(Type.Object({ scheme: Type.String(), value: Type.String() })),
  reason: Type.String(),
})
export type QuarantinedEntry = Static<typeof QuarantinedEntry>

/** An event that waits for its shipment. */
export const WaitingEvent = Type.Object({
  id: Type.String(),
  receivedAt: Instant,
  at: Type.String(),
  code: Type.String(),
  keys: Type.Array(Type.String()),
  /** The shipments that it may speak of. */
  leads: Type.Array(Type.Object({ account: Type.String(), number: Type.String() })),
})
export type WaitingEvent = Static<typeof WaitingEvent>

export const listQuarantined = endpoint('listQuarantined', 'GET', '/console/intake/quarantine', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'Documents that wait for their customer, the oldest first, at most 100.',
  reply: Type.Object({ documents: Type.Array(QuarantinedEntry) }),
})

export const assignQuarantined = endpoint('assignQuarantined', 'POST', '/console/intake/quarantine/:id/assign', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Gives a waiting document to an account, which with `learn` goes by the document’s identifiers from now on.',
  params,
  body: Type.Object({ account: AccountNumber, learn: Type.Boolean() }, { additionalProperties: false }),
  reply: Type.Object({ taken: Type.Boolean(), problems: Type.Array(Problem) }),
})

export const listWaitingEvents = endpoint('listWaitingEvents', 'GET', '/console/intake/events', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'Events that wait for their shipment, the oldest first, at most 100.',
  reply: Type.Object({ events: Type.Array(WaitingEvent) }),
})

export const assignEvent = endpoint('assignEvent', 'POST', '/console/intake/events/assign', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Puts a waiting event on a shipment of an account.',
  body: Type.Object(
    { id: Type.String({ minLength: 1, maxLength: 1000 }), account: AccountNumber, shipment: AccountNumber },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})

export const findAccounts = endpoint('findAccounts', 'GET', '/console/intake/accounts', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'Accounts by a part of their number or name, at most 20.',
  query: Type.Object({ text: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  reply: Type.Object({ accounts: Type.Array(Type.Object({ number: Type.String(), name: Type.String() })) }),
})

/** The calls by which staff watch over what comes in. */
export const intakeEndpoints = [
  listIntakeSources,
  listRefused,
  exportRefused,
  listReasons,
  showRefused,
  replayRefused,
  replayReason,
  discardRefused,
  listQuarantined,
  assignQuarantined,
  listWaitingEvents,
  assignEvent,
  findAccounts,
] as const
