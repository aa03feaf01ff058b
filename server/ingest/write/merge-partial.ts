import type { IngestDocument, IngestEvent } from '#contract/ingest/documents.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Problem } from '#server/formats/message.ts'
import { type ClearedPaths, isOutsideDetails } from '../check/details.ts'
import { eventId } from '../check/event-id.ts'

type Shipment = NonNullable<IngestDocument['shipment']>
type JsonObject = Record<string, unknown>
/** A document that is being merged: values may still be undefined. */
type Draft = Partial<{ [Name in keyof IngestDocument]: IngestDocument[Name] | undefined }>

const maxLines = 20_000
const maxEvents = 5000

/**
 * The document that results from a partial message: each property that the message names gets its value, all others
 * stay. Totals, details and the shipment are changed property by property. Lines, events, packages and payments are
 * changed or added by their key (`line`, `id`, `sscc`, `id`); any other list, and an address, is replaced whole.
 */
export function mergePartial(base: IngestDocument, part: IngestDocument, cleared: ClearedPaths): IngestDocument {
  const merged: Draft = { ...base, ...replacedProperties(part) }
  merged.totals = { ...base.totals, ...part.totals }
  merged.details = { ...base.details, ...part.details }
  merged.shipment = mergeShipment(base.shipment, part.shipment)
  merged.lines = mergeByName(
    base.lines,
    part.lines,
    (line) => line.line,
    (old, line) => ({ ...old, ...line }),
  )
  merged.payments = mergeByName(base.payments, part.payments, (payment) => payment.id)
  applyCleared(merged, part, cleared)
  removeSuperseded(merged, part, cleared)
  return withoutEmpty(merged)
}

/** The problems of a merged document that has more lines or events than a document may have. */
export function limitProblems({ lines = [], shipment = {} }: IngestDocument): Problem[] {
  const { events = [] } = shipment
  const problemsOver = (path: string, noun: string, count: number, maximum: number): Problem[] =>
    count > maximum
      ? [{ path, message: `With this message the document would have ${count} ${noun}; at most ${maximum} are taken.` }]
      : []
  return [
    ...problemsOver('$.lines', 'lines', lines.length, maxLines),
    ...problemsOver('$.shipment.events', 'events', events.length, maxEvents),
  ]
}

function replacedProperties({
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
  const mergedPackages = mergeByName(base?.packages, packages, (entry) => entry.sscc)
  if (mergedPackages) merged.packages = mergedPackages
  const mergedEvents = mergeByName(base?.events?.map(withEventId), events?.map(withEventId), (event) => event.id)
  if (mergedEvents) merged.events = mergedEvents
  return merged
}

/** An event without an id gets the one under which it is stored. */
function withEventId(event: IngestEvent): IngestEvent {
  return { ...event, id: eventId(event) }
}

/**
 * The previous entries with those of the part replaced or appended; all are replaced when an entry of the part has no
 * key.
 */
function mergeByName<T>(
  before: readonly T[] | undefined,
  part: readonly T[] | undefined,
  nameOf: (entry: T) => string | undefined,
  combine: (old: T, entry: T) => T = (_, entry) => entry,
): T[] | undefined {
  if (!part) return before && [...before]
  if (part.some((entry) => nameOf(entry) === undefined)) return [...part]
  const changed = new Map(part.map((entry) => [nameOf(entry), entry]))
  const updated = (before ?? []).map((old) => {
    const name = nameOf(old)
    const entry = changed.get(name)
    if (entry === undefined) return old
    changed.delete(name)
    return combine(old, entry)
  })
  return [...updated, ...changed.values()]
}

function applyCleared(merged: Draft, part: IngestDocument, cleared: ClearedPaths): void {
  for (const [first, second, third] of cleared) {
    if (second === undefined) delete (merged as JsonObject)[String(first)]
    else if (first === 'lines') clearLineProperty(merged, part.lines?.[Number(second)]?.line, String(third))
    else if (first === 'details') clearDetail(merged, part.type, String(second))
    else if (first === 'totals' || first === 'shipment') {
      ;(merged as JsonObject)[first] = omit(merged[first] ?? {}, String(second))
    }
  }
}

function clearLineProperty(merged: Draft, line: string | undefined, name: string): void {
  merged.lines = merged.lines?.map((entry) => (entry.line === line ? omit(entry, name) : entry))
}

function clearDetail(merged: Draft, type: DocumentType, name: string): void {
  if (!isOutsideDetails(type, name)) merged.details = omit(merged.details ?? {}, name)
  else if (type === 'shipments') merged.shipment = omit(merged.shipment ?? {}, name)
  else delete merged.holdReason
}

/** Some dates can be stated in two fields: the field that the part uses replaces the other. */
function removeSuperseded(merged: Draft, part: IngestDocument, cleared: ClearedPaths): void {
  const isNamed = (...path: string[]) => {
    const ownValue = path.reduce<unknown>((value, name) => (value as JsonObject | undefined)?.[name], part)
    return ownValue !== undefined || cleared.some((clearedPath) => clearedPath.join('.') === path.join('.'))
  }
  if (isNamed('shipment', 'deliveredAt') && !isNamed('deliveredDate')) delete merged.deliveredDate
  if (isNamed('shipment', 'estimatedDelivery') && !isNamed('estimatedDate')) delete merged.estimatedDate
  if (merged.shipment && isNamed('estimatedDate') && !isNamed('shipment', 'estimatedDelivery')) {
    merged.shipment = omit(merged.shipment, 'estimatedDelivery')
  }
}

function omit<T extends object>(value: T, name: string): T {
  const { [name as keyof T]: _, ...rest } = value
  return rest as T
}

/** Without properties that are undefined, and without totals, details or a shipment that are empty. */
function withoutEmpty(document: Draft): IngestDocument {
  const entries = Object.entries(document).filter(
    ([name, value]) =>
      value !== undefined &&
      !(['totals', 'details', 'shipment'].includes(name) && Object.keys(value as object).length === 0),
  )
  return Object.fromEntries(entries) as IngestDocument
}
