import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { dateOf, dayOf, utcInstant } from './calendar.ts'
import { paperOf, proofOf } from './paper.ts'
import { toldByCarrier } from './parcels.ts'

/*
 * What an ERP had said of a document before what it says today: promises that moved, offers that were revised. It is
 * drawn from the document alone, so that the same document always has the same past. Only what a person may still look
 * at has one in full; of older documents only a promise that moved is told.
 */
const recent = 75

/** `today` is the supplier's calendar date; papers are put beside the documents of `withPapers` (account numbers). */
export type Telling = { today: string; withPapers: ReadonlySet<string> }

/** All messages about a document, oldest first; the last says what the document itself says. */
export function historyOf(document: IngestDocument, { today, withPapers }: Telling): IngestDocument[] {
  const now = dayOf(today)
  const isRecent = now - dayOf(document.issueDate ?? '1970-01-01') <= recent
  const told =
    document.type === 'orders'
      ? ordersPast(document, now, isRecent)
      : document.type === 'quotes' && isRecent
        ? quotesPast(document)
        : document.type === 'shipments' && isRecent
          ? shipmentsPast(toldByCarrier(document, drawn(document, 2) === 0))
          : [document]
  const last = told.at(-1)
  if (!isRecent || !last || !withPapers.has(document.account)) return told
  const papers = [paperOf(last), proofOf(last)].filter((paper) => paper !== undefined)
  return papers.length > 0 ? [...told.slice(0, -1), { ...last, attachments: papers }] : told
}

/** A number drawn from the document's own: the same each time. */
function drawn(document: IngestDocument, most: number): number {
  let sum = 7
  for (const sign of document.number) sum = (sum * 31 + sign.charCodeAt(0)) % 1_000_003
  return sum % most
}

function ordersPast(order: IngestDocument, today: number, isRecent: boolean): IngestDocument[] {
  const { promisedDate: promised, estimatedDate: estimated, issueDate, status, modifiedAt } = order
  if (promised === undefined || issueDate === undefined) return [order]
  const moved = estimated !== undefined && estimated !== promised
  if (!moved && !isRecent) return [order]
  const ordered = dayOf(issueDate)
  const lead = Math.max(dayOf(promised) - ordered, 4)
  const said = (day: number, saidStatus: string, dated: string | undefined): IngestDocument => ({
    ...withoutHold(order),
    status: saidStatus,
    modifiedAt: utcInstant(day, 430),
    ...(dated === undefined ? {} : { promisedDate: promised, estimatedDate: dated }),
    lines: (order.lines ?? []).map((line) => promisedLine(line, dated)),
  })
  const past = isRecent ? [undated(said(ordered, 'received', undefined))] : []
  past.push(said(ordered + 1, 'confirmed', promised))
  const slip = moved ? dayOf(estimated) - dayOf(promised) : 0
  // A long delay is seldom told at once.
  if (slip > 6)
    past.push(said(ordered + Math.floor(lead * 0.35), 'confirmed', dateOf(dayOf(promised) + Math.ceil(slip / 2))))
  const last = moved ? ordered + Math.floor(lead * 0.6) : ordered + 2
  if (moved && status === 'completed') past.push({ ...order, status: 'in_progress', modifiedAt: utcInstant(last, 430) })
  const end = Math.max(Date.parse(modifiedAt ?? ''), Date.parse(utcInstant(Math.min(last, today), 445)))
  const final = { ...order, modifiedAt: new Date(end).toISOString() }
  return [...past.filter((one) => Date.parse(one.modifiedAt ?? '') < end), final]
}

function withoutHold({ holdReason: _hold, note: _note, ...order }: IngestDocument): IngestDocument {
  return order
}

function undated({ promisedDate: _promised, estimatedDate: _estimated, ...order }: IngestDocument): IngestDocument {
  return order
}

function promisedLine(line: IngestLine, dated: string | undefined): IngestLine {
  if (line.promisedDate === undefined) return line
  const { promisedDate, estimatedDate, ...rest } = line
  if (dated === undefined) return rest
  // A line that keeps its promise today has always kept it.
  return { ...rest, promisedDate, estimatedDate: estimatedDate === promisedDate ? promisedDate : dated }
}

