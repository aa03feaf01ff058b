import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { dateOf, dayOf, utcInstant } from './calendar.ts'
import { withCarrierEvents } from './carrier-events.ts'
import { createPaper, createProofOfDelivery } from './paper.ts'

/*
 * Earlier versions of a document, as an ERP would have sent them: promises that moved, quotes that were revised. They
 * are derived from the document alone, so that the same document always has the same history. Only recent documents get
 * a full history; older ones only a promise that moved.
 */
const recentDays = 75

/**
 * `today` is the supplier's calendar date; documents of the accounts in `withPapers` (account numbers) get attachments.
 */
export type HistoryOptions = { today: string; withPapers: ReadonlySet<string> }

/** Returns all messages about a document, oldest first; the last has the content of the document itself. */
export function historyOf(document: IngestDocument, { today, withPapers }: HistoryOptions): IngestDocument[] {
  const now = dayOf(today)
  const isRecent = now - dayOf(document.issueDate ?? '1970-01-01') <= recentDays
  const versions =
    document.type === 'orders'
      ? orderHistory(document, now, isRecent)
      : document.type === 'quotes' && isRecent
        ? quoteHistory(document)
        : document.type === 'shipments' && isRecent
          ? shipmentHistory(withCarrierEvents(document, stableNumber(document, 2) === 0))
          : [document]
  const last = versions.at(-1)
  if (!isRecent || !last || !withPapers.has(document.account)) return versions
  const papers = [createPaper(last), createProofOfDelivery(last)].filter((paper) => paper !== undefined)
  return papers.length > 0 ? [...versions.slice(0, -1), { ...last, attachments: papers }] : versions
}

/** Returns a number derived from the document's number, the same each time. */
function stableNumber(document: IngestDocument, limit: number): number {
  let sum = 7
  for (const character of document.number) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003
  return sum % limit
}

function orderHistory(order: IngestDocument, today: number, isRecent: boolean): IngestDocument[] {
  const { promisedDate: promised, estimatedDate: estimated, issueDate, status, modifiedAt } = order
  if (promised === undefined || issueDate === undefined) return [order]
  const moved = estimated !== undefined && estimated !== promised
  if (!moved && !isRecent) return [order]
  const ordered = dayOf(issueDate)
  const lead = Math.max(dayOf(promised) - ordered, 4)
  const versionAt = (day: number, versionStatus: string, estimate: string | undefined): IngestDocument => ({
    ...withoutHold(order),
    status: versionStatus,
    modifiedAt: utcInstant(day, 430),
    ...(estimate === undefined ? {} : { promisedDate: promised, estimatedDate: estimate }),
    lines: (order.lines ?? []).map((line) => promisedLine(line, estimate)),
  })
  const versions = isRecent ? [undated(versionAt(ordered, 'received', undefined))] : []
  versions.push(versionAt(ordered + 1, 'confirmed', promised))
  const slip = moved ? dayOf(estimated) - dayOf(promised) : 0
  // A long delay is rarely announced in one step.
  if (slip > 6)
    versions.push(
      versionAt(ordered + Math.floor(lead * 0.35), 'confirmed', dateOf(dayOf(promised) + Math.ceil(slip / 2))),
    )
  const last = moved ? ordered + Math.floor(lead * 0.6) : ordered + 2
  if (moved && status === 'completed')
    versions.push({ ...order, status: 'in_progress', modifiedAt: utcInstant(last, 430) })
  const end = Math.max(Date.parse(modifiedAt ?? ''), Date.parse(utcInstant(Math.min(last, today), 445)))
  const final = { ...order, modifiedAt: new Date(end).toISOString() }
  return [...versions.filter((version) => Date.parse(version.modifiedAt ?? '') < end), final]
}

function withoutHold({ holdReason: _hold, note: _note, ...order }: IngestDocument): IngestDocument {
  return order
}

function undated({ promisedDate: _promised, estimatedDate: _estimated, ...order }: IngestDocument): IngestDocument {
  return order
}

function promisedLine(line: IngestLine, estimate: string | undefined): IngestLine {
  if (line.promisedDate === undefined) return line
  const { promisedDate, estimatedDate, ...rest } = line
  if (estimate === undefined) return rest
  // A line that keeps its promise today has always kept it.
  return { ...rest, promisedDate, estimatedDate: estimatedDate === promisedDate ? promisedDate : estimate }
}

