import { isQuiet } from '../answers/rules.ts'
import type { Permission } from '../permissions.ts'
import type { DocumentType } from '../values.ts'
import { availableRequests, type DocumentRequestKind, type RuledRequestKind } from './rules.ts'

/*
 * What can be done about a document, the main request first: by its type, its status and its other facts. The page of the
 * document and the row of the dashboard offer the same.
 */

/** What decides, besides the type. */
export type DocumentFacts = {
  /** As it is shown. */
  status: string
  /** When the goods come, if that is known. */
  arrivalDate: string | null
  today: string
  /** The promised date has moved and nobody of the account has said anything about it. */
  promiseMoved: boolean
  /** Somebody of the account has answered what the document waits for: nothing more is called for then. */
  acted: boolean
  /** The day of the carrier's last report, where it is known. */
  lastReport?: string | null
}

/** The names of the facts that a status alone does not tell. */
type Fact = 'due' | 'promiseMoved' | 'quiet'
type MainRequests = {
  statuses: readonly string[]
  /** The first is the main action. */
  kinds: readonly [RuledRequestKind, ...RuledRequestKind[]]
  /** Only when this is so. */
  when?: Fact
}

const isDue = ({ arrivalDate, today }: Pick<DocumentFacts, 'arrivalDate' | 'today'>) =>
  arrivalDate !== null && arrivalDate <= today

const factHolds: Readonly<Record<Fact, (facts: DocumentFacts) => boolean>> = {
  due: isDue,
  promiseMoved: ({ promiseMoved }) => promiseMoved,
  quiet: ({ lastReport = null, today }) => isQuiet({ lastReport, today }),
}

/** By type; the first entry that holds counts. A status without one has no main action. */
const mainRequestsByType: Readonly<Partial<Record<DocumentType, readonly MainRequests[]>>> = {
  quotes: [
    { statuses: ['open'], kinds: ['accept'] },
    { statuses: ['expired'], kinds: ['extendValidity'] },
  ],
  orders: [
    { statuses: ['on_hold'], kinds: ['answerHold'] },
    {
      statuses: ['received', 'confirmed', 'in_progress'],
      kinds: ['notePromise', 'refusePromise'],
      when: 'promiseMoved',
    },
    { statuses: ['completed'], kinds: ['reorder'] },
  ],
  shipments: [
    { statuses: ['delivery_failed'], kinds: ['instructDelivery', 'claim'] },
    { statuses: ['on_hold'], kinds: ['instructDelivery'] },
    { statuses: ['ready_for_pickup'], kinds: ['confirmReceipt', 'instructDelivery'] },
    { statuses: ['out_for_delivery'], kinds: ['confirmReceipt'] },
    { statuses: ['partially_delivered'], kinds: ['confirmReceipt', 'claim'] },
    // Once receipt is confirmed, returning goods is what is left to do.
    { statuses: ['delivered'], kinds: ['confirmReceipt', 'claim', 'returnGoods'] },
    { statuses: ['returned', 'lost_or_damaged'], kinds: ['claim'] },
    { statuses: ['unknown'], kinds: ['trace'] },
    // The goods may be there before the carrier says so.
    { statuses: ['picked_up', 'in_transit', 'customs'], kinds: ['confirmReceipt', 'trace'], when: 'due' },
    { statuses: ['picked_up', 'in_transit'], kinds: ['trace'], when: 'quiet' },
  ],
  invoices: [{ statuses: ['overdue'], kinds: ['reportPayment'] }],
}

/** What stays in sight when somebody has answered what the document waits for: there may be more to report. */
const lasting: readonly RuledRequestKind[] = ['claim']

/** The statuses in which goods can hardly be there before their day. */
const onTheirWay: readonly string[] = ['picked_up', 'in_transit', 'customs']

/** Whether goods can hardly be there yet, so that nobody can confirm their receipt. */
export const isTooEarly = (facts: Pick<DocumentFacts, 'status' | 'arrivalDate' | 'today'>): boolean =>
  onTheirWay.includes(facts.status) && !isDue(facts)

/**
 * The requests that are offered of those that are available: `main` are what the state of the document calls for, the
 * main one first, `others` the rest. `made` holds the kinds that were made before and not taken back: a receipt is
 * confirmed once.
 */
export function offeredRequests(
  type: DocumentType,
  facts: DocumentFacts,
  available: readonly DocumentRequestKind[],
  made: readonly string[],
): { main: RuledRequestKind[]; others: DocumentRequestKind[] } {
  const entry = mainRequestsByType[type]?.find(
    ({ statuses, when }) => statuses.includes(facts.status) && (when === undefined || factHolds[when](facts)),
  )
  const isOffered = (kind: string) => kind !== 'confirmReceipt' || !isTooEarly(facts)
  const main = (entry?.kinds ?? []).filter(
    (kind) =>
      available.includes(kind) &&
      (!facts.acted || lasting.includes(kind)) &&
      !(kind === 'confirmReceipt' && made.includes(kind)),
  )
  return { main, others: available.filter((kind) => isOffered(kind) && !(main as readonly string[]).includes(kind)) }
}

/**
 * The main request about a document that waits for the customer, of those that a person with these permissions may
 * make; null when there is none. What was asked earlier stands in nobody's way then.
 */
export function mainRequestOf(
  type: DocumentType,
  waitingFacts: Omit<DocumentFacts, 'acted'>,
  permissions: { has: (permission: Permission) => boolean },
): RuledRequestKind | null {
  const facts = { ...waitingFacts, acted: false }
  const available = availableRequests(type, facts.status, permissions, [], facts)
  return offeredRequests(type, facts, available, []).main[0] ?? null
}
