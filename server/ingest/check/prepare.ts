import { hash } from 'node:crypto'
import { allFields } from '#contract/documents/all-fields.ts'
import { pickHeaderFields } from '#contract/documents/header-fields.ts'
import { furtherParties } from '#contract/documents/particulars.ts'
import type { StoredDetails, StoredLine, StoredPlace } from '#contract/documents/stored-details.ts'
import { statusesOf } from '#contract/documents/types.ts'
import type { IngestDocument, IngestEvent, IngestLine } from '#contract/ingest/documents.ts'
import { fromMillionths, sum, toMillionths } from '#contract/money.ts'
import { withCreditSigns } from '#server/formats/credit-signs.ts'
import { offsetOf, toMilliseconds, toUtc } from '#server/formats/dates.ts'
import type { OriginalFile } from '#server/formats/message.ts'
import { shipmentKeysOf } from '#server/formats/shipment-keys.ts'
import { type ClearedPaths, isOutsideDetails } from './details.ts'
import { eventId } from './event-id.ts'
import { type ItemRow, itemsOf, type UnitRow, unitsOf } from './items.ts'
import { withLineKinds } from './line-kinds.ts'
import { type Link, linksOf } from './links.ts'
import { type SearchTerms, searchTerms } from './search-terms.ts'

export type LineRow = {
  line: string
  kind: string
  sku: string | null
  quantity: string | null
  unit: string | null
  amount: string | null
  details: string
}

export type EventRow = {
  at: string
  offset: string | null
  classifier: string
  code: string
  place: string
  description: string | null
  reasonCode: string | null
  package: string | null
  sourceId: string
  retracts: string | null
}

export type AttachmentRow = { name: string; mimeType: string; content: Buffer; purpose: string | null }

/** A checked document as its rows, without what its account and the database decide. */
export type PreparedDocument = {
  line: number
  /** Its size in bytes, roughly: it limits a batch. */
  size: number
  account: string
  accountName: string | undefined
  type: IngestDocument['type']
  number: string
  /** The company or system that numbered it, if the document names one. */
  source: string | undefined
  hash: Buffer
  modifiedAt: number | undefined
  /** The content of the message, without attachments. */
  content: IngestDocument
  /** Set when the message may be partial. */
  part: PartialMessage | undefined
  row: ReturnType<typeof documentRow>
  lines: LineRow[]
  units: UnitRow[]
  items: ItemRow[]
  links: Link[]
  events: EventRow[]
  attachments: AttachmentRow[]
  search: SearchTerms
  /** The keys by which events find a shipment. */
  keys: string[]
  /** Set when the message was a file of its own. */
  original?: OriginalFile
}

/** A partial message: the paths that it clears, and whether it says itself that it is partial. */
export type PartialMessage = { cleared: ClearedPaths; isExplicit: boolean }

/** Statuses that the calendar or other documents decide, and what they mean when a source sends them. */
const statusMeanings: Readonly<Record<string, string | null>> = {
  overdue: 'open',
  expired: 'open',
  ordered: 'accepted',
  unknown: null,
}

/** Makes the rows of a checked document. `line` is its line in the file, `size` its length there in bytes. */
export function prepare(message: IngestDocument, line: number, size: number, part?: PartialMessage): PreparedDocument {
  // The source is not content: a document is the same with or without it.
  const { source, ...sent } = message
  const document = part ? withCreditSigns(sent, true) : withCreditSigns(withLineKinds(sent))
  const { attachments = [] } = document
  const content = normalisedContent(document)
  return {
    line,
    size,
    account: document.account,
    accountName: document.accountName,
    type: document.type,
    number: document.number,
    source,
    // The hash of what was sent: with it an ERP compares its own documents with those in the portal.
    hash: hash('sha256', JSON.stringify(sent), 'buffer'),
    modifiedAt: document.modifiedAt === undefined ? undefined : toMilliseconds(document.modifiedAt),
    content,
    part,
    row: documentRow(content),
    lines: (content.lines ?? []).map(lineRow),
    units: unitsOf(content),
    items: itemsOf(content),
    links: linksOf(content),
    events: eventRows(content.shipment?.events ?? []),
    attachments: attachments.map(({ name, mimeType, contentBase64, purpose = null }) => ({
      purpose,
      name,
      mimeType,
      content: Buffer.from(contentBase64, 'base64'),
    })),
    search: searchTerms(content),
    keys: shipmentKeysOf(content),
  }
}

