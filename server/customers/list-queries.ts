import type { Pool } from 'pg'
import type { CustomerFlag, CustomerOrder } from '#contract/console/customers.ts'
import type { Staff } from '#contract/console/staff.ts'
import { type Db, withStaff } from '#database/transaction.ts'

type Amount = { currency: string; amount: string }
export type CustomerRow = {
  id: string
  number: string
  name: string
  members: number
  invited: number
  shutOut: number
  signedInAt: string | null
  changedAt: string | null
  openRequests: number
  balances: Amount[]
  /** The value by which the list is sorted. */
  position: string
}

export type CustomerFilter = {
  /** In small letters without accents. */
  text: string | null
  mine: boolean
  flag: CustomerFlag | undefined
}

/** The condition by which a person cannot sign in until somebody does something about it; as the partial index has it. */
export const isLockedOut = 'u.disabled_at is not null or u.wrong_codes >= 100'

/**
 * The values of a customer, each of them read by an index: the list is the same however many documents and requests there
 * are.
 */
export const customerColumns = `a.account_id as id, a.number, a.name, o.members, o.invited,
  (select count(*)::int from memberships m join users u on u.id = m.user_id where m.account_id = o.account_id and (${isLockedOut})) as "shutOut",
  nullif(o.signed_in_at, '-infinity') as "signedInAt", nullif(f.changed_at, '-infinity') as "changedAt",
  (select count(*)::int from requests r where r.account_id = o.account_id and r.state in ('open', 'taken')) as "openRequests",
  coalesce((select jsonb_agg(jsonb_build_object('currency', s.currency, 'amount', s.amount::text) order by s.currency) from document_sums s
    where s.account_id = o.account_id and s.topic = 'owed' and s.currency <> '' and s.amount <> 0), '[]') as balances`
/** The tables of a customer's values. */
export const customerTables = `account_overviews o join account_freshness f on f.account_id = o.account_id
  join accounts a on a.account_id = o.account_id`

/** What an index of parts of names finds by, and the most customers that are taken from it. */
const indexedPart = /[\p{L}\p{N}]{3}/u
const mostNamed = 200

/** A text narrows what the index has named, or each row in turn. */
const narrowed = `($3::text is null or strpos(o.name, $3) > 0 or strpos(o.number, $3) > 0)
  and ($4::boolean is not true or o.account_id in (select s.account_id from staff_accounts s))`

/** Each in the words of its partial index. */
const flagged = {
  all: '',
  uninvited: 'and o.members = 0 and o.invited = 0',
  unused: `and o.signed_in_at = '-infinity' and (o.members > 0 or o.invited > 0)`,
  shutOut: `and o.account_id in (select m.account_id from users u join memberships m on m.user_id = u.id where ${isLockedOut})`,
} as const satisfies Record<CustomerFlag | 'all', string>

const orders = {
  name: ['o.name', '>', 'asc', 'o.name', 'text'],
  signedIn: ['o.signed_in_at', '>', 'asc', 'o.signed_in_at::text', 'timestamptz'],
  '-signedIn': ['o.signed_in_at', '<', 'desc', 'o.signed_in_at::text', 'timestamptz'],
  changed: ['f.changed_at', '>', 'asc', 'f.changed_at::text', 'timestamptz'],
  '-changed': ['f.changed_at', '<', 'desc', 'f.changed_at::text', 'timestamptz'],
} as const satisfies Record<CustomerOrder, readonly string[]>

function textOf(order: CustomerOrder, flag: CustomerFlag | 'all', isFirst: boolean, ofThese: boolean): string {
  const [column, comparison, direction, position, type] = orders[order]
  const id = column === 'f.changed_at' ? 'f.account_id' : 'o.account_id'
  const after = isFirst
    ? '$1::text is null and $2::uuid is null'
    : `(${column}, ${id}) ${comparison} ($1::${type}, $2::uuid)`
  return `select ${customerColumns}, ${position} as position from ${customerTables}
where ${after} and ${narrowed} ${flagged[flag]} ${ofThese ? 'and o.account_id = any ($6::uuid[])' : ''} order by ${column} ${direction}, ${id} ${direction} limit $5`
}

/** A page of the customers that a member of staff may see. */
export function selectCustomers(
  consolePool: Pool,
  staff: Staff,
  { text, mine, flag = undefined }: CustomerFilter,
  page: { order: CustomerOrder; limit: number; after: { position: string; id: string } | undefined },
): Promise<CustomerRow[]> {
  const { order, limit, after } = page
  return withStaff(consolePool, staff.staffId, async (db) => {
    const named = await selectNamed(db, text)
    const values = [after?.position ?? null, after?.id ?? null, text, mine, limit]
    const { rows } = await db.query<CustomerRow>({
      name: `customers-${order}-${flag ?? 'all'}-${after ? 'next' : 'first'}${named ? '-named' : ''}`,
      text: textOf(order, flag ?? 'all', after === undefined, named !== undefined),
      values: named ? [...values, named] : values,
    })
    return rows
  })
}

/**
 * The customers that a text can find, where they are few. Undefined where they are many, or the text is too short for the
 * index: then a page fills soon when the list is read in its order.
 */
async function selectNamed(db: Db, text: string | null): Promise<string[] | undefined> {
  if (text === null || !indexedPart.test(text)) return undefined
  const { rows } = await db.query<{ id: string }>({
    name: 'customers-named',
    text: 'select id from named_accounts($1, $2) id',
    values: [text, mostNamed + 1],
  })
  return rows.length > mostNamed ? undefined : rows.map(({ id }) => id)
}
