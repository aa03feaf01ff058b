import type { Pool } from 'pg'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'
import { beginsWithSql, type ItemLineRow, type LinePageQuery } from './queries.ts'

export type UnitRow = { code: string; kind: 'serial' | 'lot'; written: string; sku: string | null; name: string | null }

/**
 * One row per code, kind and item, as most recently written; of each type of document only the newest lines are read.
 */
const unitSql = (code: string, condition: string) => `(
  select distinct on (u.kind, u.sku) u.kind, u.written, u.sku, i.name from unnest($2::text[]) t (type)
  cross join lateral (
    select u.* from units u where u.account_id = $1 and u.code = ${code} and u.type = t.type ${condition}
    order by u.list_date desc limit 200
  ) u
  left join lateral (select i.name from items i where i.account_id = $1 and i.sku = u.sku offset 0) i on true
  order by u.kind, u.sku, u.list_date desc
)`

/** Serials and lots that begin with what was typed, in documents of these types: at most ten codes. */
export async function readUnits(
  viewerPool: Pool,
  viewer: Viewer,
  typed: string,
  types: readonly DocumentType[],
): Promise<UnitRow[]> {
  const nextCodeSql = (condition: string) => `select u.code from units u
    where u.account_id = $1 and ${beginsWithSql('u.code', 'folded_code($3)')} ${condition} and u.type = any ($2::text[]) order by u.code limit 1`
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<UnitRow>({
      name: 'items:units',
      // Skips from each code to the next, because a lot may occur in thousands of documents.
      text: `with recursive codes (code, n) as (
  (select x.code, 1 from (${nextCodeSql('')}) x)
  union all
  select x.code, c.n + 1 from codes c cross join lateral (${nextCodeSql('and u.code > c.code')}) x where c.n < 10
)
select c.code, u.* from codes c cross join lateral ${unitSql('c.code', '')} u order by c.code, u.kind, u.sku`,
      values: [viewer.accountId, types, typed],
    }),
  )
  return rows
}

/** A page of the serials and lots of an item, by code. */
export async function readItemUnits(
  viewerPool: Pool,
  viewer: Viewer,
  sku: string,
  types: readonly DocumentType[],
  limit: number,
  after: string,
): Promise<UnitRow[]> {
  const nextCodeSql = (afterCode: string) => `select u.code from units u
    where u.account_id = $1 and u.sku = $3 and u.code > ${afterCode} and u.type = any ($2::text[]) order by u.code limit 1`
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<UnitRow>({
      name: 'items:units-of',
      text: `with recursive codes (code, n) as (
  (select x.code, 1 from (${nextCodeSql('$4')}) x)
  union all
  select x.code, c.n + 1 from codes c cross join lateral (${nextCodeSql('c.code')}) x where c.n < $5
)
select c.code, u.* from codes c cross join lateral ${unitSql('c.code', 'and u.sku = $3')} u order by c.code, u.kind`,
      values: [viewer.accountId, types, sku, after, limit],
    }),
  )
  return rows
}

export type UnitLineRow = ItemLineRow & {
  kind: 'serial' | 'lot'
  written: string
  sku: string | null
  name: string | null
  lots: { lot: string; quantity?: string | null; expiry?: string | null }[] | null
}
export type UnitEventRow = {
  shipment: string
  occurredAt: string
  offset: string | null
  classifier: 'planned' | 'estimated' | 'actual'
  code: string
  place: { name?: string; city?: string; country?: string; unlocode?: string }
  description: string | null
}

/** The normalised code of a package: its SSCC without the 00 before it, or its tracking number. */
const packageKey = (code: string) => `regexp_replace(folded_code(${code}), '^00(?=[0-9]{18}$)', '')`

/** Whether an event happened to packages of the shipment that do not contain the unit. */
const packedElsewhere = `(
      select bool_and(not coalesce(${packageKey("p ->> 'sscc'")} = any (own.packages), false))
      from jsonb_array_elements(coalesce(d.details -> 'packages', '[]')) p
      where exists (select from unnest(coalesce(e.packages, array[e.package])) n (code)
        where ${packageKey('n.code')} in (${packageKey("p ->> 'sscc'")}, ${packageKey("p ->> 'trackingNumber'")})))`

const newest = 'order by u.list_date desc, u.document_id desc, u.position desc'
const mostEvents = 200

/**
 * A page of the lines that contain a serial or a lot, newest first, and the events of the newest ten shipments among
 * them.
 */
export async function readUnit(
  viewerPool: Pool,
  viewer: Viewer,
  code: string,
  { types, today, limit, after }: LinePageQuery,
): Promise<{ lines: UnitLineRow[]; events: UnitEventRow[] }> {
  const afterCondition = after ? 'and (u.list_date, u.document_id, u.position) < ($6::date, $7::uuid, $8::int)' : ''
  const page = `select u.* from unnest($3::text[]) t (type) cross join lateral (
    select u.* from units u where u.account_id = $1 and u.code = folded_code($2) and u.type = t.type ${afterCondition} ${newest} limit $5
  ) u ${newest} limit $5`
  const values = [viewer.accountId, code, types, today, limit, ...(after ?? [])]
  const suffix = after ? ':after' : ''
  return readTogether(viewerPool, viewer, async (query) => {
    const [lines, events] = await Promise.all([
      query<UnitLineRow>({
        name: `items:unit${suffix}`,
        text: `select u.document_id as id, u.position, u.list_date as "listDate", u.type, d.number,
  shown_status(u.type, d.status, d.valid_until, d.due_date, d.last_event_at, $4::date) as status, d.issue_date as date,
  d.customer_reference as "customerReference", l.line, l.quantity, l.unit, l.details ->> 'unitPrice' as "unitPrice",
  l.details ->> 'discountPercent' as "discountPercent", l.amount, d.currency, u.kind, u.written, u.sku, l.details ->> 'name' as name, l.details -> 'lots' as lots
from (${page}) u
cross join lateral (select x.* from documents x where x.account_id = $1 and x.id = u.document_id offset 0) d
cross join lateral (
  select x.* from document_lines x where x.account_id = $1 and x.document_id = u.document_id and x.position = u.position offset 0
) l ${newest}`,
        values,
      }),
      query<UnitEventRow>({
        name: `items:unit-events${suffix}`,
        text: `select d.number as shipment, e.occurred_at as "occurredAt", e.occurred_offset as "offset", e.classifier, e.code,
  e.place, e.description
from (
  select u.document_id, u.list_date, array_agg(u.position) as positions from (${page}) u
  where u.type = 'shipments' and $4::date is not null group by u.document_id, u.list_date order by u.list_date desc, u.document_id desc limit 10
) u
cross join lateral (select x.number, x.details from documents x where x.account_id = $1 and x.id = u.document_id offset 0) d
cross join lateral (
  select array_agg(${packageKey("l.details ->> 'package'")}) as packages from document_lines l
  where l.account_id = $1 and l.document_id = u.document_id and l.position = any (u.positions)
) own
cross join lateral (
  select e.* from shipment_events e where e.account_id = $1 and e.document_id = u.document_id and e.retracts is null
    and (e.package is null and e.packages is null or array_position(own.packages, null) is not null or ${packedElsewhere} is not true)
    and not exists (select from shipment_events r where r.account_id = $1 and r.document_id = u.document_id
      and r.source = e.source and r.retracts = e.source_event_id)
  order by e.occurred_at desc limit ${mostEvents} offset 0
) e
order by e.occurred_at desc, e.id desc limit ${mostEvents}`,
        values,
      }),
    ])
    return { lines: lines.rows, events: events.rows }
  })
}
