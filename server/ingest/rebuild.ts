import type { StoredDetails, StoredLine, StoredPlace } from '../../contract/documents/stored.ts'
import { IngestDocument, type IngestEvent, type IngestLine } from '../../contract/ingest.ts'
import { fromMillionths, sum, toMillionths } from '../../contract/money.ts'
import type { DocumentType } from '../../contract/values.ts'
import { isBeside } from './details.ts'
import { type Link, linksOf } from './links.ts'
import type { LineRow } from './prepare.ts'

type Amount = string | null

/** The columns of a stored document that its source decides. */
export type StoredHeader = {
  type: DocumentType
  number: string
  account: string
  status: string
  sourceStatus: string | null
  modifiedAt: string | null
  issueDate: string | null
  customerReference: string | null
  currency: string | null
  validUntil: string | null
  dueDate: string | null
  requestedDate: string | null
  promisedDate: string | null
  estimatedDate: string | null
  despatchDate: string | null
  deliveredDate: string | null
  invoiceKind: string | null
  carrier: string | null
  trackingNumbers: string[]
  net: Amount
  discount: Amount
  charges: Amount
  tax: Amount
  gross: Amount
  paid: Amount
  open: Amount
  details: StoredDetails & { openAsSent?: string } & Record<string, unknown>
}

export type StoredEvent = {
  id: string
  at: string
  offset: string | null
  classifier: string
  code: string
  place: StoredPlace
  description: string | null
  reasonCode: string | null
  package: string | null
  retracts: string | null
}

/** The days on which events, whoever sent them, say that a shipment was or will be delivered. */
export type EventDays = { delivered: string | undefined; estimated: string | undefined }

export type StoredDocument = {
  header: StoredHeader
  lines: readonly LineRow[]
  links: readonly Link[]
  events: readonly StoredEvent[]
  days: EventDays
}

const properties: Readonly<Record<string, unknown>> = IngestDocument.properties

/**
 * The document as its source would send it whole, from what is stored of it: preparing it again gives the same rows.
 * Its papers are left out, since a message without them leaves them as they are.
 */
export function rebuild(stored: StoredDocument): IngestDocument {
  const { header, days } = stored
  const isShipment = header.type === 'shipments'
  const top: Record<string, unknown> = {}
  const shipment: Record<string, unknown> = {}
  const details: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(header.details)) {
    if (value === null || name === 'openAsSent' || name === 'payable') continue
    const to = Object.hasOwn(properties, name) ? top : isShipment && isBeside(header.type, name) ? shipment : details
    to[name] = value
  }
  if (isShipment) {
    Object.assign(shipment, { carrier: header.carrier, despatchDate: header.despatchDate })
    shipment.trackingNumbers = unlessEmpty(ownTrackingNumbers(header))
    shipment.events = unlessEmpty(stored.events.map(eventOf))
  }
  // What only events say follows from them again.
  const estimatedDate = isShipment && days.estimated === header.estimatedDate ? null : header.estimatedDate
  return known({
    ...top,
    ...{ type: header.type, number: header.number, account: header.account, status: header.sourceStatus },
    ...{ modifiedAt: header.modifiedAt, issueDate: header.issueDate, currency: header.currency },
    ...{ customerReference: header.customerReference, invoiceKind: header.invoiceKind },
    ...{ validUntil: header.validUntil, dueDate: header.dueDate, requestedDate: header.requestedDate },
    ...{ promisedDate: header.promisedDate, estimatedDate, deliveredDate: deliveredDate(header, days) },
    totals: unlessEmpty(known(totalsOf(header))),
    references: unlessEmpty(referencesOf(stored)),
    lines: linesOf(stored),
    shipment: unlessEmpty(known(shipment)),
    details: unlessEmpty(details),
  }) as IngestDocument
}

/** Without what is null or undefined. */
function known(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value
}

/** A decimal without idle zeros. */
export function plainDecimal(decimal: string | null | undefined): string | null {
  return decimal === null || decimal === undefined ? null : fromMillionths(toMillionths(decimal))
}

