import { definitions } from '../documents/types.ts'
import type { DocumentType } from '../values.ts'
import { answersNeed, pendingStates, quoteDecisions } from './rules.ts'

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
