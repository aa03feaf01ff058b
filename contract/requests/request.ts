import { type Static, Type } from 'typebox'
import { nullable, OptionalText } from '../values/nullable.ts'
import { Approval, NamedApproval } from './approvals.ts'
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

const text = (description: string) => Type.String({ description })
const optional = (description: string) => Type.Unsafe<string | null>({ ...OptionalText, description })

/**
 * What a person saw of a quote when accepting it: the lines with their quantities and amounts, the totals, and what
 * binds beside them. Amounts are null for members who may not see prices.
 */
export const ShownOffer = Type.Object({
  revision: optional('Revision of the quote.'),
  modifiedAt: optional('When it had last been changed.'),
  validUntil: optional('Until when it was valid.'),
  currency: optional('Currency of the amounts by ISO 4217.'),
  net: optional('Net amount of what was accepted.'),
  tax: optional('Tax on it.'),
  gross: optional('Gross amount.'),
  paymentTerms: optional('Terms of payment.'),
  deliveryTerms: optional('Terms of delivery.'),
  shipTo: Type.Array(Type.String(), { description: 'The delivery address, line by line.' }),
  approvals: Type.Optional(
    Type.Array(NamedApproval, {
      description: 'The colleagues who were asked before, and what each said; left out: none.',
    }),
  ),
  lines: Type.Array(
    Type.Object({
      line: text('Number of the line.'),
      sku: optional('The article.'),
      name: optional('Its name.'),
      quantity: optional('How much of it was accepted.'),
      unit: optional('Unit of the quantity.'),
      unitPrice: optional('Price of one unit.'),
      amount: optional('Amount of what was accepted.'),
    }),
    { description: 'The lines that were accepted.' },
  ),
})
export type ShownOffer = Static<typeof ShownOffer>

/** The title of the content of a request, by which the documentation tells what it is of each kind. */
export const requestContentTitle = 'Content of a request'

export const CustomerRequest = Type.Object({
  id: text('Names the request.'),
  kind: Type.Enum([...requestKinds], { description: 'What is asked for: the name of the call by which it was made.' }),
  type: Type.Enum([...requestSubjects], {
    description: 'Type of the document that it is about; `account`: it concerns no document.',
  }),
  number: text(
    'Number of that document. Of an enquiry, which quotes then name, and of a remittance advice: the number that the portal gave it; of what concerns no document, your number of the customer.',
  ),
  content: Type.Record(Type.String(), Type.Unknown(), {
    title: requestContentTitle,
    description: 'What was said, by the fields of the kind; members who may not see prices read it without amounts.',
  }),
  shown: Type.Unsafe<ShownOffer | null>({
    ...nullable(ShownOffer),
    description: 'Of an acceptance: what the person saw when accepting; null of other kinds.',
  }),
  approvals: Type.Array(Approval, {
    description: 'Of `askApproval`: the colleagues who were asked, and what each said; empty of other kinds.',
  }),
  files: Type.Array(RequestFile, { description: 'The files that came with it.' }),
  state: Type.Enum([...requestStates], {
    description:
      'Where it stands. open: it waits for the supplier. taken: the supplier looks after it. asked: the supplier waits for an answer. colleagues: it waits for colleagues of the person who made it, and for nobody at the supplier’s. accepted, declined, answered: it is decided. closed: nothing more is needed. withdrawn: it was taken back.',
  }),
  stateSince: text('Since when it is in its state.'),
  stateBy: optional('Who brought it there, as far as it is known.'),
  madeAt: text('When it was made.'),
  correctedAt: optional('When the person who asked last corrected the question.'),
  madeBy: text('Who made it.'),
  own: Type.Boolean({ description: 'Whether the viewer made it.' }),
  answer: optional('The words of the last answer.'),
  answeredBy: optional('Who gave it.'),
  answeredAt: optional('When it was given.'),
})
export type CustomerRequest = Static<typeof CustomerRequest>
