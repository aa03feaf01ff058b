import type { Pool } from 'pg'
import type { MovementKind } from '#contract/statement.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'
import type { CreditLimit, DisputedSum, OffsetSum, OwedSum } from './ledger.ts'

/**
 * What an account owes and what of it is disputed, by due date and currency, what is open on settled documents, and the
 * credit limits; with the currencies of the latest hundred invoices, the one that most of them have first.
 */
export async function readOwed(
  viewerPool: Pool,
  viewer: Viewer,
): Promise<{ owed: OwedSum[]; toOffset: OffsetSum[]; limits: CreditLimit[]; disputed: DisputedSum[]; used: string[] }> {
  return readTogether(viewerPool, viewer, async (query) => {
    const values = [viewer.accountId]
    const [owed, toOffset, limits, disputed, used] = await Promise.all([
      query<OwedSum>({
        name: 'statement:owed',
        text: `select currency, nullif(day, 'infinity') as due, sum(count)::int as count, sum(amount) as amount from document_sums
where account_id = $1 and topic = 'invoices' and currency <> '' group by currency, day having sum(count) <> 0`,
        values,
      }),
      query<OffsetSum>({
        name: 'statement:to-offset',
        text: `select currency, count(*)::int as count,
  sum(case when invoice_kind = '381' then -abs(open) else open end) as amount from documents
where account_id = $1 and type = 'invoices' and status in ('paid', 'credited', 'credit', 'settled') and open <> 0
  and currency is not null group by currency`,
        values,
      }),
      query<CreditLimit>({
        name: 'statement:credit-limits',
        text: 'select currency, amount from credit_limits where account_id = $1',
        values,
      }),
      query<DisputedSum>({
        name: 'statement:disputed',
        text: `select d.currency, d.due_date as due, sum(disputed_amount(d.account_id, d.id, d.number, d.open)) as amount
from (select distinct r.document_number as number from requests r
  where r.account_id = $1 and r.document_type = 'invoices' and r.kind = 'dispute' and r.state in ('open', 'taken', 'asked')) r
cross join lateral (select x.* from documents x
  where x.account_id = $1 and x.type = 'invoices' and x.number = r.number offset 0) d
where d.status in ('open', 'partially_paid') and d.open > 0 and d.currency is not null group by d.currency, d.due_date`,
        values,
      }),
      query<{ currency: string }>({
        name: 'statement:currencies',
        text: `select currency from (
  select currency, list_date from documents
  where account_id = $1 and type = 'invoices' and currency is not null order by list_date desc, id desc limit 100
) d group by currency order by count(*) desc, max(list_date) desc, currency`,
        values,
      }),
    ])
    const codes = used.rows.map(({ currency }) => currency)
    return { owed: owed.rows, toOffset: toOffset.rows, limits: limits.rows, disputed: disputed.rows, used: codes }
  })
}

/** Both days included. */
export type Period = { currency: string; from: string; to: string }

/** The movement after which a page begins. */
export type MovementPosition = { day: string; id: string; position: number }

export type MovementRow = {
  day: string
  id: string
  position: number
  kind: MovementKind
  amount: string
  number: string
  customerReference: string | null
  dueDate: string | null
  method: string | null
  reference: string | null
  setOff: SetOff[] | null
  disputed: boolean
}

/** An invoice against which a credit note is set. */
export type SetOff = { number: string; amount: string }

export type PeriodRow = { opening: string; charged: string; settled: string; count: number }
export type AccountRow = { number: string; name: string }

/** The balance before a period and the sums charged and settled in it, with the account's number and name. */
export async function readPeriod(
  viewerPool: Pool,
  viewer: Viewer,
  { currency, from, to }: Period,
): Promise<{ account: AccountRow; period: PeriodRow } | undefined> {
  return readTogether(viewerPool, viewer, async (query) => {
    const [account, period] = await Promise.all([
      query<AccountRow>({
        name: 'statement:account',
        text: 'select number, name from accounts where account_id = $1',
        values: [viewer.accountId],
      }),
      query<PeriodRow>({
        name: 'statement:period',
        text: `select
  coalesce((select sum(amount) from account_months where account_id = $1 and currency = $2 and month < date_trunc('month', $3::date)), 0)
  + coalesce((select sum(amount) from account_movements
    where account_id = $1 and currency = $2 and day >= date_trunc('month', $3::date)::date and day < $3::date), 0) as opening,
  p.charged, p.settled, p.count
from (select coalesce(sum(amount) filter (where amount > 0), 0) as charged,
    coalesce(sum(amount) filter (where amount < 0), 0) as settled, count(*)::int as count
  from account_movements where account_id = $1 and currency = $2 and day between $3::date and $4::date) p`,
        values: [viewer.accountId, currency, from, to],
      }),
    ])
    const [accountRow] = account.rows
    const [periodRow] = period.rows
    return accountRow && periodRow && { account: accountRow, period: periodRow }
  })
}

/** A page of a period's movements, ordered by day. */
export async function readMovements(
  viewerPool: Pool,
  viewer: Viewer,
  { currency, from, to }: Period,
  limit: number,
  after?: MovementPosition,
): Promise<MovementRow[]> {
  const afterCondition = after ? 'and (day, document_id, position) > ($6::date, $7::uuid, $8::int)' : ''
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<MovementRow>({
      name: `statement:movements${after ? ':after' : ''}`,
      text: `select m.day, m.document_id as id, m.position, m.kind, m.amount, d.number,
  d.customer_reference as "customerReference", d.due_date as "dueDate", p.payment ->> 'method' as method,
  p.payment ->> 'reference' as reference,
  case when m.kind = 'creditNote' then (
    select jsonb_agg(jsonb_build_object('number', e.number, 'amount', e.amount) order by e.number) from (
      select e.value ->> 'number' as number, sum((e.value ->> 'amount')::numeric)::text as amount
      from jsonb_array_elements(d.set_off) e group by 1) e) end as "setOff",
  m.kind in ('invoice', 'prepayment') and exists (select from requests r
    where r.account_id = $1 and r.document_number = d.number and r.document_type = 'invoices' and r.kind = 'dispute'
      and r.state in ('open', 'taken', 'asked')) as disputed
from (
  select day, document_id, position, kind, amount from account_movements
  where account_id = $1 and currency = $2 and day between $3::date and $4::date ${afterCondition}
  order by day, document_id, position limit $5
) m
join documents d on d.account_id = $1 and d.id = m.document_id
cross join lateral (select d.details -> 'payments' -> (m.position - 1) as payment
  where m.position between 1 and 999999 union all select null where m.position not between 1 and 999999) p
order by m.day, m.document_id, m.position`,
      values: [
        ...[viewer.accountId, currency, from, to, limit],
        ...(after ? [after.day, after.id, after.position] : []),
      ],
    }),
  )
  return rows
}
