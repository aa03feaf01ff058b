import type { Permission } from '../permissions.ts'
import type { DocumentType } from '../values.ts'

/* The requests that a customer can make of the supplier about a document, and when. */

/** UN/CEFACT and Peppol codes: why an invoice is disputed, and what the customer wants done. */
export const disputeReasons = [
  'REF',
  'LEG',
  'REC',
  'QUA',
  'DEL',
  'PRI',
  'QTY',
  'ITM',
  'PAY',
  'UNR',
  'FIN',
  'OTH',
] as const
/** What of an invoice a dispute concerns. */
export const disputeExtents = ['whole', 'lines', 'amount'] as const
export const requestedActions = ['PIN', 'NIN', 'CNF', 'CNP', 'CNA', 'NOA', 'OTH'] as const
export const claimKinds = ['short', 'damaged', 'wrong', 'over'] as const
export const rejectionReasons = ['price', 'delivery_time', 'other_supplier', 'not_needed', 'other'] as const
export const cancellationReasons = ['ordered_twice', 'too_late', 'not_needed', 'wrong_item', 'other'] as const
/** What the carrier shall do with a shipment that waits; the first is what most people want. */
export const deliveryInstructions = ['redeliver', 'deliver_elsewhere', 'collect', 'keep', 'send_back'] as const
export const timesOfDay = ['any_time', 'morning', 'afternoon'] as const
/** What an enquiry may want: a quote, or the goods at the agreed prices. */
export const enquiryAims = ['quote', 'order'] as const
/** The fields of requests whose values are words of a list; people read `request.choice.{value}`. */
export const codedFields: readonly string[] = ['reason', 'wanted', 'instruction', 'timeOfDay']

type RequestRule = {
  type: DocumentType
  /** The permission that the person needs, beside the right to see the document. */
  permission: Permission
  /** The shown statuses in which the request can be made; any when absent. */
  statuses?: readonly string[]
  /** Documents of another type on which it is offered, too, when lines of them were delivered. */
  alsoFrom?: DocumentType
  /** While a request of this group waits for its answer, no other of the group can be made. */
  exclusiveGroup?: string
  /** Whether files can be added. */
  files: boolean
  /** Only for an order whose promised date has moved. */
  promiseMoved?: true
}

/** Every kind of request and when it can be made. */
export const requestRules = {
  accept: {
    type: 'quotes',
    permission: 'quotes.write',
    statuses: ['open'],
    exclusiveGroup: 'decision',
    files: true,
  },
  reject: {
    type: 'quotes',
    permission: 'quotes.write',
    statuses: ['open'],
    exclusiveGroup: 'decision',
    files: false,
  },
  requestRevision: {
    type: 'quotes',
    permission: 'quotes.write',
    statuses: ['open', 'expired'],
    exclusiveGroup: 'decision',
    files: true,
  },
  // It waits for colleagues, not for the supplier: so it is refused while a decision waits, and stops none.
  askApproval: {
    type: 'quotes',
    permission: 'quotes.write',
    statuses: ['open'],
    exclusiveGroup: 'decision',
    files: false,
  },
  counterOffer: {
    type: 'quotes',
    permission: 'quotes.write',
    statuses: ['open', 'expired'],
    exclusiveGroup: 'counterOffer',
    files: true,
  },
  extendValidity: {
    type: 'quotes',
    permission: 'quotes.write',
    statuses: ['open', 'expired'],
    exclusiveGroup: 'validity',
    files: false,
  },
  notePromise: {
    type: 'orders',
    permission: 'orders.write',
    statuses: ['received', 'confirmed', 'in_progress'],
    exclusiveGroup: 'promise',
    files: false,
    promiseMoved: true,
  },
  refusePromise: {
    type: 'orders',
    permission: 'orders.write',
    statuses: ['received', 'confirmed', 'in_progress'],
    exclusiveGroup: 'promise',
    files: false,
    promiseMoved: true,
  },
  requestChange: {
    type: 'orders',
    permission: 'orders.write',
    statuses: ['received', 'confirmed', 'in_progress', 'on_hold'],
    files: true,
  },
  requestCancellation: {
    type: 'orders',
    permission: 'orders.write',
    statuses: ['received', 'confirmed', 'in_progress', 'on_hold'],
    exclusiveGroup: 'cancellation',
    files: false,
  },
  reorder: { type: 'orders', permission: 'quotes.write', files: false },
  answerHold: {
    type: 'orders',
    permission: 'orders.write',
    statuses: ['on_hold'],
    exclusiveGroup: 'hold',
    files: true,
  },
  instructDelivery: {
    type: 'shipments',
    permission: 'shipments.write',
    statuses: ['on_hold', 'ready_for_pickup', 'delivery_failed'],
    exclusiveGroup: 'delivery',
    files: true,
  },
  trace: {
    type: 'shipments',
    permission: 'shipments.write',
    statuses: ['picked_up', 'in_transit', 'customs', 'out_for_delivery', 'unknown'],
    exclusiveGroup: 'trace',
    files: false,
  },
  confirmReceipt: {
    type: 'shipments',
    permission: 'shipments.write',
    statuses: [
      'picked_up',
      'in_transit',
      'customs',
      'ready_for_pickup',
      'out_for_delivery',
      'partially_delivered',
      'delivered',
      'unknown',
    ],
    exclusiveGroup: 'receipt',
    files: true,
  },
  claim: {
    type: 'shipments',
    permission: 'shipments.write',
    statuses: [
      'out_for_delivery',
      'delivery_failed',
      'partially_delivered',
      'delivered',
      'returned',
      'lost_or_damaged',
      'unknown',
    ],
    files: true,
  },
  returnGoods: {
    type: 'shipments',
    permission: 'shipments.write',
    statuses: ['partially_delivered', 'delivered'],
    alsoFrom: 'orders',
    files: true,
  },
  dispute: {
    type: 'invoices',
    permission: 'invoices.write',
    statuses: ['open', 'partially_paid', 'overdue', 'paid'],
    files: true,
  },
  promisePayment: {
    type: 'invoices',
    permission: 'invoices.write',
    statuses: ['open', 'partially_paid', 'overdue'],
    files: false,
  },
  reportPayment: {
    type: 'invoices',
    permission: 'invoices.write',
    statuses: ['open', 'partially_paid', 'overdue'],
    files: true,
  },
} as const satisfies Record<string, RequestRule>
export type RuledRequestKind = keyof typeof requestRules
/** The kinds that concern a document; anybody who sees a document, of any type, may `ask` about it. */
export type DocumentRequestKind = RuledRequestKind | 'ask'
/** All kinds; `enquire` asks for a new quote and concerns no document yet, `adviseRemittance` concerns many invoices. */
export const requestKinds = [
  ...(Object.keys(requestRules) as RuledRequestKind[]),
  'ask',
  'enquire',
  'adviseRemittance',
] as const
export type RequestKind = (typeof requestKinds)[number]

