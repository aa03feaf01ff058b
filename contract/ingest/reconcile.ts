import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { CalendarDate, sentInstantPattern } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'

/* How an ERP withdraws documents, and how it checks whether the portal holds the same documents. */

const number = Type.String({ minLength: 1, maxLength: 200 })
const account = Type.String({ minLength: 1, maxLength: 100 })
const source = Type.String({ minLength: 1, maxLength: 100 })
const instant = Type.String({ pattern: sentInstantPattern })

export const withdrawDocument = endpoint('withdrawDocument', 'DELETE', '/ingest/documents/:type/:number', {
  access: 'ingest',
  ofAccounts: true,
  summary:
    'Takes a document back: its account loses all of it within seconds. It comes back only by a message with a `modifiedAt` after `until`; for another account it may be sent as it is. Done twice, it is done once.',
  params: Type.Object({ type: DocumentTypeSchema, number }),
  query: Type.Object(
    {
      /** The account of the document; needed where several accounts have the number. */
      account: Type.Optional(account),
      /** The company or system that numbered the document; that of the key by default. */
      source: Type.Optional(source),
      /** Needed where an invoice and a credit note share the number. */
      invoiceKind: Type.Optional(Type.Enum(['380', '381'])),
      /** When the ERP withdrew the document; by default now. Messages up to then no longer apply. */
      modifiedAt: Type.Optional(instant),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    type: DocumentTypeSchema,
    number: Type.String(),
    account: Type.String(),
    withdrawnAt: Type.String(),
    until: Type.String(),
  }),
})

/** A document as the ERP has it: identified by its hash, its last change, or its number alone. */
const ListedDocument = Type.Object(
  {
    type: DocumentTypeSchema,
    number,
    account,
    source: Type.Optional(source),
    /** Which document is meant, where an invoice and a credit note share the number. */
    invoiceKind: Type.Optional(Type.Enum(['380', '381', '386'])),
    modifiedAt: Type.Optional(instant),
    /**
     * The SHA-256, in hexadecimal digits, of the document as compact JSON, as `JSON.stringify` writes it, without its
     * source.
     */
    hash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  { additionalProperties: false },
)
export type ListedDocument = Static<typeof ListedDocument>

/** The most documents per call; longer lists are compared by account or by period. */
const maxListedDocuments = 20_000

const MissingDocument = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  account: Type.String(),
  /** The account that has the number instead. */
  heldBy: OptionalText,
  /** When it was withdrawn, if that is the reason. */
  withdrawnAt: OptionalText,
})
const ExtraDocument = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  account: Type.String(),
  modifiedAt: OptionalText,
})
const DifferentDocument = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  account: Type.String(),
  /** As the portal has it. */
  modifiedAt: OptionalText,
  hash: Type.String(),
})

export const reconcileDocuments = endpoint('reconcileDocuments', 'POST', '/ingest/reconcile', {
  access: 'ingest',
  summary:
    'Compares a list of what the ERP has with what the portal has: what is missing here, what is here and not in the list, what is another version. Nothing is changed.',
  body: Type.Object(
    {
      documents: Type.Array(ListedDocument, { maxItems: maxListedDocuments }),
      /** What the list is complete for, so that documents it does not name are extra; nothing by default. */
      complete: Type.Optional(
        Type.Object(
          {
            accounts: Type.Optional(Type.Array(account, { maxItems: 1000 })),
            types: Type.Optional(Type.Array(DocumentTypeSchema, { minItems: 1, maxItems: 4 })),
            source: Type.Optional(source),
            /** By date of issue; documents without one are left out when a period is given. */
            from: Type.Optional(CalendarDate),
            to: Type.Optional(CalendarDate),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    compared: Type.Integer(),
    same: Type.Integer(),
    missing: Type.Array(MissingDocument),
    extra: Type.Array(ExtraDocument),
    different: Type.Array(DifferentDocument),
    /** Complete counts; at most 1,000 of each are listed. */
    counts: Type.Object({ missing: Type.Integer(), extra: Type.Integer(), different: Type.Integer() }),
  }),
})