/** Returns a quote's versions; an earlier one had higher prices, lower quantities and another line. */
function quoteHistory(quote: IngestDocument): IngestDocument[] {
  const lines = (quote.lines ?? []).map((line, index) => withLeadTime(line, quote, index))
  const offer = { ...quote, lines }
  const [first] = lines
  if (first && quote.totals && stableNumber(quote, 4) === 0) lines.push(spareLine(first))
  if (!quote.totals || (quote.details?.revision !== '2' && stableNumber(quote, 3) > 0)) return [offer]
  const digits = quote.totals.net?.split('.')[1]?.length ?? 0
  const earlierLines = lines.map((line, index) =>
    line.kind === 'item' && !line.option ? atHigherPrice(line, index === 0 ? 0.8 : 1, digits) : line,
  )
  const net = earlierLines.reduce(
    (sum, line) => sum + (line.kind === 'item' && !line.option ? Number(line.amount) : 0),
    0,
  )
  const rate = Number(quote.taxes?.[0]?.rate ?? 0)
  const base = net + Number(quote.totals.charges ?? 0)
  const tax = Number(((base * rate) / 100).toFixed(digits))
  const formatAmount = (amount: number) => amount.toFixed(digits)
  const earlier: IngestDocument = {
    ...offer,
    status: 'open',
    modifiedAt: utcInstant(dayOf(quote.issueDate ?? ''), 400),
    paymentTerms: '14 days net',
    totals: { ...quote.totals, net: formatAmount(net), tax: formatAmount(tax), gross: formatAmount(base + tax) },
    taxes: (quote.taxes ?? []).map((taxEntry) => ({
      ...taxEntry,
      base: formatAmount(base),
      amount: formatAmount(tax),
    })),
    details: { enquiryNumber: quote.details?.enquiryNumber ?? null, revision: '1' },
    lines: earlierLines,
  }
  return [earlier, { ...offer, details: { ...quote.details, revision: '2' } }]
}

function withLeadTime(line: IngestLine, quote: IngestDocument, index: number): IngestLine {
  return line.kind === 'item'
    ? { ...line, leadTimeDays: String(10 + ((stableNumber(quote, 20) + index * 5) % 35)) }
    : line
}

/** Returns an optional line with the same item, as a spare. */
function spareLine(line: IngestLine): IngestLine {
  return { ...line, line: '950', option: 'optional', note: 'As a spare, at the same price until the quote ends.' }
}

function atHigherPrice(line: IngestLine, quantityShare: number, digits: number): IngestLine {
  const quantity = Math.max(1, Math.round(Number(line.quantity) * quantityShare))
  const price = Number((Number(line.unitPrice) * 1.06).toFixed(digits))
  const amount = quantity * price * (1 - Number(line.discountPercent ?? 0) / 100)
  return { ...line, quantity: String(quantity), unitPrice: price.toFixed(digits), amount: amount.toFixed(digits) }
}

/**
 * Returns the versions of a shipment: first without its tracking number, and sometimes with a scan at a wrong depot
 * that is retracted.
 */
function shipmentHistory(shipment: IngestDocument): IngestDocument[] {
  const { trackingNumbers, ...transport } = shipment.shipment ?? {}
  const events = transport.events ?? []
  const [first] = events
  if (!trackingNumbers || !first || !shipment.issueDate) return [shipment]
  const announced: IngestDocument = {
    ...shipment,
    status: 'label_created',
    modifiedAt: utcInstant(dayOf(shipment.issueDate), 300),
    shipment: {
      ...transport,
      events: [],
      packages: (transport.packages ?? []).map(({ trackingNumber: _none, ...rest }) => rest),
    },
  }
  const misread = events.find((event) => event.code === 'arrived_at_hub' && event.classifier !== 'planned')
  if (!misread || stableNumber(shipment, 3) > 0) return [announced, shipment]
  const id = `${shipment.number}-misread`
  const wrongScan = { ...misread, id, place: { city: 'Kassel', country: 'DE' } }
  const retraction = { ...wrongScan, id: `${id}-back`, description: 'Scanned at the wrong depot', retracts: id }
  return [
    announced,
    { ...shipment, shipment: { ...transport, trackingNumbers, events: [...events, wrongScan, retraction] } },
  ]
}
