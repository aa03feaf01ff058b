import { promiseFields, type StoredChange } from '#contract/documents/changes.ts'
import type { NoticeKind } from '#contract/notifications/kinds.ts'
import type { NoticeDetails } from '#contract/notifications/text.ts'
import type { DocumentType } from '#contract/values.ts'

/** What one transaction did to one document. */
export type DocumentUpdate = {
  accountId: string
  documentId: string
  type: DocumentType
  number: string
  customerReference?: string | null | undefined
  /** The document has just come; no notices of its changes are needed. */
  isNew: boolean
  /** Its status now; for an order, as its deliveries have made it. */
  status: string
  /** Why an order is on hold now. */
  holdReason?: string | undefined
  /** '381' for a credit note. */
  invoiceKind?: string | null | undefined
  changes: readonly StoredChange[]
  /** Something changed that only members with the permission `prices` see. */
  amountsChanged: boolean
  /** The latest day or moment that the document or the message names; null when it names none. */
  dated: string | null
}

export type NoticeContent = { kind: NoticeKind; needsPrices: boolean; details: NoticeDetails }

type KindByStatus = Readonly<Record<string, NoticeKind>>

/** The notice for a document that reaches a status or arrives with it. */
const statusKinds: Readonly<Partial<Record<DocumentType, KindByStatus>>> = {
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

/** A shipment that was already on its way gets no second notice of it, for example after a stop at customs. */
const despatchedStatuses = new Set([
  'picked_up',
  'in_transit',
  'customs',
  'on_hold',
  'out_for_delivery',
  'delivery_failed',
])

/** Fields that change often and mean nothing to the customer. */
const silentFields = new Set(['billing', 'payment', 'fulfilment', 'paid', 'attachment', 'trackingNumber', 'carrier'])

/** The one notice for a document: the most important event of the update; undefined for none. */
export function noticeContentFor(update: DocumentUpdate): NoticeContent | undefined {
  const { type, isNew, status, customerReference, changes } = update
  const buildContent = (kind: NoticeKind, details: NoticeDetails = {}, needsPrices = false): NoticeContent => ({
    kind,
    needsPrices,
    details: { ...(customerReference ? { reference: customerReference } : {}), ...details },
  })
  if (isNew && type === 'invoices') {
    return status === 'cancelled'
      ? undefined
      : buildContent(update.invoiceKind === '381' ? 'invoices.credited' : 'invoices.issued')
  }
  const statusChange = isNew
    ? { old: null, new: status }
    : changes.find(({ field, lines }) => field === 'status' && !lines)
  const kind = statusChange?.new ? statusKinds[type]?.[statusChange.new] : undefined
  const isRepeated = kind === 'shipments.despatched' && despatchedStatuses.has(statusChange?.old ?? '')
  if (kind && statusChange?.new && !isRepeated) {
    const { holdReason: reason } = update
    return buildContent(kind, { status: statusChange.new, ...(reason ? { reason } : {}) })
  }
  return isNew ? undefined : changeContentFor(update, buildContent)
}

function changeContentFor(
  { type, status, changes, amountsChanged }: DocumentUpdate,
  buildContent: (...args: [NoticeKind, NoticeDetails?, boolean?]) => NoticeContent,
) {
  const promisedFields: readonly string[] = promiseFields
  const dateChanges = changes.filter(
    ({ field, old, new: now }) => promisedFields.includes(field) && old !== null && now !== null,
  )
  const headerChange = dateChanges.findLast(({ lines }) => !lines)
  const dateShift = headerChange?.old && headerChange.new ? { from: headerChange.old, to: headerChange.new } : {}
  const hasOtherChanges = changes.some(({ field }) => field !== 'status' && !silentFields.has(field))
  switch (type) {
    case 'quotes':
      return status === 'open' && (hasOtherChanges || amountsChanged)
        ? buildContent('quotes.revised', {}, !hasOtherChanges)
        : undefined
    case 'orders':
      if (dateChanges.length > 0) return buildContent('orders.dateChanged', dateShift)
      return hasOtherChanges || amountsChanged ? buildContent('orders.changed', {}, !hasOtherChanges) : undefined
    case 'shipments':
      return dateChanges.length > 0 && status !== 'delivered'
        ? buildContent('shipments.estimateChanged', dateShift)
        : undefined
    default:
      return undefined
  }
}
