import type { Pool, QueryConfig } from 'pg'
import { underway } from '../../contract/dashboard.ts'
import type { StoredChange } from '../../contract/documents/changes.ts'
import { storedFor } from '../../contract/documents/clock.ts'
import { definitions } from '../../contract/documents/types.ts'
import { type DocumentType, documentTypes, type Person } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'

/** Kept sums of what is open. `band` is 4 for what is not due or late, 3 to 0 for 1–30, 31–60, 61–90 and more days. */
export type OpenSum = {
  topic: 'quotes' | 'orders' | 'invoices'
  currency: string
  status: string
  moved: boolean
  band: number
  count: number
  amount: string | null
}
export type MonthSum = {
  topic: 'spend' | 'promises'
  currency: string
  status: string
  month: string
  count: number
  amount: string | null
}
export type ShipmentCounts = { underway: number; arriving: number; late: number; waiting: number }
export type WaitingRow = {
  type: DocumentType
  number: string
  status: string
  customerReference: string | null
  promisedDate: string | null
  keyDate: string | null
  currency: string | null
  amount: string | null
}
export type Arrival = {
  number: string
  status: string
  customerReference: string | null
  carrier: string | null
  late: boolean
}
export type GoodsRow = ShipmentCounts & { day: string | null; count: number; rows: Arrival[] | null }
export type NewestRow = {
  id: string
  type: DocumentType
  number: string
  status: string
  issueDate: string | null
  customerReference: string | null
  salesperson: Person | null
}
export type ChangeRow = {
  type: DocumentType
  number: string
  status: string
  customerReference: string | null
  changedAt: string
  recordedAt: string
  changes: StoredChange[]
}

/** What a dashboard is made of, as it is read. */
export type Read = {
  documents: number
  open: OpenSum[]
  months: MonthSum[]
  shipments: ShipmentCounts | undefined
  waiting: WaitingRow[]
  arriving: { day: string; count: number; rows: Arrival[] }[]
  newest: NewestRow[]
  changes: ChangeRow[]
}

/** Rows shown of each type that waits, of each day, of each type that is new. */
const shown = { waiting: 4, aDay: 4, newest: 6, changes: 16 }

const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
const activeShipments = `d.account_id = $1 and d.type = 'shipments' and d.status in (${list(definitions.shipments.active)})`
/**
 * A moving shipment that nothing was heard of for a month is shown as unknown, and counts nowhere. Said by the columns of
 * the index alone, so that no document need be looked at; shown_status says the same.
 */
const heardOf = `(d.status not in (${list(storedFor('shipments', 'unknown').stored)}) or d.last_event_at is null
  or d.last_event_at >= (select ($2::date - 30)::timestamp at time zone 'UTC'))`
const statusOn = (today: string) =>
  `shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, ${today}::date)`
const lateOn = (today: string) =>
  `is_late(d.promised_date, d.estimated_date, d.delivered_date, d.status, ${today}::date)`
/*
 * Each statement reads a range of one index that is as long as what is open or under way, or a fixed number of rows: none
 * grows with the history. The literals are those of the partial indexes.
 */
const openText = (prices: boolean) => `select topic, currency, status, moved,
  (day >= $3::date)::int + (day >= $3::date - 30)::int + (day >= $3::date - 60)::int + (day >= $3::date - 90)::int as band,
  sum(count)::int as count, ${prices ? 'sum(amount)::text' : 'null'} as amount
from (
  select * from document_sums where account_id = $1 and topic = any ($2::text[])
  union all
  select * from document_sums where account_id = $1 and topic = $4 and day >= $3::date
) s group by 1, 2, 3, 4, 5 having sum(count) <> 0`

const monthsText = (
  prices: boolean,
) => `select topic, currency, status, day as month, count::int, ${prices ? 'amount::text' : 'null as amount'}
from document_sums where account_id = $1 and topic = any ($2::text[]) and day >= $3::date and count <> 0 order by day`

/** Counts in the first row; then, for each day of the week that begins today, how many come and the first of them. */
const goodsText = `with goods as materialized (
  select d.id, d.key_date, d.status, ${lateOn('$2')} as late from documents d where ${activeShipments} and ${heardOf}
), coming as (
  select key_date as day, count(*)::int as count, (array_agg(id order by id))[1:${shown.aDay}] as ids
  from goods where key_date between $2::date and $2::date + 6 group by key_date
)
select null as day, count(*)::int as count, null as rows,
  count(*) filter (where status in (${list(underway)}))::int as underway,
  count(*) filter (where key_date between $2::date and $2::date + 6)::int as arriving,
  count(*) filter (where late)::int as late,
  count(*) filter (where status in (${list(definitions.shipments.needsAction.statuses)}))::int as waiting
from goods
union all
select c.day, c.count, r.rows, 0, 0, 0, 0 from coming c
cross join lateral (
  select json_agg(json_build_object('number', d.number, 'status', d.status, 'customerReference', d.customer_reference,
    'carrier', d.carrier, 'late', ${lateOn('$2')}) order by d.id) as rows
  from unnest(c.ids) i (id)
  cross join lateral (select d.* from documents d where d.account_id = $1 and d.id = i.id offset 0) d
) r order by day nulls first`

