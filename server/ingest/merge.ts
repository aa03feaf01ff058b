import type { IngestDocument, IngestEvent } from '../../contract/ingest.ts'
import type { DocumentType } from '../../contract/values.ts'
import { type Cleared, isBeside } from './details.ts'
import { eventId } from './events.ts'
import type { Problem } from './incoming.ts'

type Shipment = NonNullable<IngestDocument['shipment']>
type Values = Record<string, unknown>
/** A document in the making: what is not known may still be undefined. */
type Draft = Partial<{ [Name in keyof IngestDocument]: IngestDocument[Name] | undefined }>

const mostLines = 20_000
const mostEvents = 5000

/**
 * What a document becomes when a part of it arrives: each property that the part names gets its value, all others stay.
 * Totals, details and the shipment are changed property by property. Lines, events, packages and payments are changed or
 * added by the name that each has (`line`, `id`, `sscc`, `id`); any other list, and an address, is replaced whole.
 */
export function merge(base: IngestDocument, part: IngestDocument, cleared: Cleared): IngestDocument {
  const merged: Draft = { ...base, ...withoutParts(part) }
  merged.totals = { ...base.totals, ...part.totals }
  merged.details = { ...base.details, ...part.details }
  merged.shipment = mergeShipment(base.shipment, part.shipment)
  merged.lines = byName(
    base.lines,
    part.lines,
    (line) => line.line,
    (old, line) => ({ ...old, ...line }),
  )
  merged.payments = byName(base.payments, part.payments, (payment) => payment.id)
  forget(merged, part, cleared)
  supersede(merged, part, cleared)
  return defined(merged)
}

/** What in a joined document is more than one document may hold. */
export function tooMany({ lines = [], shipment = {} }: IngestDocument): Problem[] {
  const { events = [] } = shipment
  const over = (path: string, what: string, count: number, most: number): Problem[] =>
    count > most
      ? [{ path, message: `With this message the document would have ${count} ${what}; at most ${most} are taken.` }]
      : []
  return [
    ...over('$.lines', 'lines', lines.length, mostLines),
    ...over('$.shipment.events', 'events', events.length, mostEvents),
  ]
}

function withoutParts({
  totals,
  details,
  shipment,
  lines,
  payments,
  attachments,
  ...rest
}: IngestDocument): Partial<IngestDocument> {
  return rest
}

function mergeShipment(base: Shipment | undefined, part: Shipment | undefined): Shipment | undefined {
  if (!part) return base
  const { events, packages, ...rest } = part
  const merged: Shipment = { ...base, ...rest }
  const joined = byName(base?.packages, packages, (one) => one.sscc)
  if (joined) merged.packages = joined
  const all = byName(base?.events?.map(named), events?.map(named), (event) => event.id)
  if (all) merged.events = all
  return merged
}

/** An event without an id is known by what it says, as when it is stored. */
function named(event: IngestEvent): IngestEvent {
  return { ...event, id: eventId(event) }
}

/** The entries before with those of the part put in their places or behind; all replaced when one of the part has no name. */
function byName<T>(
  before: readonly T[] | undefined,
  part: readonly T[] | undefined,
  nameOf: (entry: T) => string | undefined,
  join: (old: T, entry: T) => T = (_, entry) => entry,
): T[] | undefined {
  if (!part) return before && [...before]
  if (part.some((entry) => nameOf(entry) === undefined)) return [...part]
  const changed = new Map(part.map((entry) => [nameOf(entry), entry]))
  const kept = (before ?? []).map((old) => {
    const name = nameOf(old)
    const entry = changed.get(name)
    if (entry === undefined) return old
    changed.delete(name)
    return join(old, entry)
  })
  return [...kept, ...changed.values()]
}

function forget(merged: Draft, part: IngestDocument, cleared: Cleared): void {
  for (const [first, second, third] of cleared) {
    if (second === undefined) delete (merged as Values)[String(first)]
    else if (first === 'lines') forgetOfLine(merged, part.lines?.[Number(second)]?.line, String(third))
    else if (first === 'details') forgetDetail(merged, part.type, String(second))
    else if (first === 'totals' || first === 'shipment') {
      ;(merged as Values)[first] = without(merged[first] ?? {}, String(second))
    }
  }
}

function forgetOfLine(merged: Draft, line: string | undefined, name: string): void {
  merged.lines = merged.lines?.map((one) => (one.line === line ? without(one, name) : one))
}

function forgetDetail(merged: Draft, type: DocumentType, name: string): void {
  if (!isBeside(type, name)) merged.details = without(merged.details ?? {}, name)
  else if (type === 'shipments') merged.shipment = without(merged.shipment ?? {}, name)
  else delete merged.holdReason
}

/** A field that can be said in two ways: the one that the part uses is the one that counts. */
function supersede(merged: Draft, part: IngestDocument, cleared: Cleared): void {
  const named = (...path: string[]) => {
    const own = path.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], part)
    return own !== undefined || cleared.some((one) => one.join('.') === path.join('.'))
  }
  if (named('shipment', 'deliveredAt') && !named('deliveredDate')) delete merged.deliveredDate
  if (named('shipment', 'estimatedDelivery') && !named('estimatedDate')) delete merged.estimatedDate
  if (merged.shipment && named('estimatedDate') && !named('shipment', 'estimatedDelivery')) {
    merged.shipment = without(merged.shipment, 'estimatedDelivery')
  }
}

function without<T extends object>(value: T, name: string): T {
  const { [name as keyof T]: _, ...rest } = value
  return rest as T
}

/** Without properties that are undefined or empty objects. */
function defined(document: Draft): IngestDocument {
  const kept = Object.entries(document).filter(
    ([name, value]) =>
      value !== undefined &&
      !(['totals', 'details', 'shipment'].includes(name) && Object.keys(value as object).length === 0),
  )
  return Object.fromEntries(kept) as IngestDocument
}