/** An offer that was revised: it was dearer once, of less, and had a line that is gone. */
function quotesPast(quote: IngestDocument): IngestDocument[] {
  const lines = (quote.lines ?? []).map((line, place) => offered(line, quote, place))
  const offer = { ...quote, lines }
  const [first] = lines
  if (first && quote.totals && drawn(quote, 4) === 0) lines.push(spare(first))
  if (!quote.totals || (quote.details?.revision !== '2' && drawn(quote, 3) > 0)) return [offer]
  const digits = quote.totals.net?.split('.')[1]?.length ?? 0
  const was = lines.map((line, place) =>
    line.kind === 'item' && !line.option ? dearer(line, place === 0 ? 0.8 : 1, digits) : line,
  )
  const net = was.reduce((sum, line) => sum + (line.kind === 'item' && !line.option ? Number(line.amount) : 0), 0)
  const rate = Number(quote.taxes?.[0]?.rate ?? 0)
  const base = net + Number(quote.totals.charges ?? 0)
  const tax = Number(((base * rate) / 100).toFixed(digits))
  const text = (amount: number) => amount.toFixed(digits)
  const before: IngestDocument = {
    ...offer,
    status: 'open',
    modifiedAt: utcInstant(dayOf(quote.issueDate ?? ''), 400),
    paymentTerms: '14 days net',
    totals: { ...quote.totals, net: text(net), tax: text(tax), gross: text(base + tax) },
    taxes: (quote.taxes ?? []).map((one) => ({ ...one, base: text(base), amount: text(tax) })),
    details: { enquiryNumber: quote.details?.enquiryNumber ?? null, revision: '1' },
    lines: was,
  }
  return [before, { ...offer, details: { ...quote.details, revision: '2' } }]
}

function offered(line: IngestLine, quote: IngestDocument, place: number): IngestLine {
  return line.kind === 'item' ? { ...line, leadTimeDays: String(10 + ((drawn(quote, 20) + place * 5) % 35)) } : line
}

/** A second one of the same, for who wants to have it in stock. */
function spare(line: IngestLine): IngestLine {
  return { ...line, line: '950', option: 'optional', note: 'As a spare, at the same price until the quote ends.' }
}

function dearer(line: IngestLine, share: number, digits: number): IngestLine {
  const quantity = Math.max(1, Math.round(Number(line.quantity) * share))
  const price = Number((Number(line.unitPrice) * 1.06).toFixed(digits))
  const amount = quantity * price * (1 - Number(line.discountPercent ?? 0) / 100)
  return { ...line, quantity: String(quantity), unitPrice: price.toFixed(digits), amount: amount.toFixed(digits) }
}

/** A shipment whose tracking number came after it, and now and then one that was scanned where it never was. */
function shipmentsPast(shipment: IngestDocument): IngestDocument[] {
  const { trackingNumbers, ...way } = shipment.shipment ?? {}
  const events = way.events ?? []
  const [first] = events
  if (!trackingNumbers || !first || !shipment.issueDate) return [shipment]
  const announced: IngestDocument = {
    ...shipment,
    status: 'label_created',
    modifiedAt: utcInstant(dayOf(shipment.issueDate), 300),
    shipment: { ...way, events: [], packages: (way.packages ?? []).map(({ trackingNumber: _none, ...one }) => one) },
  }
  const misread = events.find((event) => event.code === 'arrived_at_hub' && event.classifier !== 'planned')
  if (!misread || drawn(shipment, 3) > 0) return [announced, shipment]
  const id = `${shipment.number}-misread`
  const wrong = { ...misread, id, place: { city: 'Kassel', country: 'DE' } }
  const taken = { ...wrong, id: `${id}-back`, description: 'Scanned at the wrong depot', retracts: id }
  return [announced, { ...shipment, shipment: { ...way, trackingNumbers, events: [...events, wrong, taken] } }]
}
