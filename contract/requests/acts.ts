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

/**
 * The kinds of the requests that occupy their groups: those that wait for the supplier. While the document waits for
 * the customer, what answered it earlier does not count.
 */
export function occupyingKinds(
  requests: readonly { kind: string; state: string; content: Readonly<Record<string, unknown>> }[],
  waitsForCustomer: boolean,
): string[] {
  return requests
    .filter(({ state }) => (pendingStates as readonly string[]).includes(state))
    .filter(({ kind, content }) => !(waitsForCustomer && answersNeed(kind, content)))
    .map(({ kind }) => kind)
}
