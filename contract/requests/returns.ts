import { fromMillionths, toMillionths } from '../money.ts'

/* What is known of a return follows from what was asked, what the supplier said and the documents that name its number. */

/** Why goods are returned. */
export const returnReasons = [
  'wrong_item',
  'damaged',
  'defective',
  'over',
  'ordered_by_mistake',
  'not_needed',
  'other',
] as const
export type ReturnReason = (typeof returnReasons)[number]

/** The steps of a return, in their order. */
export const returnSteps = ['asked', 'approved', 'shipped', 'received', 'credited'] as const
export type ReturnStep = (typeof returnSteps)[number]
/** The steps that the supplier may name; a return is asked for by the customer. */
export const suppliersSteps = ['approved', 'shipped', 'received', 'credited'] as const satisfies readonly ReturnStep[]
export type SuppliersStep = (typeof suppliersSteps)[number]

/** The states of a request for a return after which its goods may be asked for again. */
export const endedReturns: readonly string[] = ['declined', 'withdrawn']

/** The most lines of one return, and the most shipments from which they may be. */
export const maxReturnedLines = 200
export const maxReturnedShipments = 20

/** A return shipment or a credit note that names a return. */
export type NamingDocument = {
  type: 'shipments' | 'invoices'
  status: string
  /** When it left, or the day of the credit note. */
  date: string | null
  deliveredDate: string | null
}
/** When the supplier said that a step was done; null where nothing was said. */
export type ReportedSteps = Readonly<Record<SuppliersStep, string | null>>
/** A step with the day or moment on which it was done, as far as that is known. */
export type DoneStep = { step: ReturnStep; at: string | null }

const notUnderWay: readonly string[] = ['planned', 'packed', 'label_created', 'cancelled', 'lost_or_damaged', 'unknown']
const arrived: readonly string[] = ['delivered', 'returned']

/**
 * The steps of a return that are done, in their order: what the supplier said, and what follows from the documents that
 * name it. A step that is done has all before it done, though nobody said when.
 */
export function returnProgress(
  askedAt: string,
  reported: ReportedSteps,
  documents: readonly NamingDocument[],
): DoneStep[] {
  const shipments = documents.filter(({ type }) => type === 'shipments')
  const byDocuments: Readonly<Record<SuppliersStep, readonly (string | null)[]>> = {
    approved: [],
    shipped: shipments.filter(({ status }) => !notUnderWay.includes(status)).map(({ date }) => date),
    received: shipments.filter(({ status }) => arrived.includes(status)).map(({ deliveredDate }) => deliveredDate),
    credited: documents
      .filter(({ type, status }) => type === 'invoices' && status !== 'cancelled')
      .map(({ date }) => date),
  }
  const last = suppliersSteps.findLastIndex((step) => reported[step] !== null || byDocuments[step].length > 0)
  const done = suppliersSteps
    .slice(0, last + 1)
    .map((step) => ({ step, at: reported[step] ?? earliest(byDocuments[step]) }))
  return [{ step: 'asked', at: askedAt }, ...done]
}

const earliest = (dates: readonly (string | null)[]) =>
  dates.filter((date) => date !== null).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null

/** Whether a step comes after another. */
export const isLater = (step: ReturnStep, than: ReturnStep): boolean =>
  returnSteps.indexOf(step) > returnSteps.indexOf(than)

/** What of an ordered line came, and came back or was credited without a return. */
export type OrderedQuantities = { delivered: string; back: string; asked: string }

/**
 * How much of a line of a shipment can still be returned: what came with it, without what returns ask for already. Of the
 * line of its order no more can be returned than came in all, without what came back or was credited otherwise.
 */
export function leftToReturn(line: { delivered: string; asked: string }, order: OrderedQuantities | null): string {
  const ofLine = toMillionths(line.delivered) - toMillionths(line.asked)
  const ofOrder = order && toMillionths(order.delivered) - toMillionths(order.back) - toMillionths(order.asked)
  const left = ofOrder !== null && ofOrder < ofLine ? ofOrder : ofLine
  return fromMillionths(left > 0n ? left : 0n)
}

/** A line of an order, by its order's number, and its article. */
type ItemOfOrder = { order: string | null; orderLine: string | null; sku: string | null }
export type ExpectedLine = ItemOfOrder & { quantity: string; approved: string | null }
export type NamingLine = ItemOfOrder & { quantity: string }

/**
 * How much of each line of a return the lines of documents take: those that name its line of the order first, then those
 * of its article, each as far as there is room. `surplus` is what belongs to no line of the return.
 */
export function takenOf(
  lines: readonly ExpectedLine[],
  naming: readonly NamingLine[],
): { taken: string[]; surplus: string } {
  const room = lines.map(({ quantity, approved }) => toMillionths(approved ?? quantity))
  const rest = naming.map(({ quantity }) => magnitude(toMillionths(quantity)))
  const taken = lines.map(() => 0n)
  for (const isMeant of [namesLine, namesArticle])
    naming.forEach((from, at) => {
      lines.forEach((line, to) => {
        if (!isMeant(from, line)) return
        const part = smaller(rest[at] ?? 0n, room[to] ?? 0n)
        rest[at] = (rest[at] ?? 0n) - part
        room[to] = (room[to] ?? 0n) - part
        taken[to] = (taken[to] ?? 0n) + part
      })
    })
  return {
    taken: taken.map((quantity) => fromMillionths(quantity)),
    surplus: fromMillionths(rest.reduce((total, quantity) => total + quantity, 0n)),
  }
}

const magnitude = (value: bigint) => (value < 0n ? -value : value)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
const namesLine = (from: ItemOfOrder, line: ItemOfOrder) =>
  from.order !== null && from.order === line.order && from.orderLine !== null && from.orderLine === line.orderLine
const namesArticle = (from: ItemOfOrder, line: ItemOfOrder) => from.sku !== null && from.sku === line.sku
