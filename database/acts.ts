import { definitions } from '#contract/documents/types.ts'
import { actStatuses } from '#contract/requests/acts.ts'
import type { DocumentType } from '#contract/values.ts'

/**
 * What `documents d` waits for the customer with, in SQL, as a text that differs whenever its source makes it wait anew: an
 * act of the customer holds for one such text. A failed delivery fails anew with each event, a hold with each time the
 * order is held.
 */
export const needSql = `(case d.type
  when 'quotes' then jsonb_build_array(d.valid_until, d.gross, d.details ->> 'revision')
  when 'orders' then jsonb_build_array(d.estimated_date, case when d.status = 'on_hold' then extract(epoch from d.status_changed_at) end,
    case when d.status = 'on_hold' then d.details ->> 'holdReason' end)
  when 'shipments' then jsonb_build_array(d.status, extract(epoch from d.status_changed_at), extract(epoch from d.last_event_at))
  else jsonb_build_array(d.due_date, d.open) end)::text`

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
