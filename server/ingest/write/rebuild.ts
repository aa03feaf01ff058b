import type { StoredDetails, StoredLine, StoredPlace } from '#contract/documents/stored-details.ts'
import { IngestDocument, type IngestEvent, type IngestLine } from '#contract/ingest/documents.ts'
import { fromMillionths, sum, toMillionths } from '#contract/money.ts'
import type { DocumentType } from '#contract/values.ts'
import { isOutsideDetails } from '../check/details.ts'
import { type Link, linksOf } from '../check/links.ts'
import { type LineRow, type PaymentSource, paymentDetails } from '../check/prepare.ts'

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

/** The days on which events of any source say that a shipment was or will be delivered. */
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
 * Attachments are left out, since a message without them leaves them as they are.
 */
export function rebuildDocument(stored: StoredDocument): IngestDocument {
  const { header, days } = stored
  const isShipment = header.type === 'shipments'
  const top: Record<string, unknown> = {}
  const shipment: Record<string, unknown> = {}
  const details: Record<string, unknown> = {}
  const derivedDetails = paymentDetails({ ...header.details, type: header.type } as PaymentSource)
  for (const [name, value] of Object.entries(header.details)) {
    if (value === null || name === 'openAsSent' || name === 'payable' || value === derivedDetails[name]) continue
    const target = Object.hasOwn(properties, name)
      ? top
      : isShipment && isOutsideDetails(header.type, name)
        ? shipment
        : details
    target[name] = value
  }
  if (isShipment) {
    Object.assign(shipment, { carrier: header.carrier, despatchDate: header.despatchDate })
    shipment.trackingNumbers = unlessEmpty(ownTrackingNumbers(header))
    shipment.events = unlessEmpty(stored.events.map(eventOf))
  }
  // A date from events alone is left out: it follows from them again.
  const estimatedDate = isShipment && days.estimated === header.estimatedDate ? null : header.estimatedDate
  return withoutNull({
    ...top,
    ...{ type: header.type, number: header.number, account: header.account, status: header.sourceStatus },
    ...{ modifiedAt: header.modifiedAt, issueDate: header.issueDate, currency: header.currency },
    ...{ customerReference: header.customerReference, invoiceKind: header.invoiceKind },
    ...{ validUntil: header.validUntil, dueDate: header.dueDate, requestedDate: header.requestedDate },
    ...{ promisedDate: header.promisedDate, estimatedDate, deliveredDate: deliveredDate(header, days) },
    totals: unlessEmpty(withoutNull(totalsOf(header))),
    references: unlessEmpty(referencesOf(stored)),
    lines: linesOf(stored),
    shipment: unlessEmpty(withoutNull(shipment)),
    details: unlessEmpty(details),
  }) as IngestDocument
}

/** Without what is null or undefined. */
function withoutNull(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value
}

/** A decimal without trailing zeros, or null. */
export function trimDecimal(decimal: string | null | undefined): string | null {
  return decimal === null || decimal === undefined ? null : fromMillionths(toMillionths(decimal))
}

/** The totals as sent: the paid and the open amount are left out where they follow from the rest. */
function totalsOf({ type, net, discount, charges, tax, gross, paid, open, details }: StoredHeader) {
  const { openAsSent, payable, payments = [] } = details
  const isSummed =
    type === 'invoices' && payments.length > 0 && sum(payments.map((payment) => payment.amount)) === trimDecimal(paid)
  const totals = { net, discount, charges, tax, gross, paid: isSummed ? null : paid }
  const allTotals = { ...totals, payable, open: type === 'invoices' ? openAsSent : open }
  return Object.fromEntries(Object.entries(allTotals).map(([name, amount]) => [name, trimDecimal(amount)]))
}

