import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { nullable, OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'

const itemFields = { sku: Type.String(), customerSku: OptionalText, gtin: OptionalText, name: OptionalText }

/** Quantities of an item in one unit of measure, over all its order lines. */
export const ItemTotals = Type.Object({
  unit: OptionalText,
  ordered: Type.String(),
  open: Type.String(),
  inTransit: Type.String(),
  delivered: Type.String(),
  returned: Type.String(),
  /** Quantity that was ordered and will never be delivered: cancelled, refused or closed short. */
  cancelled: Type.String(),
  /** Null for members who may not see invoices. */
  invoiced: OptionalText,
})
export type ItemTotals = Static<typeof ItemTotals>

/** A line with goods still to come: of an order, or of a shipment without an order. */
export const ComingLine = Type.Object({
  sku: OptionalText,
  name: OptionalText,
  type: Type.Enum(['orders', 'shipments']),
  number: Type.String(),
  line: Type.String(),
  customerReference: OptionalText,
  unit: OptionalText,
  ordered: Type.String(),
  /** Quantity not yet despatched. */
  open: Type.String(),
  inTransit: Type.String(),
  /** When the next part is expected; null when not known. */
  arrival: OptionalText,
})
export type ComingLine = Static<typeof ComingLine>

const FoundItem = Type.Object({ ...itemFields, next: nullable(ComingLine) })
export type FoundItem = Static<typeof FoundItem>

/** A serial number or lot as it was written, with its item. */
export const Unit = Type.Object({
  kind: Type.Enum(['serial', 'lot']),
  code: Type.String(),
  sku: OptionalText,
  name: OptionalText,
})
export type Unit = Static<typeof Unit>

/** A document found by its number, with its first items. */
const FoundDocument = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  status: Type.String(),
  date: OptionalText,
  customerReference: OptionalText,
  items: Type.Array(Type.Object({ sku: Type.String(), name: OptionalText })),
})
export type FoundDocument = Static<typeof FoundDocument>

const skuParams = Type.Object({ sku: Type.String({ minLength: 1, maxLength: 200 }) })

export const listItems = endpoint('listItems', 'GET', '/items', {
  access: 'viewer',
  summary:
    'Articles, serials, lots and documents by any number or name, or by a scanned label; what is still to come without one.',
  query: Type.Object(
    { q: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })), ...pageQuery },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    /** What was read from a scanned label; null when `q` is not a label. */
    label: nullable(
      Type.Object({
        gtin: OptionalText,
        serial: OptionalText,
        lot: OptionalText,
        expiry: OptionalText,
        sscc: OptionalText,
      }),
    ),
    items: Type.Array(FoundItem),
    units: Type.Array(Unit),
    documents: Type.Array(FoundDocument),
    /** Only without `q`: lines with goods still to come, soonest first. */
    coming: Type.Array(ComingLine),
    nextCursor: OptionalText,
  }),
})

/** An item that the account has ordered, as its newest order names it. */
export const OrderedItem = Type.Object({
  sku: Type.String(),
  name: OptionalText,
  unit: OptionalText,
  /** The quantity of its newest order line. */
  quantity: OptionalText,
  /** The order of that line, and its date. */
  order: Type.String(),
  orderedOn: Type.String(),
})
export type OrderedItem = Static<typeof OrderedItem>

export const listOrderedItems = endpoint('listOrderedItems', 'GET', '/ordered', {
  access: 'viewer',
  summary:
    'What the account has ordered, to be ordered again: items by any number or name, at most 20; without a text those of its newest orders, the newest first.',
  query: Type.Object(
    { q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ items: Type.Array(OrderedItem) }),
})

export const downloadComing = endpoint('downloadComing', 'GET', '/coming/csv', {
  access: 'viewer',
  summary: 'Every line of which something is still to come, as CSV.',
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

/** A line of a document. Amounts are null for members who may not see prices. */
export const ItemLine = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  status: Type.String(),
  date: OptionalText,
  customerReference: OptionalText,
  line: Type.String(),
  quantity: OptionalText,
  unit: OptionalText,
  unitPrice: OptionalText,
  discountPercent: OptionalText,
  amount: OptionalText,
  currency: OptionalText,
})
export type ItemLine = Static<typeof ItemLine>

export const showItem = endpoint('showItem', 'GET', '/items/:sku', {
  access: 'viewer',
  summary: 'An article: totals per unit of measure, what comes next, and the last price in each type of document.',
  params: skuParams,
  reply: Type.Object({
    ...itemFields,
    totals: Type.Array(ItemTotals),
    /** Soonest first, at most ten. */
    coming: Type.Array(ComingLine),
    /** The newest line with a price in each type; null for members who may not see prices. */
    prices: Type.Unsafe<ItemLine[] | null>({ type: ['array', 'null'], items: ItemLine }),
  }),
})

const typeFilter = { type: Type.Optional(DocumentTypeSchema) }

export const listItemLines = endpoint('listItemLines', 'GET', '/items/:sku/lines', {
  access: 'viewer',
  summary: 'Every line in every document in which an article stands, newest first.',
  params: skuParams,
  query: Type.Object({ ...typeFilter, ...pageQuery }, { additionalProperties: false }),
  reply: Type.Object({ rows: Type.Array(ItemLine), nextCursor: OptionalText }),
})

export const downloadItemLines = endpoint('downloadItemLines', 'GET', '/items/:sku/csv', {
  access: 'viewer',
  summary: 'Every line in every document in which an article stands, as CSV.',
  params: skuParams,
  query: Type.Object(typeFilter, { additionalProperties: false }),
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

export const listItemUnits = endpoint('listItemUnits', 'GET', '/items/:sku/units', {
  access: 'viewer',
  summary: 'The serials and lots of an article, by their code.',
  params: skuParams,
  query: Type.Object(pageQuery, { additionalProperties: false }),
  reply: Type.Object({ rows: Type.Array(Unit), nextCursor: OptionalText }),
})

/** An event of a shipment that contains a unit; retracted events are left out. */
const UnitEvent = Type.Object({
  shipment: Type.String(),
  occurredAt: Type.String(),
  /** The event's own offset from UTC, such as +01:00; null when the event was sent without one. */
  offset: OptionalText,
  classifier: Type.Enum(['planned', 'estimated', 'actual']),
  code: Type.String(),
  place: OptionalText,
  /** Two-letter country code. */
  country: OptionalText,
  description: OptionalText,
})
export type UnitEvent = Static<typeof UnitEvent>

/** A line that contains a unit. */
const UnitLine = Type.Object({ ...ItemLine.properties, sku: OptionalText, lotQuantity: OptionalText })
export type UnitLine = Static<typeof UnitLine>

export const showUnit = endpoint('showUnit', 'GET', '/units/:code', {
  access: 'viewer',
  summary: 'A serial or a lot: the lines in which it stands, newest first, and what happened on its way.',
  params: Type.Object({ code: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: Type.Object(pageQuery, { additionalProperties: false }),
  reply: Type.Object({
    /** As first written; the same code may belong to units of several items. */
    units: Type.Array(Unit),
    expiry: OptionalText,
    rows: Type.Array(UnitLine),
    /** Events of the newest ten shipments on this page that contain the unit, newest first. */
    events: Type.Array(UnitEvent),
    nextCursor: OptionalText,
  }),
})
