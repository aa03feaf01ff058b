import { promiseFields, type StoredChange } from '../../contract/documents/changes.ts'
import type { NoticeKind } from '../../contract/notice-kinds.ts'
import type { NoticeDetails } from '../../contract/notice-words.ts'
import type { DocumentType } from '../../contract/values.ts'

/** What became of one document in one transaction. */
export type Happening = {
  accountId: string
  documentId: string
  type: DocumentType
  number: string
  customerReference?: string | null | undefined
  /** Has just come; what changed in it on the way is not told. */
  isNew: boolean
  /** As it stands now, and of an order where the deliveries have put it. */
  status: string
  /** Why an order is held, as it stands now. */
  holdReason?: string | undefined
  /** '381' for a credit note. */
  invoiceKind?: string | null | undefined
  changes: readonly StoredChange[]
  /** Something changed that only the permission `prices` shows. */
  amountsChanged: boolean
  /** The latest day or moment that the document or the message itself names; null when it names none. */
  dated: string | null
}

export type News = { kind: NoticeKind; needsPrices: boolean; details: NoticeDetails }

type Rule = Readonly<Record<string, NoticeKind>>

/** What a status says to the customer, of a document that has come to stand there or comes standing there. */
const statusKinds: Readonly<Record<DocumentType, Rule>> = {
  quotes: {
    open: 'quotes.received',
    accepted: 'quotes.answered',
    ordered: 'quotes.answered',
    rejected: 'quotes.answered',
    withdrawn: 'quotes.answered',
  },
  orders: {
    confirmed: 'orders.confirmed',
    on_hold: 'orders.onHold',
    cancelled: 'orders.cancelled',
    rejected: 'orders.cancelled',
    completed: 'orders.completed',
  },
  shipments: {
    picked_up: 'shipments.despatched',
    in_transit: 'shipments.despatched',
    customs: 'shipments.exception',
    on_hold: 'shipments.exception',
    ready_for_pickup: 'shipments.exception',
    partially_delivered: 'shipments.exception',
    out_for_delivery: 'shipments.outForDelivery',
    delivered: 'shipments.delivered',
    delivery_failed: 'shipments.failed',
    returned: 'shipments.failed',
    lost_or_damaged: 'shipments.failed',
    cancelled: 'shipments.failed',
  },
  invoices: { paid: 'invoices.paid', credited: 'invoices.credited' },
}

/** A shipment that was on its way is not told to be on its way again: after a stop at customs, say. */
const underWay = new Set(['picked_up', 'in_transit', 'customs', 'on_hold', 'out_for_delivery', 'delivery_failed'])

/** Of a field that changes often and tells nobody anything. */
const unsaid = new Set(['billing', 'payment', 'fulfilment', 'paid', 'attachment', 'trackingNumber', 'carrier'])

/** The one thing that a customer is told of a document: the weightiest that happened to it; undefined for nothing. */
export function newsOf(happening: Happening): News | undefined {
  const { type, isNew, status, customerReference, changes } = happening
  const of = (kind: NoticeKind, details: NoticeDetails = {}, needsPrices = false): News => ({
    kind,
    needsPrices,
    details: { ...(customerReference ? { reference: customerReference } : {}), ...details },
  })
  if (isNew && type === 'invoices') {
    return status === 'cancelled'
      ? undefined
      : of(happening.invoiceKind === '381' ? 'invoices.credited' : 'invoices.issued')
  }
  const moved = isNew ? { old: null, new: status } : changes.find(({ field, lines }) => field === 'status' && !lines)
  const kind = moved?.new ? statusKinds[type][moved.new] : undefined
  const again = kind === 'shipments.despatched' && underWay.has(moved?.old ?? '')
  if (kind && moved?.new && !again) {
    const { holdReason: reason } = happening
    return of(kind, { status: moved.new, ...(reason ? { reason } : {}) })
  }
  return isNew ? undefined : changeOf(happening, of)
}

function changeOf(
  { type, status, changes, amountsChanged }: Happening,
  of: (...given: [NoticeKind, NoticeDetails?, boolean?]) => News,
) {
  const promises: readonly string[] = promiseFields
  const dates = changes.filter(({ field, old, new: now }) => promises.includes(field) && old !== null && now !== null)
  const own = dates.findLast(({ lines }) => !lines)
  const between = own?.old && own.new ? { from: own.old, to: own.new } : {}
  const others = changes.some(({ field }) => field !== 'status' && !unsaid.has(field))
  switch (type) {
    case 'quotes':
      return status === 'open' && (others || amountsChanged) ? of('quotes.revised', {}, !others) : undefined
    case 'orders':
      if (dates.length > 0) return of('orders.dateChanged', between)
      return others || amountsChanged ? of('orders.changed', {}, !others) : undefined
    case 'shipments':
      return dates.length > 0 && status !== 'delivered' ? of('shipments.estimateChanged', between) : undefined
    case 'invoices':
      return undefined
  }
}