/** The totals as sent: what was paid and is open is left out where it follows from the rest. */
function totalsOf({ type, net, discount, charges, tax, gross, paid, open, details }: StoredHeader) {
  const { openAsSent, payable, payments = [] } = details
  const isSummed =
    type === 'invoices' && payments.length > 0 && sum(payments.map((one) => one.amount)) === plainDecimal(paid)
  const totals = { net, discount, charges, tax, gross, paid: isSummed ? null : paid }
  const all = { ...totals, payable, open: type === 'invoices' ? openAsSent : open }
  return Object.fromEntries(Object.entries(all).map(([name, amount]) => [name, plainDecimal(amount)]))
}

/** Tracking numbers of the shipment itself, before those of its packages. */
function ownTrackingNumbers({ trackingNumbers, details }: StoredHeader): string[] {
  const packed = (details.packages ?? []).flatMap((one) => one.trackingNumber ?? [])
  const own = trackingNumbers.slice(0, trackingNumbers.findLastIndex((one) => !packed.includes(one)) + 1)
  return [...new Set([...own, ...packed])].join('\n') === trackingNumbers.join('\n') ? own : trackingNumbers
}

function deliveredDate({ type, status, deliveredDate: date, sourceStatus, details }: StoredHeader, days: EventDays) {
  if (type !== 'shipments' || date === null) return date
  const at = (details as { deliveredAt?: string }).deliveredAt
  if (at !== undefined) return at.startsWith(date) ? null : date
  return status === 'delivered' && sourceStatus !== 'delivered' && days.delivered === date ? null : date
}

function eventOf({ at, offset, place, classifier, ...event }: StoredEvent): IngestEvent {
  const more = { ...event, classifier, at: withOffset(at, offset), place: unlessEmpty(place) }
  return known(more) as IngestEvent
}

/** A moment in UTC as it was on the clock of the offset. */
function withOffset(at: string, offset: string | null): string {
  if (offset === null) return at
  const minutes = (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))) * (offset.startsWith('-') ? -1 : 1)
  return new Date(Date.parse(at) + minutes * 60_000).toISOString().replace('Z', offset)
}

const nameOf = (link: Link) => `${link.toType}/${link.toNumber}`

/** References of the document itself: what its lines refer to, and what a quote supersedes, is said there. */
function referencesOf(stored: StoredDocument) {
  const { header, links } = stored
  const ofLines = new Set(followsFromHeader(stored) ? [] : links.filter((link) => link.position > 0).map(nameOf))
  if (header.details.supersedes) ofLines.add(`quotes/${header.details.supersedes}`)
  return links
    .filter((link) => link.position === 0 && !ofLines.has(nameOf(link)))
    .map(({ toType, toNumber }) => ({ type: toType, number: toNumber }))
}

/** Whether the links of the lines are those that follow from the one order that the document names and from their SKUs. */
function followsFromHeader({ header, lines, links }: StoredDocument): boolean {
  const own = links.filter((link) => link.position === 0)
  const references = own.map(({ toType, toNumber }) => ({ type: toType, number: toNumber }))
  const bare = lines.map(({ line, kind, sku, quantity }) => known({ line, kind, sku, quantity }) as IngestLine)
  const { type, number, account } = header
  const following = linksOf({ type, number, account, references, lines: bare }).filter((link) => link.position > 0)
  const ofLines = links.filter((link) => link.position > 0)
  const texts = new Set(following.map(textOf))
  return ofLines.length === following.length && ofLines.every((link) => texts.has(textOf(link)))
}

function textOf({ position, toType, toNumber, toLine, quantity }: Link): string {
  return JSON.stringify([position, toType, toNumber, toLine, plainDecimal(quantity)])
}

function linesOf(stored: StoredDocument): IngestLine[] {
  const links = followsFromHeader(stored) ? [] : stored.links
  const byLine = Map.groupBy(links, (link) => link.position)
  return stored.lines.map(({ line, kind, sku, quantity, unit, amount, details }, index) => {
    // The quantity of a line counts for the first that it refers to.
    const references = (byLine.get(index + 1) ?? [])
      .toSorted((a, b) => Number(a.quantity === null) - Number(b.quantity === null))
      .map(({ toType, toNumber, toLine }) => known({ type: toType, number: toNumber, line: toLine || null }))
    return known({
      ...(JSON.parse(details) as StoredLine),
      ...{ line, kind: kind === 'item' ? null : kind, sku, unit },
      ...{ quantity: plainDecimal(quantity), amount: plainDecimal(amount) },
      references: unlessEmpty(references),
    }) as IngestLine
  })
}
