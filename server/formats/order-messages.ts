import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { toMilliseconds } from './dates.ts'
import type { TradeMessage } from './message.ts'

/*
 * Merges the messages of an order, independently of their order of arrival: first the Order, then its responses by
 * date.
 *
 * A response sets the status (confirmed, rejected), its own number, the promised and estimated dates of the order and
 * of its lines, the promised window and partial deliveries, and adds its notes. Its lines are mapped to the order's:
 * a format's reader does that. For lines that it marks as changed or added it also sets quantity, price and amount, and
 * then its totals replace the order's. Its other values only fill gaps in the order. Without an Order, the first
 * response takes its place.
 */

type OrderDocument = TradeMessage['document']

/** The order merged from its messages, under the given number. Throws RangeError when there is no message. */
export function mergeOrder(messages: readonly TradeMessage[], number: string): OrderDocument {
  const responses = messages.filter(({ response }) => response).toSorted(byDate)
  const first = messages.find(({ response }) => !response) ?? responses[0]
  if (!first) throw new RangeError('An order is made of at least one message')
  const merged = responses.reduce(applyResponse, { ...first.document })
  const newest = messages
    .flatMap(({ document }) => document.modifiedAt ?? [])
    .toSorted((a, b) => toMilliseconds(b) - toMilliseconds(a))[0]
  return { ...merged, number, ...(newest ? { modifiedAt: newest } : {}) }
}

function byDate(a: TradeMessage, b: TradeMessage): number {
  const timeOf = ({ document }: TradeMessage) =>
    document.modifiedAt === undefined ? 0 : toMilliseconds(document.modifiedAt)
  const numberOf = ({ response }: TradeMessage) => response?.number ?? ''
  return timeOf(a) - timeOf(b) || (numberOf(a) < numberOf(b) ? -1 : 1)
}

function applyResponse(order: OrderDocument, { document: answer, response }: TradeMessage): OrderDocument {
  const { status, changed = [], added = [] } = response?.verdict ?? {}
  const note = joinNotes(order.note, answer.note)
  const lines = order.lines ? mergeLines(order.lines, answer.lines ?? [], changed, added) : answer.lines
  return {
    ...answer,
    ...order,
    ...mergeDetails(order.details, answer.details),
    ...(answer.promisedDate ? { promisedDate: answer.promisedDate } : {}),
    ...(answer.estimatedDate ? { estimatedDate: answer.estimatedDate } : {}),
    ...(changed.length + added.length > 0 && answer.totals ? { totals: answer.totals } : {}),
    ...(status ? { status } : {}),
    ...(note ? { note } : {}),
    ...(lines ? { lines } : {}),
  }
}

/** Details in which a response overrides the order. */
const supplierDetailNames = ['confirmationNumber', 'promisedWindow']

type Details = { readonly [name: string]: string | null }

function mergeDetails(
  ordered: Details | undefined,
  responseDetails: Details | undefined,
): { details?: Record<string, string> } {
  if (!responseDetails) return {}
  const ownEntries = Object.entries(responseDetails).filter(([name]) => supplierDetailNames.includes(name))
  return { details: { ...responseDetails, ...ordered, ...Object.fromEntries(ownEntries) } as Record<string, string> }
}

function mergeLines(
  ordered: readonly IngestLine[],
  responseLines: readonly IngestLine[],
  changed: readonly string[],
  added: readonly string[],
): IngestLine[] {
  const answers = new Map(responseLines.filter(({ line }) => !added.includes(line)).map((line) => [line.line, line]))
  const orderedNumbers = new Set(ordered.map(({ line }) => line))
  const addedLines = responseLines.flatMap((line) => {
    if (added.includes(line.line)) return [{ ...line, line: uniqueNumber(line.line, orderedNumbers) }]
    return changed.includes(line.line) && !orderedNumbers.has(line.line) ? [line] : []
  })
  return [
    ...ordered.map((line) => {
      const answer = answers.get(line.line)
      return answer && line.kind === answer.kind ? mergeLine(line, answer, changed.includes(line.line)) : line
    }),
    ...addedLines,
  ]
}

function mergeLine(line: IngestLine, answer: IngestLine, isChanged: boolean): IngestLine {
  const changedFields = isChanged ? (['quantity', 'unit', 'unitPrice', 'amount'] as const) : []
  const overriddenFields = [...changedFields, 'promisedDate', 'estimatedDate', 'deliveries'] as const
  const note = joinNotes(line.note, answer.note)
  // The amount of another quantity or price would be wrong; a new amount is not computed.
  const outdated = isChanged && answer.amount === undefined && (answer.quantity ?? answer.unitPrice) !== undefined
  // Only the latest answer decides whether the line was refused.
  const { amount, status: _before, ...rest } = line
  return {
    ...answer,
    ...rest,
    ...mergeDetails(line.details, answer.details),
    ...(amount === undefined || outdated ? {} : { amount }),
    ...Object.fromEntries(
      overriddenFields.flatMap((name) => (answer[name] === undefined ? [] : [[name, answer[name]]])),
    ),
    ...(note ? { note } : {}),
  }
}

/** The number, with as many apostrophes appended as make it unique among `taken`. */
export function uniqueNumber(number: string, taken: ReadonlySet<string>): string {
  let candidate = number
  while (taken.has(candidate)) candidate = `${candidate}'`
  return candidate
}

function joinNotes(...notes: (string | undefined)[]): string | undefined {
  const lines = notes.filter((note) => note !== undefined).flatMap((note) => note.split('\n'))
  return lines.length === 0 ? undefined : [...new Set(lines)].join('\n').slice(0, 20_000)
}

/** The document for an account, with sorted properties: a stored document read again has the same content. */
export function documentFor(document: OrderDocument, account: string): IngestDocument {
  return withSortedKeys({ ...document, account }) as IngestDocument
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, withSortedKeys(inner)]))
}