const activeOrders = list(definitions.orders.active)
const waits: Readonly<Record<DocumentType, string>> = {
  quotes: `d.type = 'quotes' and d.status = 'open' and d.key_date >= $2::date`,
  orders: `d.type = 'orders' and d.status in (${activeOrders}) and (d.status = 'on_hold' or d.estimated_date > d.promised_date)`,
  shipments: `d.type = 'shipments' and d.status in (${list(definitions.shipments.needsAction.statuses)}) and ${heardOf}`,
  invoices: `d.type = 'invoices' and d.status in ('open', 'partially_paid') and d.key_date < $2::date`,
}

function waitingText(types: readonly DocumentType[], prices: boolean): string {
  const amount = { quotes: 'd.gross', orders: 'd.gross', shipments: 'null::numeric', invoices: 'd.open' } as const
  return types
    .map(
      (type) => `(select d.type, d.number, ${statusOn('$2')} as status, d.customer_reference as "customerReference",
  d.promised_date as "promisedDate", nullif(d.key_date, '9999-12-31') as "keyDate", ${prices ? 'd.currency' : 'null as currency'},
  ${prices ? amount[type] : 'null::numeric'} as amount
from documents d where d.account_id = $1 and ${waits[type]} order by d.key_date, d.id limit ${shown.waiting})`,
    )
    .join('\nunion all ')
}

function newestText(types: readonly DocumentType[]): string {
  return types
    .map(
      (type) => `(select d.id, d.type, d.number, ${statusOn('$2')} as status, d.issue_date as "issueDate",
  d.customer_reference as "customerReference", d.details -> 'salesperson' as salesperson
from documents d where d.account_id = $1 and d.type = '${type}' order by d.list_date desc, d.id desc limit ${shown.newest})`,
    )
    .join('\nunion all ')
}

/** Changes of amounts alone are left out: who may not see amounts is not even told that one changed. */
const changesText = `select c.type, d.number, ${statusOn('$2')} as status, d.customer_reference as "customerReference",
  c.changed_at as "changedAt", c.recorded_at as "recordedAt", c.changes
from (
  select * from document_changes c where c.account_id = $1 and not c.only_amounts and c.type = any ($3::text[])
  order by c.changed_at desc, c.id desc limit ${shown.changes}
) c cross join lateral (select d.* from documents d where d.account_id = $1 and d.id = c.document_id offset 0) d
order by c.changed_at desc, c.id desc`

/**
 * All that the viewer's dashboard shows, read in one message to the database: only of types that the role sees, and no
 * amount without the permission `prices`. `since` is the first day of the oldest month wanted.
 */
export async function readDashboard(db: Pool, viewer: Viewer, today: string, since: string): Promise<Read> {
  const types = documentTypes.filter((type) => viewer.permissions.has(definitions[type].permission))
  const sees = (type: DocumentType) => types.includes(type)
  const prices = viewer.permissions.has('prices')
  const account = viewer.accountId
  const shape = `${types.join(',')}:${prices}`
  const open = types.filter((type) => type === 'orders' || type === 'invoices')
  const months = [...(sees('orders') ? ['promises'] : []), ...(sees('invoices') && prices ? ['spend'] : [])]
  const statement = (name: string, text: string, values: unknown[]): QueryConfig => ({
    name: `dashboard ${name}`,
    text,
    values,
  })
  return readTogether(db, account, async (ask) => {
    const [kept, opened, monthly, goods, waiting, newest, changes] = await Promise.all([
      ask<{ documents: number }>(statement('kept', keptText, [account, types])),
      ask<OpenSum>(
        statement(`open ${prices}`, openText(prices), [account, open, today, sees('quotes') ? 'quotes' : '']),
      ),
      ask<MonthSum>(statement(`months ${prices}`, monthsText(prices), [account, months, since])),
      sees('shipments') ? ask<GoodsRow>(statement('goods', goodsText, [account, today])) : undefined,
      ask<WaitingRow>(statement(`waiting ${shape}`, waitingText(types, prices), [account, today])),
      ask<NewestRow>(statement(`newest ${shape}`, newestText(types), [account, today])),
      ask<ChangeRow>(statement('changes', changesText, [account, today, types])),
    ])
    return {
      documents: kept.rows[0]?.documents ?? 0,
      open: opened.rows,
      months: monthly.rows,
      shipments: goods?.rows[0],
      waiting: waiting.rows,
      arriving:
        goods?.rows.flatMap(({ day, count, rows }) => (day === null ? [] : [{ day, count, rows: rows ?? [] }])) ?? [],
      newest: newest.rows,
      changes: changes.rows,
    }
  })
}

const keptText = `select coalesce(sum(count), 0)::int as documents
from document_counts where account_id = $1 and type = any ($2::text[])`

/** Which version of the account's documents stands now, and when the supplier's system last told anything of any account. */
export async function readVersion(db: Pool, viewer: Viewer): Promise<{ version: string; receivedAt: string | null }> {
  const { rows } = await readTogether(db, viewer.accountId, (ask) =>
    ask<{ version: string; receivedAt: string | null }>({
      name: 'dashboard version',
      text: `select coalesce((select version from account_versions where account_id = $1), 0)::text as version,
        last_received() as "receivedAt"`,
      values: [viewer.accountId],
    }),
  )
  return { version: rows[0]?.version ?? '0', receivedAt: rows[0]?.receivedAt ?? null }
}
