import type { needsActionTypes } from '#contract/dashboard.ts'
import { storedStatusesFor } from '#contract/documents/shown-status.ts'
import type { DocumentType } from '#contract/values.ts'
import { answeredDocumentsSql, answeredSql, canWaitSql, disputedSql } from '#database/acts.ts'

export type WaitingRow = {
  type: DocumentType
  number: string
  status: string
  customerReference: string | null
  promisedDate: string | null
  keyDate: string | null
  currency: string | null
  amount: string | null
  disputedAmount: string | null
}
/** How many documents of a type would wait for the customer, had nobody acted on them. */
export type ActedCount = { type: DocumentType; count: number }

/** Rows that are read of each type. */
const rowsPerType = 4

/** Words as SQL literals. */
export const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(', ')
/**
 * A moving shipment without an event for a month is shown as unknown, and counts nowhere. The condition uses only
 * columns of the index, so that no document need be read; shown_status has the same rule.
 */
export const heardOf = `(d.last_event_at >= (select ($2::date - 30)::timestamp at time zone 'UTC') or d.last_event_at is null
  or d.status not in (${words(storedStatusesFor('shipments', 'unknown').stored)}))`
/** The status of `documents d` that is shown on a day. */
export const statusOn = (today: string): string =>
  `shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, ${today}::date)`

type WaitingType = (typeof needsActionTypes)[number]
/** What else holds of the documents of each type that wait for the customer; of other types none does. */
const waitingConditions = {
  quotes: 'd.key_date >= $2::date',
  orders: 'true',
  shipments: heardOf,
  invoices: 'd.key_date < $2::date',
} satisfies Record<WaitingType, string>

/** The first documents of each type that wait for the customer, the most urgent first. */
export function waitingText(types: readonly WaitingType[], prices: boolean): string {
  const amounts: Readonly<Record<WaitingType, readonly [amount: string, disputed: string]>> = {
    quotes: ['d.gross', 'null::numeric'],
    orders: ['d.gross', 'null::numeric'],
    shipments: ['null::numeric', 'null::numeric'],
    invoices: ['d.open - coalesce(w.disputed, 0)', 'w.disputed'],
  }
  const amountsOf = (type: WaitingType) => (prices ? amounts[type] : amounts.shipments)
  const disputed = `cross join lateral (select ${disputedSql} as disputed offset 0) w`
  return types
    .map((type) => {
      const [amount, disputedAmount] = amountsOf(type)
      return `(select d.type, d.number, ${statusOn('$2')} as status, d.customer_reference as "customerReference",
  d.promised_date as "promisedDate", nullif(d.key_date, '9999-12-31') as "keyDate", ${prices ? 'd.currency' : 'null as currency'},
  ${amount} as amount, ${disputedAmount} as "disputedAmount"
from documents d ${type === 'invoices' && prices ? disputed : ''} where d.account_id = $1 and d.type = '${type}' and ${canWaitSql} and ${waitingConditions[type]} and not ${answeredSql(type, '$2::date')} order by d.key_date, d.id limit ${rowsPerType})`
    })
    .join('\nunion all ')
}

/** Counts, of each type, the documents that are answered. */
export function actedText(types: readonly WaitingType[]): string {
  const counts = types.flatMap((type) =>
    answeredDocumentsSql(type, '$2::date').map(
      (documents) =>
        `select '${type}' as type, count(*)::int as count from ${documents} and ${waitingConditions[type]}`,
    ),
  )
  // Gives the day's placeholder a type where no condition of the statement does.
  return `with day as (select $2::date) ${counts.join('\nunion all ')}`
}
