import { definitions } from '#contract/documents/types.ts'
import { actStatuses } from '#contract/requests/acts.ts'
import type { DocumentType } from '#contract/values.ts'

/** What `documents d` waits for, in SQL: the database function need_of on a row. */
export const needSql =
  'need_of(d.type, d.status, d.status_changed_at, d.valid_until, d.due_date, d.estimated_date, d.gross, d.open, d.last_event_at, d.details)'

/** Whether the customer has acted on what `documents d` waits for, in SQL. */
export const actedSql = `(d.acted_on is not null and d.acted_on = ${needSql})`

const words = (list: readonly string[]) => list.map((word) => `'${word}'`).join(', ')

/**
 * The whole condition of the index documents_waiting, so that it is taken for shipments, too: by their own part of it
 * PostgreSQL would go through all that are under way (107 blocks in place of 9).
 */
export const canWaitSql = `(d.type = 'quotes' and d.status = 'open'
  or d.type = 'orders' and d.status in (${words(definitions.orders.active)}) and (d.status = 'on_hold' or d.estimated_date > d.promised_date)
  or d.type = 'shipments' and d.status in (${words(definitions.shipments.needsAction.statuses)})
  or d.type = 'invoices' and d.status in ('open', 'partially_paid'))`

/**
 * The act of the customer on what `documents d` of a type waits for, as JSON: its kind (null when the supplier has
 * agreed to it) and when it was made; null without one.
 */
export const actJsonSql = (type: DocumentType): string =>
  `case when d.acted_on is not null and d.status in (${words(actStatuses(type))}) and ${actedSql} then json_build_object('kind', d.act, 'at', d.acted_at) end`