/**
 * A partial message for a number of which no invoice is known: with a negative open amount it is of a credit note.
 */
export function withKindByOpenAmount(message: PreparedDocument): PreparedDocument {
  const content = withCreditSigns(message.content)
  if (content === message.content) return message
  const { line, size, part, source, hash: sentHash, attachments } = message
  return { ...prepare(content, line, size, part), source, hash: sentHash, attachments }
}

/**
 * The content of a document in one form: without attachments, without what its type does not have, and with values that
 * may be sent inside or outside `details` always outside.
 */
function normalisedContent(document: IngestDocument): IngestDocument {
  const { attachments: _, shipment, payments, invoiceKind, holdReason, details, ...content } = document
  const entries = Object.entries(details ?? {})
  const ownDetails = entries.filter(([name]) => !isOutsideDetails(content.type, name))
  const beside = Object.fromEntries(entries.filter(([name]) => isOutsideDetails(content.type, name)))
  const base = ownDetails.length > 0 ? { ...content, details: Object.fromEntries(ownDetails) } : content
  if (base.type === 'shipments') {
    return shipment || ownDetails.length < entries.length ? { ...base, shipment: { ...shipment, ...beside } } : base
  }
  if (base.type === 'orders') return { ...base, ...(holdReason === undefined ? {} : { holdReason }), ...beside }
  if (base.type === 'quotes') return base
  return { ...base, ...(payments ? { payments } : {}), ...(invoiceKind ? { invoiceKind } : {}) }
}

function documentRow(document: IngestDocument) {
  const { status, type, totals = {} } = document
  const sourceStatus =
    status === undefined ? null : status in statusMeanings ? (statusMeanings[status] ?? null) : status
  const shipment = type === 'shipments' ? (document.shipment ?? {}) : {}
  const despatchDate = shipment.despatchDate
  const deliveredDate = document.deliveredDate ?? shipment.deliveredAt?.slice(0, 10)
  const lastDate = type === 'shipments' ? (despatchDate ?? document.issueDate) : undefined
  return {
    status: sourceStatus ?? firstStatus(type, despatchDate, deliveredDate),
    sourceStatus,
    issueDate: document.issueDate,
    customerReference: document.customerReference,
    currency: document.currency,
    net: totals.net,
    discount: totals.discount,
    charges: totals.charges,
    tax: totals.tax,
    gross: totals.gross,
    ...(type === 'invoices' ? paidAndOpen(document, sourceStatus) : { paid: totals.paid, open: totals.open }),
    validUntil: document.validUntil,
    dueDate: document.dueDate,
    requestedDate: document.requestedDate,
    promisedDate: document.promisedDate,
    estimatedDate: shipment.estimatedDelivery ?? document.estimatedDate,
    despatchDate,
    deliveredDate,
    fulfilment: type === 'orders' ? 'not_shipped' : undefined,
    billing: type === 'orders' ? 'not_invoiced' : undefined,
    payment: type === 'orders' ? 'pending' : undefined,
    invoiceKind: type === 'invoices' ? (document.invoiceKind ?? '380') : undefined,
    carrier: shipment.carrier,
    trackingNumbers: trackingNumbers(shipment),
    packageCount: shipment.packages?.length ?? 0,
    lastEventAt: lastDate === undefined ? undefined : `${lastDate}T00:00:00Z`,
    details: JSON.stringify(detailsOf(document)),
  }
}

function firstStatus(type: IngestDocument['type'], despatched: string | undefined, delivered: string | undefined) {
  if (type === 'orders') return 'received'
  if (type !== 'shipments') return statusesOf(type).includes('open') ? 'open' : (statusesOf(type)[0] ?? 'open')
  if (delivered !== undefined) return 'delivered'
  return despatched === undefined ? 'planned' : 'in_transit'
}

