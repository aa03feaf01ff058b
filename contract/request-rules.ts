import type { Permission } from './permissions.ts'
import type { DocumentType } from './values.ts'

/*
 * What a customer can ask of the supplier about a document, and when.
 */

/** UN/CEFACT and Peppol: why an invoice is disputed, and what is wanted instead. */
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
export const requestedActions = ['PIN', 'NIN', 'CNF', 'CNP', 'CNA', 'NOA', 'OTH'] as const
export const claimKinds = ['short', 'damaged', 'wrong', 'over'] as const
export const rejectionReasons = ['price', 'delivery_time', 'other_supplier', 'not_needed', 'other'] as const
export const cancellationReasons = ['ordered_twice', 'too_late', 'not_needed', 'wrong_item', 'other'] as const

type RequestRule = {
  type: DocumentType
  /** What the asking person needs, beside the right to see the document. */
  permission: Permission
  /** The shown statuses in which it can be asked; in any when absent. */
  statuses?: readonly string[]
  /** While one of this name waits for its answer, no other of the name can be asked. */
  exclusiveGroup?: string
  /** Photographs and papers may go along. */
  files: boolean
}

/** Every kind of request and when it can be made. */
export const requestRules = {
  accept: { type: 'quotes', permission: 'quotes.write', statuses: ['open'], exclusiveGroup: 'decision', files: true },
  reject: { type: 'quotes', permission: 'quotes.write', statuses: ['open'], exclusiveGroup: 'decision', files: false },
  requestRevision: {
    type: 'quotes',
    permission: 'quotes.write',
    statuses: ['open', 'expired'],
    exclusiveGroup: 'decision',
    files: true,
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
  confirmReceipt: {
    type: 'shipments',
    permission: 'shipments.write',
    statuses: [
      'picked_up',
      'in_transit',
      'customs',
      'ready_for_pickup',
      'out_for_delivery',
      'delivery_failed',
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
    statuses: ['partially_delivered', 'delivered', 'out_for_delivery', 'returned', 'lost_or_damaged', 'unknown'],
    files: true,
  },
  dispute: {
    type: 'invoices',
    permission: 'invoices.write',
    statuses: ['open', 'partially_paid', 'overdue', 'paid'],
    files: true,
  },
  reportPayment: {
    type: 'invoices',
    permission: 'invoices.write',
    statuses: ['open', 'partially_paid', 'overdue'],
    files: true,
  },
} as const satisfies Record<string, RequestRule>
export type RuledRequestKind = keyof typeof requestRules
/** What is asked about a document: a question, about any, by whoever sees it. */
export type DocumentRequestKind = RuledRequestKind | 'ask'
/** All kinds; `enquire` asks for a quote from scratch and is about no document yet. */
export const requestKinds = [...(Object.keys(requestRules) as RuledRequestKind[]), 'ask', 'enquire'] as const
export type RequestKind = (typeof requestKinds)[number]

/** The kinds that change what a quote shows, and the status that it shows. */
export const quoteDecisions = { accept: 'accepted', reject: 'rejected', requestRevision: 'revision_requested' } as const

export const requestStates = ['open', 'taken', 'accepted', 'declined', 'answered', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]
/** The states of a request that still waits for its answer. */
export const pendingStates = ['open', 'taken'] as const satisfies readonly RequestState[]

/** Whether a role may make requests of a kind at all. */
export function mayRequest(kind: RequestKind, permissions: { has: (permission: Permission) => boolean }): boolean {
  if (kind === 'enquire') return permissions.has('quotes.write')
  return kind === 'ask' || permissions.has(requestRules[kind].permission)
}

/** What an asker may do with a document in this shown status. `waiting` are the kinds that wait for their answer. */
export function availableRequests(
  type: DocumentType,
  status: string,
  permissions: { has: (permission: Permission) => boolean },
  waiting: readonly string[],
): DocumentRequestKind[] {
  const occupiedGroups = new Set(
    waiting.map((kind) => (requestRules as Record<string, RequestRule>)[kind]?.exclusiveGroup),
  )
  const permitted = Object.entries<RequestRule>(requestRules).filter(
    ([, rule]) =>
      rule.type === type &&
      permissions.has(rule.permission) &&
      (rule.statuses === undefined || rule.statuses.includes(status)) &&
      (rule.exclusiveGroup === undefined || !occupiedGroups.has(rule.exclusiveGroup)),
  )
  return [...permitted.map(([kind]) => kind as RuledRequestKind), 'ask']
}

/** Rows of one enquiry. */
export const maxEnquiryLines = 200
/** Files of one request, and bytes of one file. */
export const maxRequestFiles = 5
/** Bytes of files that a person, and all of an account, may send within a day. */
export const maxBytesPerDay = { person: 100_000_000, account: 250_000_000 } as const
export const maxFileBytes = 8_000_000
/** How long files can be added to a request, in minutes. */
export const fileUploadMinutes = 60
