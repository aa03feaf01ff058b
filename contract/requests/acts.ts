import { definitions } from '../documents/types.ts'
import type { DocumentType } from '../values.ts'
import { pendingStates, quoteDecisions, type RuledRequestKind } from './rules.ts'

/**
 * The requests that answer what their document waits for, so that it waits for the supplier, each with when it does:
 * `whole`, when it is of no part but of the document; `all_counted`, when no line is left of which nobody has said what
 * came; `nothing_due`, when it leaves nothing that is due; `until_day`, until the day that it names is over.
 */
export const needAnswers: Readonly<
  Partial<Record<RuledRequestKind, 'always' | 'whole' | 'all_counted' | 'nothing_due' | 'until_day'>>
> = {
  accept: 'always',
  reject: 'always',
  requestRevision: 'always',
  counterOffer: 'always',
  extendValidity: 'always',
  notePromise: 'always',
  refusePromise: 'always',
  requestCancellation: 'whole',
  answerHold: 'always',
  instructDelivery: 'always',
  confirmReceipt: 'all_counted',
  dispute: 'nothing_due',
  promisePayment: 'until_day',
  reportPayment: 'always',
}

/**
 * Whether a request is kept with what its document waits for, which it answers: at once, or with others when they leave
 * nothing to be said. How much of an invoice is due, and until when a promise holds, follows from the claims themselves.
 */
export function answersNeed(kind: string, content: Readonly<Record<string, unknown>>): boolean {
  const when = needAnswers[kind as RuledRequestKind]
  const isOfPart = (Array.isArray(content.lines) && content.lines.length > 0) || content.amount !== undefined
  if (when === 'whole' || when === 'nothing_due') return !isOfPart
  return when === 'always' || when === 'all_counted'
}

const statuses: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  quotes: ['open', ...Object.values(quoteDecisions)],
  orders: definitions.orders.active,
  shipments: definitions.shipments.needsAction.statuses,
  invoices: ['open', 'partially_paid'],
}

/** The stored statuses in which a customer's act on a document of a type is shown: it could wait, or shows what was decided. */
export const actStatuses = (type: DocumentType): readonly string[] => statuses[type] ?? []

/** Whether the promised date of an order has moved. */
export const isPromiseMoved = (
  type: DocumentType,
  promisedDate: string | null,
  estimatedDate: string | null,
): boolean =>
  definitions[type].needsAction.promiseMoved && promisedDate !== null && (estimatedDate ?? '') > promisedDate

type MadeRequest = { kind: string; state: string; content: Readonly<Record<string, unknown>> }
const refusedStates: readonly string[] = ['declined', 'withdrawn']

/** Those lines of a shipment of which no receipt says what came. */
export function uncountedLines(lines: readonly string[], requests: readonly MadeRequest[]): string[] {
  const counted = requests
    .filter(({ kind, state }) => kind === 'confirmReceipt' && !refusedStates.includes(state))
    .flatMap(({ content }) => (content.lines ?? []) as { line: string }[])
  return lines.filter((line) => !counted.some((one) => one.line === line))
}

/** The requests without receipts that leave lines, of which nobody has said what came. */
export function withoutPartialReceipts<R extends MadeRequest>(lines: readonly string[], requests: readonly R[]): R[] {
  const isPartial = uncountedLines(lines, requests).length > 0
  return requests.filter(({ kind, content }) => !(isPartial && kind === 'confirmReceipt' && content.complete === false))
}

/**
 * The kinds of the requests that occupy their groups: those that wait for the supplier. While the document waits for
 * the customer, what answered it earlier does not count.
 */
export function occupyingKinds(requests: readonly MadeRequest[], waitsForCustomer: boolean): string[] {
  return requests
    .filter(({ state }) => (pendingStates as readonly string[]).includes(state))
    .filter(({ kind, content }) => !(waitsForCustomer && answersNeed(kind, content)))
    .map(({ kind }) => kind)
}
