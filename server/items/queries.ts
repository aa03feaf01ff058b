import type { Pool } from 'pg'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type RunStatement, readTogether } from '#database/transaction.ts'

export type ItemRow = { sku: string; customerSku: string | null; gtin: string | null; name: string | null }
export type ComingRow = {
  id: string
  position: number
  sku: string | null
  name: string | null
  type: 'orders' | 'shipments'
  number: string
  line: string
  customerReference: string | null
  unit: string | null
  ordered: string
  open: string
  inTransit: string
  arrival: string
}
export type TotalsRow = Record<
  'unit' | 'ordered' | 'open' | 'inTransit' | 'delivered' | 'returned' | 'cancelled' | 'invoiced',
  string
>
export type ItemLineRow = {
  id: string
  position: number
  listDate: string
  type: DocumentType
  number: string
  status: string
  date: string | null
  customerReference: string | null
  line: string
  quantity: string | null
  unit: string | null
  unitPrice: string | null
  discountPercent: string | null
  amount: string | null
  currency: string | null
}

const comingColumns = `c.order_id as id, c.position, c.sku, l.details ->> 'name' as name, d.type, d.number, l.line,
  d.customer_reference as "customerReference", c.unit, c.ordered, c.open, c.in_transit as "inTransit", c.arrival`
/** Looks rows up by key, one after the other, whatever the planner estimates of the tables. */
const comingJoins = `cross join lateral (
  select x.type, x.number, x.customer_reference from documents x where x.account_id = $1 and x.id = c.order_id offset 0
) d
cross join lateral (
  select x.line, x.details from document_lines x where x.account_id = $1 and x.document_id = c.order_id and x.position = c.position offset 0
) l`

/** A page of the ordered lines that are still to come, soonest first. */
export async function readComing(
  viewerPool: Pool,
  viewer: Viewer,
  limit: number,
  after: readonly string[] | undefined,
): Promise<ComingRow[]> {
  const afterCondition = after ? 'and (c.arrival, c.order_id, c.position) > ($3::date, $4::uuid, $5::int)' : ''
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<ComingRow>({
      name: `items:coming${after ? ':after' : ''}`,
      text: `select ${comingColumns} from (
  select * from ordered_lines c where c.account_id = $1 and c.arrival is not null and not c.is_kit ${afterCondition}
  order by c.arrival, c.order_id, c.position limit $2
) c ${comingJoins} order by c.arrival, c.order_id, c.position`,
      values: [viewer.accountId, limit, ...(after ?? [])],
    }),
  )
  return rows
}

const nextLinesSql = (sku: string, limit: number) => `(
  select * from ordered_lines c where c.account_id = $1 and c.sku = ${sku} and c.arrival is not null
  order by c.arrival, c.order_id, c.position limit ${limit}
)`

/**
 * Whether a column in an index begins with a code. `^@` would do so only as long as PostgreSQL plans each call anew: the
 * plan that it keeps after five calls goes through all codes of the account (60 ms for 20,000 serials instead of 1.2).
 */
export const beginsWithSql = (column: string, code: string): string =>
  `${column} >= ${code} and ${column} < ${code} || chr(1114111)`

export type FoundItemRow = ItemRow & { term: string; next: ComingRow | null }

/**
 * A page of the items that match every one of these beginnings of words and codes, in the order of what the first of
 * them matched; each item once. Terms are gone through in that order and each is looked at by itself (`offset 0`), so
 * that no more are read than fill a page; none when another beginning is that of no item at all. `seen` is a bit mask of the types of documents in which the item must occur.
 */
export async function readItems(
  viewerPool: Pool,
  viewer: Viewer,
  { terms, seen }: { terms: readonly string[]; seen: number },
  limit: number,
  after: readonly string[] | undefined,
): Promise<FoundItemRow[]> {
  const [firstTerm = '', ...otherTerms] = terms
  const afterCondition = after ? 'and (t.term, t.sku) > ($6, $7)' : ''
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<FoundItemRow>({
      name: `items:found${after ? ':after' : ''}`,
      text: `select i.*, t.term, n.next from (
  select t.term, t.sku from item_terms t
  where t.account_id = $1 and ${beginsWithSql('t.term', 'folded_code($2)')} ${afterCondition}
    and (select bool_and(exists (
      select from item_terms x where x.account_id = $1 and ${beginsWithSql('x.term', 'folded_code(o.typed)')} offset 0)) is not false
      from unnest($3::text[]) o (typed))
    and not exists (select from item_terms x
      where x.account_id = $1 and x.sku = t.sku and ${beginsWithSql('x.term', 'folded_code($2)')} and x.term < t.term offset 0)
    and not exists (select from unnest($3::text[]) o (typed) where not exists (
      select from item_terms x where x.account_id = $1 and x.sku = t.sku and ${beginsWithSql('x.term', 'folded_code(o.typed)')} offset 0) offset 0)
    and exists (select from items i where i.account_id = $1 and i.sku = t.sku and i.seen_in & $5::int <> 0 offset 0)
  order by t.term, t.sku limit $4
) t
cross join lateral (
  select i.sku, i.customer_sku as "customerSku", i.gtin, i.name from items i where i.account_id = $1 and i.sku = t.sku offset 0
) i
left join lateral (
  select to_jsonb(n) as next from (select ${comingColumns} from ${nextLinesSql('t.sku', 1)} c ${comingJoins}) n
) n on true
order by t.term, t.sku`,
      values: [viewer.accountId, firstTerm, otherTerms, limit, seen, ...(after ?? [])],
    }),
  )
  return rows
}