/** The paid and the open amount: as sent; else from the payments and the amount payable; else unknown. */
function paidAndOpen({ totals = {}, payments = [] }: IngestDocument, sourceStatus: string | null) {
  const paid = totals.paid ?? (payments.length > 0 ? sum(payments.map((payment) => payment.amount)) : undefined)
  if (totals.open !== undefined) return { paid, open: totals.open }
  const payable = totals.payable ?? totals.gross
  if (payable === undefined) return { paid, open: undefined }
  const isSettled = sourceStatus === 'paid' || sourceStatus === 'credited' || sourceStatus === 'cancelled'
  const open = isSettled ? '0' : fromMillionths(toMillionths(payable) - toMillionths(paid ?? '0'))
  return { paid, open }
}

function trackingNumbers(shipment: NonNullable<IngestDocument['shipment']>): string[] {
  const packageNumbers = (shipment.packages ?? []).flatMap((entry) => entry.trackingNumber ?? [])
  return [...new Set([...(shipment.trackingNumbers ?? []), ...packageNumbers])].slice(0, 1000)
}

function detailsOf(document: IngestDocument): StoredDetails & Record<string, unknown> {
  const { billTo, shipTo, shipFrom, contact, salesperson } = document
  const shipment = document.type === 'shipments' ? (document.shipment ?? {}) : {}
  const { packages, grossWeight, mode, service, trackingUrl, waybill, signedBy, deliveredAt } = shipment
  return {
    ...(document.type === 'orders' ? { holdReason: document.holdReason } : {}),
    ...(document.type === 'invoices'
      ? { payments: document.payments, openAsSent: document.totals?.open, payable: document.totals?.payable }
      : {}),
    ...{ billTo, shipTo, shipFrom, contact, salesperson, ...pickHeaderFields(document) },
    ...Object.fromEntries(furtherParties.map((name) => [name, document[name]])),
    ...(document.paymentMeans ? { paymentMeans: document.paymentMeans, ...paymentDetails(document) } : {}),
    ...{ taxes: document.taxes, packages, grossWeight, mode, service, trackingUrl, waybill, signedBy },
    ...(deliveredAt === undefined ? {} : { deliveredAt: toUtc(deliveredAt) }),
    ...detailsInUtc(document),
  } as StoredDetails & Record<string, unknown>
}

export type PaymentSource = Pick<IngestDocument, 'type' | 'paymentMeans'>

/** Where to pay, from the first means of payment; values in `details` override these. */
export function paymentDetails({ type, paymentMeans = [] }: PaymentSource): Record<string, unknown> {
  const [first] = paymentMeans
  if (type !== 'invoices' || !first) return {}
  const bankAccount = first.account && [first.account, first.bank].filter(Boolean).join(' · ')
  return { ...(bankAccount ? { bankAccount } : {}), ...(first.reference ? { paymentReference: first.reference } : {}) }
}

function detailsInUtc({ details, type }: IngestDocument): Record<string, unknown> {
  const fields: Readonly<Record<string, { kind: string }>> = allFields(type)
  return Object.fromEntries(
    Object.entries(details ?? {}).map(([name, value]) => [
      name,
      value !== null && fields[name]?.kind === 'instant' ? toUtc(value) : value,
    ]),
  )
}

function lineRow({ line, kind, sku, quantity, unit, amount, references: _links, ...rest }: IngestLine): LineRow {
  const details: StoredLine = rest as StoredLine
  return {
    line,
    kind: kind ?? 'item',
    sku: sku ?? null,
    quantity: quantity ?? null,
    unit: unit ?? null,
    amount: amount ?? null,
    details: JSON.stringify(details),
  }
}

function eventRows(events: readonly IngestEvent[]): EventRow[] {
  const rows = new Map<string, EventRow>()
  for (const event of events) {
    const sourceId = eventId(event)
    rows.set(sourceId, {
      at: toUtc(event.at),
      offset: offsetOf(event.at),
      classifier: event.classifier ?? 'actual',
      code: event.code,
      place: JSON.stringify((event.place ?? {}) satisfies StoredPlace),
      description: event.description ?? null,
      reasonCode: event.reasonCode ?? null,
      package: event.package ?? null,
      sourceId,
      retracts: event.retracts ?? null,
    })
  }
  return [...rows.values()]
}
