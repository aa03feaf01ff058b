import { type Static, Type } from 'typebox'
import { nullable, OptionalText } from '../values/nullable.ts'
import { requestSubjects } from './conversation-rules.ts'
import { requestKinds, requestStates } from './rules.ts'

export const RequestFile = Type.Object({
  id: Type.String({ description: 'Names the file within its request.' }),
  name: Type.String({ description: 'Its name, without a path.' }),
  mimeType: Type.String({ description: 'application/pdf, image/png, image/jpeg or image/webp, told by its content.' }),
  size: Type.Integer({ description: 'Bytes.' }),
})
export type RequestFile = Static<typeof RequestFile>

/** What is said of a file that is added. */
export const fileQuery = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, description: 'Its name.' }),
    message: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The message with which it goes; without one, the request itself, or the supplier’s newest message about it.',
      }),
    ),
    fileId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'An id of the sender’s for it: a file that is sent again with it is stored once.',
      }),
    ),
  },
  { additionalProperties: false },
)

/**
 * What a person saw of a quote when accepting it: the lines with their quantities and amounts, the totals, and what
 * binds beside them. Amounts are null for members who may not see prices.
 */
export const ShownOffer = Type.Object({
  revision: OptionalText,
  modifiedAt: OptionalText,
  validUntil: OptionalText,
  currency: OptionalText,
  net: OptionalText,
  tax: OptionalText,
  gross: OptionalText,
  paymentTerms: OptionalText,
  deliveryTerms: OptionalText,
  /** The delivery address, line by line. */
  shipTo: Type.Array(Type.String()),
  lines: Type.Array(
    Type.Object({
      line: Type.String(),
      sku: OptionalText,
      name: OptionalText,
      quantity: OptionalText,
      unit: OptionalText,
      unitPrice: OptionalText,
      amount: OptionalText,
    }),
  ),
})
export type ShownOffer = Static<typeof ShownOffer>

export const CustomerRequest = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...requestKinds]),
  /** The document's type; `account` of what concerns no document. */
  type: Type.Enum([...requestSubjects]),
  /**
   * The document's number; for an enquiry, to which quotes refer, and a remittance advice the number that the portal
   * gave it; for what concerns no document, the account's.
   */
  number: Type.String(),
  /** The content by the field names of the kind; without amounts for members who may not see prices. */
  content: Type.Record(Type.String(), Type.Unknown()),
  /** Of an acceptance: what the person saw; null of other kinds. */
  shown: nullable(ShownOffer),
  files: Type.Array(RequestFile),
  state: Type.Enum([...requestStates]),
  /** Since when it is in its state, and who brought it there. */
  stateSince: Type.String(),
  stateBy: OptionalText,
  madeAt: Type.String(),
  madeBy: Type.String(),
  /** Whether the viewer made the request. */
  own: Type.Boolean(),
  /** The last answer's text. */
  answer: OptionalText,
  answeredBy: OptionalText,
  answeredAt: OptionalText,
})
export type CustomerRequest = Static<typeof CustomerRequest>
