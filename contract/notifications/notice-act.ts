import { definitions } from '../documents/types.ts'
import type { Permission } from '../permissions.ts'
import { mainRequestOf } from '../requests/main-requests.ts'
import type { RuledRequestKind } from '../requests/rules.ts'
import { isDocumentType } from '../values.ts'
import { type NoticeKind, noticeKinds } from './kinds.ts'
import type { NoticeSummary } from './text.ts'

/** The status of a document that its reminder tells of without naming it. */
const remindedStatuses: Partial<Record<NoticeKind, string>> = {
  'quotes.expiring': 'open',
  'invoices.overdue': 'overdue',
  'orders.dateChanged': 'confirmed',
}
const everybody = { has: () => true }

/**
 * The request to whose form a notice leads: the main one of what the document waits for, as its page and the dashboard
 * offer it, `reply`, the field for a message, when the supplier asks, or `approval`, the form in which one approves, when a colleague does. Null when the notice does not warn, when nothing waits, and for those who may not make it.
 */
export function noticeAct(
  { kind, type, number, details }: NoticeSummary,
  permissions: { has: (permission: Permission) => boolean } = everybody,
): RuledRequestKind | 'reply' | 'approval' | null {
  if (number === null || !isDocumentType(type) || noticeKinds[kind] === 'info') return null
  if (kind === 'messages.asked') return 'reply'
  if (kind === 'quotes.approvalAsked') return 'approval'
  const status = details.status ?? remindedStatuses[kind]
  if (status === undefined) return null
  const { from = '', to = '' } = details
  const promiseMoved = kind === 'orders.dateChanged' && to > from
  const statuses: readonly string[] = definitions[type].needsAction.statuses
  if (!promiseMoved && !statuses.includes(status)) return null
  return mainRequestOf(type, { status, arrivalDate: null, today: '', promiseMoved }, permissions)
}

/** The path that a mail or a push message of a notice opens: the list, the document, or the form of what it waits for. */
export function noticePath(notice: NoticeSummary): string {
  const { type, number } = notice
  if (number === null) return `/${type}`
  const act = noticeAct(notice)
  return `/${type}/${encodeURIComponent(number)}${act === null ? '' : `?act=${act}`}`
}