/** The tracking numbers of the shipment itself, which come before those of its packages. */
function ownTrackingNumbers({ trackingNumbers, details }: StoredHeader): string[] {
  const packageNumbers = (details.packages ?? []).flatMap((entry) => entry.trackingNumber ?? [])
  const ownNumbers = trackingNumbers.slice(
    0,
    trackingNumbers.findLastIndex((number) => !packageNumbers.includes(number)) + 1,
  )
  return [...new Set([...ownNumbers, ...packageNumbers])].join('\n') === trackingNumbers.join('\n')
    ? ownNumbers
    : trackingNumbers
}

function deliveredDate({ type, status, deliveredDate: date, sourceStatus, details }: StoredHeader, days: EventDays) {
  if (type !== 'shipments' || date === null) return date
  const deliveredAt = (details as { deliveredAt?: string }).deliveredAt
  if (deliveredAt !== undefined) return deliveredAt.startsWith(date) ? null : date
  return status === 'delivered' && sourceStatus !== 'delivered' && days.delivered === date ? null : date
}

function eventOf({ at, offset, place, classifier, ...event }: StoredEvent): IngestEvent {
  const fields = { ...event, classifier, at: withOffset(at, offset), place: unlessEmpty(place) }
  return withoutNull(fields) as IngestEvent
}

/** A moment in UTC, written with this offset. */
function withOffset(at: string, offset: string | null): string {
  if (offset === null) return at
  const minutes = (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))) * (offset.startsWith('-') ? -1 : 1)
  return new Date(Date.parse(at) + minutes * 60_000).toISOString().replace('Z', offset)
}

const targetName = (link: Link) => `${link.toType}/${link.toNumber}`

/** The document's own references, without those that its lines or the quote that it supersedes imply. */
function referencesOf(stored: StoredDocument) {
  const { header, links } = stored
  const lineTargets = new Set(
    followsFromHeader(stored) ? [] : links.filter((link) => link.position > 0).map(targetName),
  )
  if (header.details.supersedes) lineTargets.add(`quotes/${header.details.supersedes}`)
  return links
    .filter((link) => link.position === 0 && !lineTargets.has(targetName(link)))
    .map(({ toType, toNumber }) => ({ type: toType, number: toNumber }))
}

/**
 * Whether the links of the lines are exactly those that follow from the SKUs and the one order that the document names.
 */
function followsFromHeader({ header, lines, links }: StoredDocument): boolean {
  const documentLinks = links.filter((link) => link.position === 0)
  const references = documentLinks.map(({ toType, toNumber }) => ({ type: toType, number: toNumber }))
  const bareLines = lines.map(
    ({ line, kind, sku, quantity }) => withoutNull({ line, kind, sku, quantity }) as IngestLine,
  )
  const { type, number, account } = header
  const expectedLinks = linksOf({ type, number, account, references, lines: bareLines }).filter(
    (link) => link.position > 0,
  )
  const lineLinks = links.filter((link) => link.position > 0)
  const expectedTexts = new Set(expectedLinks.map(linkText))
  return lineLinks.length === expectedLinks.length && lineLinks.every((link) => expectedTexts.has(linkText(link)))
}

function linkText({ position, toType, toNumber, toLine, quantity }: Link): string {
  return JSON.stringify([position, toType, toNumber, toLine, trimDecimal(quantity)])
}

function linesOf(stored: StoredDocument): IngestLine[] {
  const links = followsFromHeader(stored) ? [] : stored.links
  const byLine = Map.groupBy(links, (link) => link.position)
  return stored.lines.map(({ line, kind, sku, quantity, unit, amount, details }, index) => {
    // The quantity of a line counts for its first reference.
    const references = (byLine.get(index + 1) ?? [])
      .toSorted((a, b) => Number(a.quantity === null) - Number(b.quantity === null))
      .map(({ toType, toNumber, toLine }) => withoutNull({ type: toType, number: toNumber, line: toLine || null }))
    return withoutNull({
      ...(JSON.parse(details) as StoredLine),
      ...{ line, kind, sku, unit },
      ...{ quantity: trimDecimal(quantity), amount: trimDecimal(amount) },
      references: unlessEmpty(references),
    }) as IngestLine
  })
}
