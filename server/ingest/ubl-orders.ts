import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { toMilliseconds } from './dates.ts'
import { freeNumber } from './ubl-answers.ts'
import { distinct } from './ubl-fields.ts'
import type { UblMessage } from './ubl-read.ts'

/*
 * One order out of its messages, the same whatever their order of arrival: first the Order, then its responses by date.
 *
 * What a response changes: the status (confirmed, rejected), the promised and estimated dates of the order and of its
 * lines (and the parts in which a line comes), from when to when, its own number, and the notes, which are added. Lines are those of the order: see
 * `answersOf`. Of a line that it marks as changed or added it also sets quantity, price and
 * amount, and its totals then hold. Everything else it says only fills in what the order left unknown. Without an Order
 * the first response stands in for it.
 */

type Document = UblMessage['document']

/** The order that its messages make, under the number given. Raises RangeError when there is no message. */
export function mergeOrder(messages: readonly UblMessage[], number: string): Document {
  const responses = messages.filter(({ response }) => response).toSorted(byDate)
  const first = messages.find(({ response }) => !response) ?? responses[0]
  if (!first) throw new RangeError('An order is made of at least one message')
  const merged = responses.reduce(answered, { ...first.document })
  const newest = messages
    .flatMap(({ document }) => document.modifiedAt ?? [])
    .toSorted((a, b) => toMilliseconds(b) - toMilliseconds(a))[0]
  return { ...merged, number, ...(newest ? { modifiedAt: newest } : {}) }
}

function byDate(a: UblMessage, b: UblMessage): number {
  const at = ({ document }: UblMessage) => (document.modifiedAt === undefined ? 0 : toMilliseconds(document.modifiedAt))
  const name = ({ response }: UblMessage) => response?.number ?? ''
  return at(a) - at(b) || (name(a) < name(b) ? -1 : 1)
}

function answered(order: Document, { document: told, response }: UblMessage): Document {
  const { status, changed = [], added = [] } = response?.verdict ?? {}
  const note = joined(order.note, told.note)
  const lines = order.lines ? answeredLines(order.lines, told.lines ?? [], changed, added) : told.lines
  return {
    ...told,
    ...order,
    ...answeredDetails(order.details, told.details),
    ...(told.promisedDate ? { promisedDate: told.promisedDate } : {}),
    ...(told.estimatedDate ? { estimatedDate: told.estimatedDate } : {}),
    ...(changed.length + added.length > 0 && told.totals ? { totals: told.totals } : {}),
    ...(status ? { status } : {}),
    ...(note ? { note } : {}),
    ...(lines ? { lines } : {}),
  }
}

/** What the supplier says anew beside what the order says. */
const suppliersOwn = ['confirmationNumber', 'promisedWindow']

type Details = { readonly [name: string]: string | null }

function answeredDetails(
  ordered: Details | undefined,
  told: Details | undefined,
): { details?: Record<string, string> } {
  if (!told) return {}
  const own = Object.entries(told).filter(([name]) => suppliersOwn.includes(name))
  return { details: { ...told, ...ordered, ...Object.fromEntries(own) } as Record<string, string> }
}

function answeredLines(
  ordered: readonly IngestLine[],
  told: readonly IngestLine[],
  changed: readonly string[],
  added: readonly string[],
): IngestLine[] {
  const answers = new Map(told.filter(({ line }) => !added.includes(line)).map((line) => [line.line, line]))
  const known = new Set(ordered.map(({ line }) => line))
  const more = told.flatMap((line) => {
    if (added.includes(line.line)) return [{ ...line, line: freeNumber(line.line, known) }]
    return changed.includes(line.line) && !known.has(line.line) ? [line] : []
  })
  return [
    ...ordered.map((line) => {
      const answer = answers.get(line.line)
      return answer && line.kind === answer.kind ? answeredLine(line, answer, changed.includes(line.line)) : line
    }),
    ...more,
  ]
}

function answeredLine(line: IngestLine, answer: IngestLine, isChanged: boolean): IngestLine {
  const wins = isChanged ? (['quantity', 'unit', 'unitPrice', 'amount'] as const) : []
  const overriding = [...wins, 'promisedDate', 'estimatedDate', 'deliveries'] as const
  const note = joined(line.note, answer.note)
  // An amount for another quantity or price would be wrong; a new one is not made up.
  const outdated = isChanged && answer.amount === undefined && (answer.quantity ?? answer.unitPrice) !== undefined
  // The latest answer says whether the line was refused.
  const { amount, status: _before, ...rest } = line
  return {
    ...answer,
    ...rest,
    ...answeredDetails(line.details, answer.details),
    ...(amount === undefined || outdated ? {} : { amount }),
    ...Object.fromEntries(overriding.flatMap((name) => (answer[name] === undefined ? [] : [[name, answer[name]]]))),
    ...(note ? { note } : {}),
  }
}

function joined(...notes: (string | undefined)[]): string | undefined {
  const lines = notes.filter((note) => note !== undefined).flatMap((note) => note.split('\n'))
  return distinct(lines)?.join('\n').slice(0, 20_000)
}

/** The document for an account, its properties in one order: what is stored and read again makes the same content. */
export function documentFor(document: Document, account: string): IngestDocument {
  return inOneOrder({ ...document, account }) as IngestDocument
}

function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOneOrder(inner)]))
}
