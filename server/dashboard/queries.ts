import type { Pool, QueryResultRow } from 'pg'
import { monthsBack, needsActionTypes, plusDays, underwayStatuses } from '#contract/dashboard.ts'
import type { StoredChange } from '#contract/documents/changes.ts'
import { documentTypeBits } from '#contract/documents/type-bits.ts'
import { definitions } from '#contract/documents/types.ts'
import { fromMillionths, toMillionths } from '#contract/money.ts'
import { type DocumentType, documentTypes, type Person } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { disputedInvoicesSql } from '#database/acts.ts'
import type { countedTypes } from '#database/listen.ts'
import { type RunStatement, readTogether } from '#database/transaction.ts'
import { selectWaitingApprovals, type WaitingApproval } from './approval-queries.ts'
import { type ConversationRow, selectConversations } from './conversation-queries.ts'
import { type OpenQuestion, selectOpenQuestions } from './question-queries.ts'
import {
  type ActedCount,
  actedText,
  heardOf,
  statusOn,
  type WaitingRow,
  waitingText,
  words,
} from './waiting-queries.ts'

/**
 * Stored sums of open documents. `band` is 4 for documents that are not due or late, 3 to 0 for 1–30, 31–60, 61–90 and
 * more days.
 */
export type OpenSum = {
  topic: 'quotes' | 'orders' | 'invoices'
  currency: string
  status: string
  moved: boolean
  band: number
  month: null
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
/** What is disputed of open invoices, as OpenSum has them; `whole` counts those of which nothing else is open. */
export type DisputedSum = { currency: string; band: number; count: number; whole: number; amount: string | null }
type OwedSum = Omit<OpenSum, 'topic'> & { topic: 'owed' }
type SumRow = OpenSum | OwedSum | MonthSum
/** How many shipments that have not arrived are of a topic; `arriving`: on one day of the coming week. */
export type GoodsCount =
  | { topic: 'underway' | 'late' | 'waiting'; day: null; count: number }
  | { topic: 'arriving'; day: string; count: number }
export type Arrival = {
  day: string
  number: string
  status: string
  customerReference: string | null
  carrier: string | null
  late: boolean
}
export type NewestRow = {
  id: string
  type: DocumentType
  number: string
  status: string
  issueDate: string | null
  customerReference: string | null
  salesperson: Person | null
}
export type RecentChangeRow = {
  type: DocumentType
  number: string
  status: string
  customerReference: string | null
  changedAt: string
  recordedAt: string
  changes: StoredChange[]
}

/** The rows from which a dashboard is built. */
export type DashboardRows = {
  open: OpenSum[]
  months: MonthSum[]
  goods: GoodsCount[]
  arriving: Arrival[]
  waiting: WaitingRow[]
  acted: ActedCount[]
  disputed: DisputedSum[]
  newest: NewestRow[]
  changes: RecentChangeRow[]
}

/** Rows that are read of each day, of each type's newest, and of changes. */
const rowLimits = { aDay: 4, newest: 6, changes: 16 }

const activeShipments = `d.account_id = $1 and d.type = 'shipments' and d.status in (${words(definitions.shipments.active)})`
const lateOn = (today: string) =>
  `is_late(d.promised_date, d.estimated_date, d.delivered_date, d.status, ${today}::date)`
/*
 * Each statement reads a range of one index that is as long as what is open or under way, or a fixed number of rows:
 * none grows with the history. The literals are those of the partial indexes.
 */
const daysAgo = (days: number) => `(select $2::date - ${days})`
const oldestMonth = `(select (date_trunc('month', $2::date) - interval '${monthsBack} months')::date)`
/** By the days of `bandStarts`: as subqueries they would be set up anew for each part of the sums. */
const band =
  'case when day >= $2::date then 4 when day >= $3::date then 3 when day >= $4::date then 2 when day >= $5::date then 1 else 0 end'
const bandStarts = (today: string) => [30, 60, 90].map((days) => plusDays(today, -days))

const disputedText = (
  prices: boolean,
) => `select coalesce(currency, '') as currency, ${band} as band, count(*)::int as count,
  count(*) filter (where whole)::int as whole, ${prices ? 'sum(disputed)' : 'null::numeric'} as amount
from (select i.*, coalesce(i.due_date, 'infinity') as day from (select * from ${disputedInvoicesSql}) i) d group by 1, 2`

/** What the sums of each type are read by. `owed`: all that is owed, whenever it is due. */
const sumsOf = (prices: boolean): Partial<Record<DocumentType, string>> => {
  const amount = (column: string) => (prices ? `${column}::text` : 'null')
  const open = (topic: OpenSum['topic'], status: string, condition = '') =>
    `select topic, currency, ${status} as status, moved, ${band} as band, null::date as month, sum(count::int)::int as count, ${amount('sum(amount)')} as amount
from document_sums where account_id = $1 and topic = '${topic}' ${condition} group by 1, 2, 3, 4, 5 having sum(count::int) <> 0`
  const months = (topic: MonthSum['topic']) =>
    `select topic, currency, status, moved, null, day, count::int, ${amount('amount')}
from document_sums where account_id = $1 and topic = '${topic}' and day >= ${oldestMonth} and count <> 0`
  const due = `${open('invoices', "''", `and day >= ${daysAgo(90)}`)}
union all select topic, currency, '', moved, 0, null, count::int, ${amount('amount')}
from document_sums where account_id = $1 and topic = 'owed'`
  return {
    quotes: open('quotes', 'status', 'and day >= $2::date'),
    orders: `${open('orders', 'status')}\nunion all ${months('promises')}`,
    invoices: prices ? `${due}\nunion all ${months('spend')}` : due,
  }
}

/**
 * What has been due for more than ninety days is all that is owed less the rest, because those days are many: in place
 * of each sum of all.
 */
function withOldestDue(sums: readonly (OpenSum | OwedSum)[]): OpenSum[] {
  return sums.flatMap((all): OpenSum[] => {
    if (all.topic !== 'owed') return [all]
    const recent = sums.filter(({ topic, currency }) => topic === 'invoices' && currency === all.currency)
    const count = recent.reduce((left, one) => left - one.count, all.count)
    const millionths = recent.reduce(
      (left, one) => left - toMillionths(one.amount ?? '0'),
      toMillionths(all.amount ?? '0'),
    )
    const amount = all.amount === null ? null : fromMillionths(millionths)
    return count === 0 ? [] : [{ ...all, topic: 'invoices', count, amount }]
  })
}

/**
 * From the stored counts by day, which are as many rows as there are days and statuses, not as many as shipments. One
 * past its last day is shown as unknown, and counts nowhere.
 */
const goodsCounts = (topic: GoodsCount['topic'], statuses: readonly string[], days: string, day = 'null::date') =>
  `select '${topic}' as topic, ${day} as day, coalesce(sum(count::int), 0)::int as count from document_days
where account_id = $1 and type = 'shipments' and ${days} and status in (${words(statuses)}) and last_day >= ${dayOf()}`
const { active } = definitions.shipments
/** A day that the planner does not look at: seeing it, PostgreSQL would plan the counts anew at each call (0.3 ms). */
const dayOf = (days = 0) => `(select $2::date + ${days})`
const moving = `field = 'last_shown_day' and day >= ${dayOf()}`
const goodsText = [
  goodsCounts('underway', underwayStatuses, moving),
  goodsCounts('waiting', definitions.shipments.needsAction.statuses, moving),
  goodsCounts('late', active, `field = 'late_day' and day <= ${dayOf()}`),
  `${goodsCounts('arriving', active, `field = 'key_date' and day between ${dayOf()} and ${dayOf(6)}`, 'day')}
group by day having sum(count::int) <> 0`,
].join('\nunion all ')

/** The first shipments of each day of the week that begins today. */
const arrivingText = `select c.* from generate_series(0, 6) n (days)
cross join lateral (
  select d.key_date as day, d.number, d.status, d.customer_reference as "customerReference", d.carrier, ${lateOn('$2')} as late
  from documents d where ${activeShipments} and ${heardOf} and d.key_date = $2::date + n.days
  order by d.id limit ${rowLimits.aDay}
) c order by c.day`

function newestText(types: readonly DocumentType[]): string {
  return types
    .map(
      (type) => `(select d.id, d.type, d.number, ${statusOn('$2')} as status, d.issue_date as "issueDate",
  d.customer_reference as "customerReference", d.details -> 'salesperson' as salesperson
from documents d where d.account_id = $1 and d.type = '${type}' order by d.list_date desc, d.id desc limit ${rowLimits.newest})`,
    )
    .join('\nunion all ')
}

/** Changes of amounts alone are left out: viewers who may not see amounts do not learn that one changed. */
const changesText = `select c.type, d.number, ${statusOn('$2')} as status, d.customer_reference as "customerReference",
  c.changed_at as "changedAt", c.recorded_at as "recordedAt", c.changes
from (
  select * from document_changes c where c.account_id = $1 and not c.only_amounts and c.type = any ($3::text[])
  order by c.changed_at desc, c.id desc limit ${rowLimits.changes}
) c cross join lateral (select d.* from documents d where d.account_id = $1 and d.id = c.document_id offset 0) d
order by c.changed_at desc, c.id desc`

/** The document types that the viewer's role sees. */
const visibleTypes = ({ permissions }: Viewer) =>
  documentTypes.filter((type) => permissions.has(definitions[type].permission))

/** Whether the viewer can be asked to approve of a quote: they see it, and its prices. */
const maySeeApprovals = ({ permissions }: Viewer) =>
  permissions.has(definitions.quotes.permission) && permissions.has('prices')

/** How often the account's documents changed, in total and per type; null when they never did. */
export type Versions = Record<(typeof countedTypes)[number] | 'version', string | null>

/** What is read of a dashboard. `receivedAt`: when the supplier's system last sent anything for any account. */
export type DashboardReading = {
  versions: Versions
  receivedAt: string | null
  rows: DashboardRows | undefined
  conversations: ConversationRow[]
  /** What waits for the viewer's approval. */
  approvals: WaitingApproval[]
  /** What the supplier has asked back. */
  questions: OpenQuestion[]
}

const versionsText = `select v.version, v.quotes, v.orders, v.shipments, v.invoices, last_received() as "receivedAt"
from (values (1)) one left join account_versions v on v.account_id = $1`

/**
 * The current versions of the account's documents, and the rows of the viewer's dashboard for these document types with
 * the latest changes of all types; no rows without types. The conversations, what waits for the viewer's approval and what the supplier asks are read each time. All is read in one message to the database, the versions
 * first: rows are never older than their version. Only types that the role sees are read, and amounts only with the
 * permission `prices`.
 */
export async function readDashboard(
  viewerPool: Pool,
  viewer: Viewer,
  { types, today }: { types: readonly DocumentType[]; today: string },
): Promise<DashboardReading> {
  return readTogether(viewerPool, viewer, async (query) => {
    const subjects = [...visibleTypes(viewer), 'account'] as const
    const [read, conversations, approvals, questions, rows] = await Promise.all([
      query<Versions & { receivedAt: string | null }>({
        name: 'dashboard versions',
        text: versionsText,
        values: [viewer.accountId],
      }),
      selectConversations(query, viewer, { types: subjects, today }),
      maySeeApprovals(viewer) ? selectWaitingApprovals(query, viewer, today) : [],
      selectOpenQuestions(query, viewer, subjects),
      types.length === 0 ? undefined : rowsOf(query, viewer, { types, today }),
    ])
    const { receivedAt, ...versions } = read.rows[0] as Versions & { receivedAt: string | null }
    return { versions, receivedAt, rows, conversations, approvals, questions }
  })
}

/** The rows of the viewer's dashboard for these document types, with the latest changes of all types. */
export function readDashboardRows(
  viewerPool: Pool,
  viewer: Viewer,
  options: { types: readonly DocumentType[]; today: string },
): Promise<DashboardRows> {
  return readTogether(viewerPool, viewer, (query) => rowsOf(query, viewer, options))
}

async function rowsOf(
  query: RunStatement,
  viewer: Viewer,
  { types: requested, today }: { types: readonly DocumentType[]; today: string },
): Promise<DashboardRows> {
  const types = visibleTypes(viewer).filter((type) => requested.includes(type))
  const includes = (type: DocumentType) => types.includes(type)
  const prices = viewer.permissions.has('prices')
  // PostgreSQL tells names of statements apart by their first 63 characters, so types are named by their bits.
  const shape = `${types.reduce((bits, type) => bits | documentTypeBits[type], 0)}:${prices}`
  const sums = types.flatMap((type) => sumsOf(prices)[type] ?? [])
  const rows = async <R extends QueryResultRow>(condition: boolean, name: string, text: string, values: unknown[]) =>
    condition ? (await query<R>({ name: `dashboard ${name}`, text, values: [viewer.accountId, ...values] })).rows : []
  const goods = includes('shipments')
  const hasTypes = types.length > 0
  const waits = needsActionTypes.filter(includes)
  const [summed, goodsRows, arriving, waiting, acted, disputed, newest, changes] = await Promise.all([
    rows<SumRow>(sums.length > 0, `sums ${shape}`, sums.join('\nunion all '), [today, ...bandStarts(today)]),
    rows<GoodsCount>(goods, 'goods', goodsText, [today]),
    rows<Arrival>(goods, 'arriving', arrivingText, [today]),
    rows<WaitingRow>(waits.length > 0, `waiting ${shape}`, waitingText(waits, prices), [today]),
    rows<ActedCount>(waits.length > 0, `acted ${shape}`, actedText(waits), [today]),
    rows<DisputedSum>(includes('invoices'), `disputed ${prices}`, disputedText(prices), [today, ...bandStarts(today)]),
    rows<NewestRow>(hasTypes, `newest ${shape}`, newestText(types), [today]),
    rows<RecentChangeRow>(true, 'changes', changesText, [today, visibleTypes(viewer)]),
  ])
  const open = withOldestDue(summed.filter((row): row is OpenSum | OwedSum => row.month === null))
  const months = summed
    .filter((row): row is MonthSum => row.month !== null)
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
  return { open, months, goods: goodsRows, arriving, waiting, acted, disputed, newest, changes }
}
