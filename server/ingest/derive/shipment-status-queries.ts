import type { PoolClient } from 'pg'
import { eventStatuses, finalShipmentStatuses } from '#contract/documents/milestones.ts'
import type { StatusChange } from './changes.ts'
import type { DocumentIds } from './ordered-lines-queries.ts'

/** The packages of the shipment that an event names: its own, and for an EPCIS event all that it lists. */
const packagesOf = (event: string) => `
          select 'package:' || ${event}.package as key where ${event}.package is not null
          union
          select k.key from epcis_event_keys k
          join shipment_keys own on own.account_id = d.account_id and own.document_id = d.id and own.key = k.key
          where ${event}.source = 'epcis' and k.event_id = ${event}.source_event_id and k.key like 'package:%'`

/**
 * The status that an event gives its shipment. A final status of some packages is that of the shipment only when all of
 * them have reached it: until then a delivery is a partial one, and another final status changes nothing. (EPCIS
 * receipts are counted when they come.)
 */
const eventStatus = `
      select case
        when e.source = 'epcis' and s.status = 'delivered' or e.classifier <> 'actual'
          or coalesce(d.package_count, 0) < 2 or s.status <> all ($5::text[])
          or not exists (${packagesOf('e')}) then s.status
        when (
          select count(distinct p.key) from shipment_events x cross join lateral (${packagesOf('x')}) p
          where x.account_id = d.account_id and x.document_id = d.id and x.code = e.code and x.classifier = 'actual'
            and x.retracts is null and not exists (
              select from shipment_events r where r.account_id = d.account_id and r.document_id = d.id
                and r.source = x.source and r.retracts = x.source_event_id)
        ) >= d.package_count then s.status
        when s.status = 'delivered' then 'partially_delivered' end as status
      from unnest($3::text[], $4::text[]) as s (code, status) where s.code = e.code`

/**
 * A shipment has the status of its latest actual event that was not retracted. A final status (delivered, returned,
 * lost, cancelled) from an event or the source outlasts events on the way. Without events the status is the one that
 * the source states, else it follows from the dates.
 */
const shipmentsText = `with stands as (
  select d.account_id, d.id, d.status as was, e.last_at, e.estimated,
    coalesce(e.final_status, case when d.source_status = any ($5::text[]) then d.source_status end, e.last_status,
      d.source_status, case when d.delivered_date is not null then 'delivered' when d.despatch_date is not null then 'in_transit'
      else 'planned' end) as status, e.delivered
  from unnest($1::uuid[], $2::uuid[]) as a (account_id, id)
  cross join lateral (
    select d.* from documents d where d.account_id = a.account_id and d.id = a.id offset 0
  ) d
  cross join lateral (
    select max(e.occurred_at) filter (where e.classifier = 'actual') as last_at,
      (array_agg(m.status order by e.occurred_at desc, e.source_event_id desc)
        filter (where e.classifier = 'actual' and m.status is not null))[1] as last_status,
      (array_agg(m.status order by e.occurred_at desc, e.source_event_id desc)
        filter (where e.classifier = 'actual' and m.status = any ($5::text[])))[1] as final_status,
      (array_agg((e.occurred_at at time zone 'UTC' + coalesce(e.occurred_offset, '0')::interval)::date
        order by e.occurred_at desc, e.source_event_id desc)
        filter (where e.classifier = 'actual' and m.status = 'delivered'))[1] as delivered,
      (array_agg((e.occurred_at at time zone 'UTC' + coalesce(e.occurred_offset, '0')::interval)::date
        order by e.occurred_at desc, e.source_event_id desc)
        filter (where e.classifier = 'estimated' and m.status = 'delivered'))[1] as estimated
    from shipment_events e
    left join lateral (${eventStatus}) m on true
    where e.account_id = d.account_id and e.document_id = d.id and e.retracts is null
      and (e.source, e.source_event_id) not in (
        select r.source, r.retracts from shipment_events r
        where r.account_id = d.account_id and r.document_id = d.id and r.retracts is not null)
  ) e
  where d.type = 'shipments'
)
update documents d set status = s.status,
  status_changed_at = case when s.status is distinct from d.status then $6::timestamptz else d.status_changed_at end,
  delivered_date = coalesce(d.delivered_date, case when s.status = 'delivered' then s.delivered end),
  estimated_date = coalesce(d.estimated_date, s.estimated),
  last_event_at = coalesce(s.last_at, d.last_event_at)
from stands s
where d.account_id = s.account_id and d.id = s.id
  and (s.status is distinct from d.status or s.last_at is distinct from d.last_event_at and s.last_at is not null
    or d.delivered_date is null and s.status = 'delivered' and s.delivered is not null
    or d.estimated_date is null and s.estimated is not null)
returning d.account_id as "accountId", d.id, d.type, d.number, s.was as "wasStatus", d.status,
  d.estimated_date as "estimatedDate", d.delivered_date as "deliveredDate"`

const codes = Object.keys(eventStatuses)
const statuses = Object.values(eventStatuses)

/** Updates the status of the shipments written from their events, source and dates. Returns the changes. */
export async function deriveShipments(client: PoolClient, written: DocumentIds, now: string): Promise<StatusChange[]> {
  if (written.ids.length === 0) return []
  const values = [written.accounts, written.ids, codes, statuses, finalShipmentStatuses, now]
  const { rows } = await client.query<StatusChange>({ name: 'ingest derive shipments', text: shipmentsText, values })
  return rows
}
