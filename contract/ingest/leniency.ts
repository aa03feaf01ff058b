import { type Static, Type } from 'typebox'
import { statusesOf } from '../documents/types.ts'
import { dateOrders } from '../imports/profile.ts'
import { Instant } from '../values/dates.ts'
import { documentTypes } from '../values.ts'

/** How the documents of a key are read where they are not quite as the ingest format has them. */
export const Leniency = Type.Object(
  {
    /** Whether calls are lenient that do not say so. */
    always: Type.Optional(Type.Boolean()),
    /** The order of dates that are not YYYY-MM-DD. */
    dates: Type.Optional(Type.Enum([...dateOrders])),
    /** What the sender’s statuses mean; case and blanks around do not count. */
    statuses: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.String({ minLength: 1, maxLength: 40 })),
    ),
  },
  { additionalProperties: false },
)
export type Leniency = Static<typeof Leniency>

/** What was taken leniently: a property that was left out, a JSON number, a date in another order, a status by the table. */
export const lenientKinds = ['property', 'number', 'date', 'status'] as const

export const LenientReading = Type.Object({
  kind: Type.Enum([...lenientKinds]),
  /** Where it stood, with [*] for entries of lists; of a status what it said. */
  path: Type.String(),
  documents: Type.Integer(),
  lastAt: Instant,
})
export type LenientReading = Static<typeof LenientReading>

/** What a table says statuses mean and no document has as a status. */
export function unknownStatuses({ statuses = {} }: Leniency): string[] {
  const known = new Set(documentTypes.flatMap((type) => statusesOf(type)))
  return [...new Set(Object.values(statuses))].filter((status) => !known.has(status))
}
