import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { GuessChoices, GuessColumn } from '../imports/guess.ts'
import { pageQuery } from '../page.ts'
import { CalendarDate, Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'

/* Documents that left their customer, and those in which the portal and an ERP's list differ. */

/** What became of a document: it was withdrawn, moved to another customer, or let in again after its withdrawal. */
export const removalKinds = ['withdrawn', 'moved', 'readmitted'] as const

const RemovedDocument = Type.Object({
  id: Type.String(),
  at: Instant,
  what: Type.Enum([...removalKinds]),
  type: OptionalText,
  number: OptionalText,
  /** The customer that it was taken from. */
  account: Type.Union([Type.Object({ id: Type.String(), number: Type.String(), name: Type.String() }), Type.Null()]),
  /** The number of the customer that has it now, when it moved. */
  to: OptionalText,
  /** Who did it: the name of a member of staff or of a key; null: a command. */
  by: OptionalText,
})
export type RemovedDocument = Static<typeof RemovedDocument>

/** How the documents that left are narrowed. */
const removalFilters = {
  what: Type.Optional(Type.Enum([...removalKinds])),
  /** The whole number of a document. */
  number: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
}

export const listRemovedDocuments = endpoint('listRemovedDocuments', 'GET', '/console/intake/removed', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'Documents that were withdrawn, moved to another customer or let in again, the last first.',
  query: Type.Object({ ...removalFilters, ...pageQuery }, { additionalProperties: false }),
  reply: Type.Object({ documents: Type.Array(RemovedDocument), nextCursor: OptionalText }),
})

export const exportRemovedDocuments = endpoint('exportRemovedDocuments', 'GET', '/console/intake/removed/csv', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'The same documents as a CSV file, in the same order.',
  query: Type.Object(removalFilters, { additionalProperties: false }),
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

/** How many documents a list that is compared names at most. */
export const mostCompared = 20_000

const Listed = Type.Object({ type: DocumentTypeSchema, number: Type.String(), account: Type.String() })

export const compareList = endpoint('compareList', 'POST', '/console/intake/comparison', {
  access: 'staff',
  permission: 'intake.read',
  reads: true,
  summary:
    'Compares an uploaded list of what the ERP has with what the portal has, as `reconcileDocuments` does, and says what its columns were taken for. Nothing is changed.',
  body: Type.Object(
    {
      uploads: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 5 }),
      choices: GuessChoices,
      /** The list names everything of its type: of this period of issue, or of all time. */
      complete: Type.Optional(
        Type.Object(
          { from: Type.Optional(CalendarDate), to: Type.Optional(CalendarDate) },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    /** What the documents were taken for; null when rows say it themselves. */
    type: Type.Union([DocumentTypeSchema, Type.Null()]),
    columns: Type.Array(GuessColumn),
    /** How many rows could not be read, and why the first could not. */
    unread: Type.Integer(),
    problem: OptionalText,
    compared: Type.Integer(),
    same: Type.Integer(),
    missing: Type.Array(Type.Object({ ...Listed.properties, heldBy: OptionalText, withdrawnAt: OptionalText })),
    extra: Type.Array(Type.Object({ ...Listed.properties, modifiedAt: OptionalText })),
    different: Type.Array(Type.Object({ ...Listed.properties, modifiedAt: OptionalText })),
    counts: Type.Object({ missing: Type.Integer(), extra: Type.Integer(), different: Type.Integer() }),
  }),
})

/** The calls about documents that left, and about lists of an ERP. */
export const removedDocumentEndpoints = [listRemovedDocuments, exportRemovedDocuments, compareList] as const
