import type { Pool } from 'pg'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'

export type FoundDocumentRow = {
  type: DocumentType
  number: string
  status: string
  date: string | null
  customerReference: string | null
  numbers: string[]
  items: { sku: string; name: string | null }[]
}

/**
 * The newest documents of these types that have a number that begins with this code, with all the numbers that they are
 * known by and their first items.
 */
export async function readDocuments(
  viewerPool: Pool,
  viewer: Viewer,
  code: string,
  types: readonly DocumentType[],
  today: string,
): Promise<FoundDocumentRow[]> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<FoundDocumentRow>({
      name: 'items:documents',
      text: `select d.type, d.number, shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, $2::date) as status,
  d.issue_date as date, d.customer_reference as "customerReference", i.items,
  array_remove(array[d.number, d.customer_reference, d.details ->> 'waybill'] || d.tracking_numbers || array(
    select unnest(array[p ->> 'sscc', p ->> 'trackingNumber']) from jsonb_array_elements(coalesce(d.details -> 'packages', '[]')) p
  ), null) as numbers
from numbered_documents($3, $4::text[], 20) s
cross join lateral (select x.* from documents x where x.account_id = $1 and x.id = s.id offset 0) d
cross join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'name', l.name)), '[]') as items from (
    select l.sku, min(l.details ->> 'name') as name from (
      select x.sku, x.details from document_lines x where x.account_id = $1 and x.document_id = d.id and x.sku is not null
      order by x.position limit 50
    ) l group by l.sku limit 10
  ) l
) i
order by s.list_date desc, s.id desc`,
      values: [viewer.accountId, today, code, types],
    }),
  )
  return rows
}
