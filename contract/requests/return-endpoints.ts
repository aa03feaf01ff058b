import { type Static, Type } from 'typebox'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { sentInstantPattern } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'
import { nonBlankText } from './contents.ts'
import { maxMessageLength } from './conversation-rules.ts'
import { CustomerRequest } from './request.ts'
import { maxReturnedLines, maxReturnedShipments, returnReasons, returnSteps, suppliersSteps } from './returns.ts'
import { SupplierRequest } from './supplier-endpoints.ts'

/*
 * Returns: goods of one or several shipments of an account that go back. A return is a request about the first of its
 * shipments, with steps and quantities of its own and a number that the return shipment and the credit note name.
 */

const number = Type.String({ minLength: 1, maxLength: 200 })
const quantity = Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,6})?$' })

/** A line of a delivered shipment, with how much of it can still be returned. */
const ReturnableLine = Type.Object({
  shipment: Type.String(),
  line: Type.String(),
  /** The line of the order that it delivered, where it names one. */
  order: OptionalText,
  orderLine: OptionalText,
  sku: OptionalText,
  name: OptionalText,
  unit: OptionalText,
  delivered: Type.String(),
  left: Type.String(),
})
export type ReturnableLine = Static<typeof ReturnableLine>

export const listReturnable = endpoint('listReturnable', 'POST', '/returns/returnable', {
  access: 'viewer',
  reads: true,
  summary:
    'The lines of chosen shipments, or of those that delivered an order, with how much of each can still be returned; and the other shipments that were delivered lately.',
  body: Type.Object(
    {
      shipments: Type.Optional(Type.Array(number, { maxItems: maxReturnedShipments })),
      order: Type.Optional(number),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    lines: Type.Array(ReturnableLine),
    others: Type.Array(Type.Object({ number: Type.String(), deliveredDate: OptionalText })),
  }),
})

/** A line of a return: what was asked, agreed, received and credited of it. */
const ReturnLine = Type.Object({
  shipment: Type.String(),
  line: Type.String(),
  order: OptionalText,
  orderLine: OptionalText,
  sku: OptionalText,
  name: OptionalText,
  unit: OptionalText,
  reason: Type.Enum([...returnReasons]),
  note: OptionalText,
  quantity: Type.String(),
  /** Null until the supplier has agreed. */
  approved: OptionalText,
  received: Type.String(),
  /** Null for members who see no invoices. */
  credited: OptionalText,
})

export const Return = Type.Object({
  /** The number that the portal gave it, and the supplier's own, as soon as there is one. */
  number: Type.String(),
  supplierNumber: OptionalText,
  step: Type.Enum([...returnSteps]),
  /** The steps that are done, in their order. */
  steps: Type.Array(Type.Object({ step: Type.Enum([...returnSteps]), at: OptionalText })),
  /** Where the goods are collected, as the customer wrote it; and where the supplier wants them to be sent. */
  collectAt: OptionalText,
  sendTo: OptionalText,
  lines: Type.Array(ReturnLine),
  /** The return shipments and credit notes that name it, of the types that the viewer sees. */
  documents: Type.Array(Type.Object({ type: DocumentTypeSchema, number: Type.String(), status: Type.String() })),
  request: CustomerRequest,
})
export type Return = Static<typeof Return>

export const showReturn = endpoint('showReturn', 'GET', '/returns/:number', {
  access: 'viewer',
  summary:
    'A return by its number or the supplier’s: its steps, its lines with quantities, and the documents that name it.',
  params: Type.Object({ number }),
  reply: Return,
})

export const printReturn = endpoint('printReturn', 'GET', '/returns/:number/pdf', {
  access: 'viewer',
  summary: 'The sheet that goes into the box, with the number as a QR code; as soon as the supplier has agreed.',
  params: Type.Object({ number }),
  query: Type.Object(
    { language: Type.Optional(Type.String({ maxLength: 35, pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })) },
    { additionalProperties: false },
  ),
  gives: 'application/pdf',
  download: true,
  reply: Type.Unknown(),
})

export const advanceReturn = endpoint('advanceReturn', 'POST', '/ingest/requests/:id/return', {
  access: 'ingest',
  ofAccounts: true,
  scope: 'requests:write',
  summary:
    'Says how far a return (`returnGoods`) is. The first step agrees to it. What was said before may be sent again: nothing happens twice. A shipment or a credit note that names the number (`details.returnNumber`) is a step by itself. To decline it, answer the request.',
  params: Type.Object({ id: Type.String({ format: 'uuid', description: 'The request’s id.' }) }),
  body: Type.Object(
    {
      step: Type.Enum([...suppliersSteps], {
        description:
          'The step that is done: approved, shipped, received or credited. Those before it are done then, too.',
      }),
      at: Type.Optional(
        Type.String({
          maxLength: 40,
          pattern: sentInstantPattern,
          description: 'When it was done; now when left out.',
        }),
      ),
      returnNumber: Type.Optional(
        Type.String({
          ...nonBlankText(100),
          description:
            'Your own number of the return (RMA), once in the account. It stands on the sheet for the box; documents may name it or the portal’s number.',
        }),
      ),
      sendTo: Type.Optional(
        Type.String({
          ...nonBlankText(1000),
          description: 'Where the goods shall be sent, as written on a parcel; your own address when left out.',
        }),
      ),
      lines: Type.Optional(
        Type.Array(
          Type.Object(
            {
              shipment: Type.String({ minLength: 1, maxLength: 200, description: 'Number of the shipment.' }),
              line: Type.String({ minLength: 1, maxLength: 100, description: 'Number of its line.' }),
              approved: Type.String({
                ...quantity,
                description: 'How much of it may be returned: 0 for nothing, at most what was asked.',
              }),
            },
            { additionalProperties: false },
          ),
          {
            maxItems: maxReturnedLines,
            description: 'Lines of which another quantity is agreed than was asked; the others stay as they are.',
          },
        ),
      ),
      text: Type.Optional(
        Type.String({ ...nonBlankText(maxMessageLength), description: 'Words for the customer; when agreeing.' }),
      ),
      by: Type.Optional(
        Type.String({ ...nonBlankText(200), description: 'The name under which the customer reads them.' }),
      ),
    },
    { additionalProperties: false },
  ),
  reply: SupplierRequest,
})

/** Every endpoint of returns besides the request itself. */
export const returnEndpoints: readonly Endpoint[] = [listReturnable, showReturn, printReturn, advanceReturn]