const lineColumns = `l.document_id as id, l.position, l.list_date as "listDate", l.type, d.number,
  shown_status(l.type, d.status, d.valid_until, d.due_date, d.last_event_at, $4::date) as status, d.issue_date as date,
  d.customer_reference as "customerReference", l.line, l.quantity, l.unit, l.details ->> 'unitPrice' as "unitPrice",
  l.details ->> 'discountPercent' as "discountPercent", l.amount, d.currency`
const lineJoin = `cross join lateral (
  select x.number, x.status, x.valid_until, x.due_date, x.last_event_at, x.issue_date, x.customer_reference, x.currency
  from documents x where x.account_id = $1 and x.id = l.document_id offset 0
) d`
const newest = 'order by l.list_date desc, l.document_id desc, l.position desc'

export type LinePageQuery = {
  types: readonly DocumentType[]
  today: string
  limit: number
  after: readonly string[] | undefined
}

/**
 * A page of the lines of an item in documents of these types, newest first: of each type, no more rows than a page
 * holds are read.
 */
export async function readLines(
  viewerPool: Pool,
  viewer: Viewer,
  sku: string,
  pageQuery: LinePageQuery,
): Promise<ItemLineRow[]> {
  const { types, today, limit, after } = pageQuery
  const afterCondition = after ? 'and (l.list_date, l.document_id, l.position) < ($6::date, $7::uuid, $8::int)' : ''
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<ItemLineRow>({
      name: `items:lines${after ? ':after' : ''}`,
      text: `select ${lineColumns} from (
  select l.* from unnest($3::text[]) t (type) cross join lateral (
    select l.* from document_lines l where l.account_id = $1 and l.sku = $2 and l.type = t.type ${afterCondition} ${newest} limit $5
  ) l ${newest} limit $5
) l ${lineJoin} ${newest}`,
      values: [viewer.accountId, sku, types, today, limit, ...(after ?? [])],
    }),
  )
  return rows
}

export type ItemRows = { item: ItemRow; totals: TotalsRow[]; coming: ComingRow[]; prices: ItemLineRow[] }

/**
 * An item of the account with its totals, the next lines to come and the newest line with a price of each type; or
 * undefined.
 */
export async function readItem(
  viewerPool: Pool,
  viewer: Viewer,
  sku: string,
  { types, seen, today }: { types: readonly DocumentType[]; seen: number; today: string },
): Promise<ItemRows | undefined> {
  return readTogether(viewerPool, viewer, async (query) => {
    const key = [viewer.accountId, sku]
    const [item, totals, coming, prices] = await Promise.all([
      query<ItemRow>({
        name: 'items:item',
        text: `select sku, customer_sku as "customerSku", gtin, name from items
where account_id = $1 and sku = $2 and seen_in & $3::int <> 0`,
        values: [...key, seen],
      }),
      query<TotalsRow>({
        name: 'items:totals',
        text: `select unit, ordered, open, in_transit as "inTransit", delivered, returned, cancelled, invoiced from item_totals
where account_id = $1 and sku = $2 and lines > 0 order by ordered desc, unit`,
        values: key,
      }),
      query<ComingRow>({
        name: 'items:next',
        text: `select ${comingColumns} from ${nextLinesSql('$2', 10)} c ${comingJoins} order by c.arrival, c.order_id, c.position`,
        values: key,
      }),
      pricesOf(query, key, types, today),
    ])
    const [itemRow] = item.rows
    return itemRow && { item: itemRow, totals: totals.rows, coming: coming.rows, prices: prices?.rows ?? [] }
  })
}

/**
 * The newest line with a price among the newest twenty of each type. Without types whose amounts may be seen, nothing
 * is queried.
 */
function pricesOf(query: RunStatement, key: readonly unknown[], types: readonly DocumentType[], today: string) {
  if (types.length === 0) return undefined
  return query<ItemLineRow>({
    name: 'items:prices',
    text: `select ${lineColumns} from unnest($3::text[]) t (type) cross join lateral (
  select l.* from (
    select l.* from document_lines l where l.account_id = $1 and l.sku = $2 and l.type = t.type ${newest} limit 20
  ) l where l.details ->> 'unitPrice' is not null ${newest} limit 1
) l ${lineJoin} ${newest}`,
    values: [...key, types, today],
  })
}
