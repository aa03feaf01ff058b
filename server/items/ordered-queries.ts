import type { Pool } from 'pg'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'

export type LastOrderRow = {
  sku: string
  name: string | null
  unit: string | null
  quantity: string | null
  order: string
  orderedOn: string
}

/** So many of the newest orders are looked through for their items, and so many lines of each. */
const newestOrders = 60
const linesOfOrder = 40

/** The items of the newest orders of the account, the newest first, without those of orders that came to nothing. */
export async function readRecentlyOrdered(viewerPool: Pool, viewer: Viewer, limit: number): Promise<string[]> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<{ sku: string }>({
      name: 'items:recently-ordered',
      text: `select l.sku from (
  select d.id, d.list_date, d.status from documents d where d.account_id = $1 and d.type = 'orders'
  order by d.list_date desc, d.id desc limit ${newestOrders}
) d
cross join lateral (
  select l.sku, l.position from document_lines l where l.account_id = $1 and l.document_id = d.id order by l.position limit ${linesOfOrder}
) l
where l.sku is not null and d.status not in ('cancelled', 'rejected')
group by l.sku order by max(d.list_date) desc, min(l.position), l.sku limit $2`,
      values: [viewer.accountId, limit],
    }),
  )
  return rows.map(({ sku }) => sku)
}

/** The newest order line of each of these items, in their order; items that were never ordered are left out. */
export async function readLastOrders(
  viewerPool: Pool,
  viewer: Viewer,
  skus: readonly string[],
): Promise<LastOrderRow[]> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<LastOrderRow>({
      name: 'items:last-orders',
      text: `select s.sku, l.details ->> 'name' as name, l.unit, trim_scale(l.quantity)::text as quantity, d.number as "order", l.list_date as "orderedOn"
from unnest($2::text[]) with ordinality s (sku, place)
cross join lateral (
  select x.document_id, x.details, x.unit, x.quantity, x.list_date from document_lines x
  where x.account_id = $1 and x.sku = s.sku and x.type = 'orders'
  order by x.list_date desc, x.document_id desc, x.position desc limit 1
) l
cross join lateral (
  select x.number from documents x where x.account_id = $1 and x.id = l.document_id offset 0
) d
order by s.place`,
      values: [viewer.accountId, skus],
    }),
  )
  return rows
}
