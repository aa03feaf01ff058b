import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { Instant, sentInstantPattern } from '../values/dates.ts'
import { nullable, OptionalText } from '../values/nullable.ts'

/* What was done, by whom: the audit log, as staff search it. */

/** Who acts: a person of a customer, a member of staff, an API key, the operator at the machine, or nobody who is known. */
export const auditActors = ['person', 'staff', 'key', 'operator', 'unknown'] as const
export type AuditActor = (typeof auditActors)[number]

const filters = {
  /** A part of the name or e-mail of a person, or of the name of a member of staff. */
  person: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** The number of an account, or a part of its name. */
  account: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** One act, by its name in the log. */
  act: Type.Optional(Type.String({ pattern: '^[a-z_]{1,60}$' })),
  since: Type.Optional(Type.String({ maxLength: 40, pattern: sentInstantPattern })),
  before: Type.Optional(Type.String({ maxLength: 40, pattern: sentInstantPattern })),
}

/** An entry of the audit log. Names are today's; null for what no longer exists. */
export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Instant,
  act: Type.String(),
  by: Type.Object({ kind: Type.Enum([...auditActors]), name: OptionalText }),
  account: nullable(Type.Object({ number: Type.String(), name: Type.String() })),
  /** The network from which it was done, such as 203.0.113.0/24. */
  network: OptionalText,
  /** Browser and operating system in words, as far as they are known. */
  device: OptionalText,
  /** What else there is to say; people by their names. */
  details: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
})
export type AuditEntry = Static<typeof AuditEntry>

export const listAudit = endpoint('listAudit', 'GET', '/console/audit', {
  access: 'staff',
  permission: 'audit.read',
  summary:
    'The audit log, the newest entry first: of people, customers, acts and times that are named. At most 20 people and 20 customers are meant by a part of a name.',
  query: Type.Object({ ...filters, ...pageQuery }, { additionalProperties: false }),
  reply: Type.Object({
    entries: Type.Array(AuditEntry),
    nextCursor: OptionalText,
    /** The acts that are recorded. */
    acts: Type.Array(Type.String()),
    /** The time of the oldest entry: none is ever deleted. */
    since: OptionalText,
  }),
})

export const exportAudit = endpoint('exportAudit', 'GET', '/console/audit/csv', {
  access: 'staff',
  permission: 'audit.read',
  summary: 'The same as a CSV file, the newest first, with the names of acts as they are in the log.',
  query: Type.Object(filters, { additionalProperties: false }),
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

/** The calls by which staff read the audit log. */
export const auditEndpoints = [listAudit, exportAudit] as const