/** The kinds that concern no document of their own: their number is one that the portal gave them. */
const withoutDocument: readonly string[] = ['enquire', 'adviseRemittance'] satisfies RequestKind[]
/** Whether the number of a request of this kind is that of a document. */
export const concernsDocument = (kind: string): boolean => !withoutDocument.includes(kind)

/** The kinds that change the status that a quote shows, each with that status. */
export const quoteDecisions = { accept: 'accepted', reject: 'rejected', requestRevision: 'revision_requested' } as const

/** The kinds by which an invoice shows that it is disputed, or when it will be paid. */
export const invoiceClaims: readonly RequestKind[] = ['dispute', 'promisePayment']
/** The most days ahead for which payment can be promised: reminders wait for it. */
export const maxPromiseDays = 180
/** The most invoices of one remittance advice. */
export const maxRemittedInvoices = 200

/** The kind that asks colleagues and nothing of the supplier, who reads it without its words. */
export const colleagueKind = 'askApproval' satisfies RequestKind
/** The most colleagues who can be asked at once. */
export const maxApprovers = 20

/**
 * `asked`: the supplier has asked back and waits for the customer. `colleagues`: it waits for colleagues, and nobody at the
 * supplier's. `closed`: either side needs nothing more.
 */
export const requestStates = [
  'open',
  'taken',
  'asked',
  'colleagues',
  'accepted',
  'declined',
  'answered',
  'closed',
  'withdrawn',
] as const
export type RequestState = (typeof requestStates)[number]
/** The states of a request that still waits for somebody. */
export const pendingStates = ['open', 'taken', 'asked'] as const satisfies readonly RequestState[]

/** Whether a role may make requests of a kind at all. */
export function mayRequest(kind: RequestKind, permissions: { has: (permission: Permission) => boolean }): boolean {
  if (kind === 'enquire') return permissions.has('quotes.write')
  if (kind === 'adviseRemittance') return permissions.has('invoices.write') && permissions.has('prices')
  return kind === 'ask' || permissions.has(requestRules[kind].permission)
}

/**
 * Returns the requests that a person may make about a document in this shown status. `waiting` holds the kinds that
 * wait for an answer; `promiseMoved`: the promised date has moved and the customer has not said anything about it;
 * `delivered`: lines of an order were delivered.
 */
export function availableRequests(
  type: DocumentType,
  status: string,
  permissions: { has: (permission: Permission) => boolean },
  waiting: readonly string[],
  { promiseMoved = false, delivered = false }: { promiseMoved?: boolean; delivered?: boolean } = {},
): DocumentRequestKind[] {
  const occupiedGroups = new Set(waiting.map(groupOf))
  const permitted = Object.entries<RequestRule>(requestRules).filter(
    ([, rule]) =>
      permissions.has(rule.permission) &&
      (rule.type === type
        ? rule.statuses === undefined || rule.statuses.includes(status)
        : rule.alsoFrom === type && delivered) &&
      (promiseMoved || rule.promiseMoved === undefined) &&
      (rule.exclusiveGroup === undefined || !occupiedGroups.has(rule.exclusiveGroup)),
  )
  return [...permitted.map(([kind]) => kind as RuledRequestKind), 'ask']
}

const groupOf = (kind: string) => (requestRules as Record<string, RequestRule>)[kind]?.exclusiveGroup

/** Whether requests of two kinds exclude each other while one of them waits. */
export const sharesGroup = (one: string, other: string): boolean =>
  groupOf(one) !== undefined && groupOf(one) === groupOf(other)

/** The most lines of one enquiry. */
export const maxEnquiryLines = 200
