import type { PoolClient } from 'pg'
import type { ShipmentEvent } from '#server/formats/message.ts'
import type { Targets } from '../derive/ordered-lines-queries.ts'

export type ShipmentId = { accountId: string; documentId: string }
export type EventMatch = ShipmentId & { eventId: string; key: string }
export type EventAssignment = ShipmentId & { eventId: string }

/** Locks for writing shipments: shared with other such writes, but not with `lockForEvents`, so that none is missed. */
export async function lockForArrivals(client: PoolClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock_shared(hashtext('epcis'))")
}

/** Locks for assigning events: waits for writes of shipments, and blocks them until the transaction ends. */
export async function lockForEvents(client: PoolClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('epcis'))")
}

/** Stores new events and returns their ids. A retraction gets the operator's assignment of the event it retracts. */
export async function insertEvents(
  client: PoolClient,
  events: readonly ShipmentEvent[],
  now: string,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'epcis keep',
    text: `with kept as (
  insert into epcis_events (id, received_at, event)
  select e ->> 'id', $2::timestamptz, e - 'id' - 'keys' from jsonb_array_elements($1::jsonb) e
  on conflict do nothing returning id
), keyed as (
  insert into epcis_event_keys (key, event_id)
  select distinct k.key, kept.id from kept
  join jsonb_array_elements($1::jsonb) e on e ->> 'id' = kept.id
  cross join lateral jsonb_array_elements_text(e -> 'keys') k (key)
  union
  select k.key, kept.id from kept
  join jsonb_array_elements($1::jsonb) e on e ->> 'id' = kept.id
  join epcis_event_keys k on k.event_id = e ->> 'retracts' and k.key ^@ 'given:'
)
select id from kept`,
    values: [JSON.stringify(events), now],
  })
  return rows.map((row) => row.id)
}

/** The ids of events whose keys match these shipments. */
export async function findEventIds(
  client: PoolClient,
  accounts: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'epcis events for',
    text: `select distinct e.event_id as id from unnest($1::uuid[], $2::uuid[]) as s (account_id, document_id)
cross join lateral (
  select k.key from shipment_keys k where k.account_id = s.account_id and k.document_id = s.document_id offset 0
) k
cross join lateral (select e.event_id from epcis_event_keys e where e.key = k.key offset 0) e`,
    values: [accounts, ids],
  })
  return rows.map((row) => row.id)
}

/** The shipments that match the keys of these events, one row per event, key and shipment. */
export async function readMatches(client: PoolClient, events: readonly string[]): Promise<EventMatch[]> {
  const { rows } = await client.query<EventMatch>({
    name: 'epcis matches',
    text: `select e.event_id as "eventId", e.key, k.account_id as "accountId", k.document_id as "documentId"
from unnest($1::text[]) as n (id)
cross join lateral (select e.event_id, e.key from epcis_event_keys e where e.event_id = n.id offset 0) e
cross join lateral (
  select k.account_id, k.document_id from shipment_keys k where k.key = e.key
  union all
  select d.account_id, d.id from (
    select split_part(substr(e.key, 7), '/', 1)::uuid as account_id, split_part(e.key, '/', 2)::uuid as id where e.key ^@ 'given:' offset 0
  ) g
  join documents d on d.account_id = g.account_id and d.id = g.id
  offset 0
) k
order by 1, 2, 3, 4`,
    values: [events],
  })
  return rows
}

/** The current assignments of these events to shipments. */
export async function readAssignments(client: PoolClient, events: readonly string[]): Promise<EventAssignment[]> {
  const { rows } = await client.query<EventAssignment>({
    name: 'epcis standing',
    text: `select source_event_id as "eventId", account_id as "accountId", document_id as "documentId"
from shipment_events where source = 'epcis' and source_event_id = any ($1::text[])`,
    values: [events],
  })
  return rows
}

/** Removes these events from their shipments. */
export async function deleteAssignments(client: PoolClient, assignments: readonly EventAssignment[]): Promise<void> {
  await client.query({
    name: 'epcis take off',
    text: `delete from shipment_events x using unnest($1::uuid[], $2::uuid[], $3::text[]) as s (account_id, document_id, event_id)
where x.account_id = s.account_id and x.document_id = s.document_id and x.source = 'epcis' and x.source_event_id = s.event_id`,
    values: columnsOf(assignments),
  })
}

/** Adds stored events to shipments. */
export async function insertAssignments(
  client: PoolClient,
  assignments: readonly EventAssignment[],
  newId: () => string,
): Promise<void> {
  await client.query({
    name: 'epcis put on',
    text: `insert into shipment_events (account_id, document_id, id, occurred_at, occurred_offset, recorded_at, classifier, code,
  place, description, reason_code, package, source, source_event_id, retracts)
select s.account_id, s.document_id, s.id, (e.event ->> 'at')::timestamptz, e.event ->> 'offset', e.received_at, 'actual',
  e.event ->> 'code', e.event -> 'place', e.event ->> 'description', e.event ->> 'reason', e.event ->> 'package', 'epcis',
  e.id, e.event ->> 'retracts'
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) as s (account_id, document_id, event_id, id)
join epcis_events e on e.id = s.event_id
on conflict do nothing`,
    values: [...columnsOf(assignments), assignments.map(() => newId())],
  })
}

/** Stores with each assigned event which packages of its shipment it names. */
export async function updatePackages(client: PoolClient, assignments: readonly EventAssignment[]): Promise<void> {
  await client.query({
    name: 'epcis name packages',
    text: `update shipment_events x set packages = n.packages
from unnest($1::uuid[], $2::uuid[], $3::text[]) as s (account_id, document_id, event_id)
cross join lateral (
  select array_agg(substr(own.key, 9) order by own.key) as packages from shipment_keys own
  where own.account_id = s.account_id and own.document_id = s.document_id and own.key ^@ 'package:'
    and exists (select from epcis_event_keys k where k.key = own.key and k.event_id = s.event_id)
) n
where x.account_id = s.account_id and x.document_id = s.document_id and x.source = 'epcis' and x.source_event_id = s.event_id
  and x.packages is distinct from n.packages`,
    values: columnsOf(assignments),
  })
}

/**
 * Sets the code of each receipt: `partially_delivered` until every package of the shipment has been received, then
 * `delivered`. A receipt that names no package of the shipment has the code with which it came.
 */
export async function updateReceiptCodes(client: PoolClient, shipments: readonly ShipmentId[]): Promise<void> {
  await client.query({
    name: 'epcis receipts',
    text: `with packages as (
  select k.account_id, k.document_id, k.key, count(*) over (partition by k.account_id, k.document_id) as total
  from unnest($1::uuid[], $2::uuid[]) as s (account_id, document_id)
  cross join lateral (
    select k.* from shipment_keys k
    where k.account_id = s.account_id and k.document_id = s.document_id and k.key like 'package:%' offset 0
  ) k
), valid_receipts as (
  select e.* from unnest($1::uuid[], $2::uuid[]) as s (account_id, document_id)
  join shipment_events e on e.account_id = s.account_id and e.document_id = s.document_id and e.source = 'epcis'
    and e.code in ('delivered', 'partially_delivered') and e.retracts is null
    and not exists (
      select from shipment_events r where r.account_id = e.account_id and r.document_id = e.document_id
        and r.source = 'epcis' and r.retracts = e.source_event_id)
), receipts as (
  select e.account_id, e.document_id, e.id, e.occurred_at, e.source_event_id, p.key, p.total
  from packages p
  join valid_receipts e on e.account_id = p.account_id and e.document_id = p.document_id
  join epcis_event_keys k on k.event_id = e.source_event_id and k.key = p.key
), counted as (
  select r.account_id, r.document_id, r.id, r.total, (
    select count(distinct b.key) from receipts b
    where b.account_id = r.account_id and b.document_id = r.document_id
      and (b.occurred_at, b.source_event_id) <= (r.occurred_at, r.source_event_id)) as received
  from receipts r
), new_codes as (
  select account_id, document_id, id, case when received < total then 'partially_delivered' else 'delivered' end as code
  from (select distinct * from counted) c
  union all
  select e.account_id, e.document_id, e.id, o.event ->> 'code' from valid_receipts e
  join epcis_events o on o.id = e.source_event_id
  where not exists (
    select from receipts r where r.account_id = e.account_id and r.document_id = e.document_id and r.id = e.id)
)
update shipment_events e set code = s.code from new_codes s
where e.account_id = s.account_id and e.document_id = s.document_id and e.id = s.id and e.code <> s.code`,
    values: [shipments.map((one) => one.accountId), shipments.map((one) => one.documentId)],
  })
}

/**
 * Clears delivery dates that come only from events, so that they are derived from the remaining events. A date that the
 * source sent with a delivered status or time stays.
 */
export async function clearDeliveredDates(client: PoolClient, shipments: readonly ShipmentId[]): Promise<void> {
  await client.query({
    name: 'epcis forget deliveries',
    text: `update documents d set delivered_date = null
from unnest($1::uuid[], $2::uuid[]) as s (account_id, id)
where d.account_id = s.account_id and d.id = s.id and d.delivered_date is not null
  and d.source_status is distinct from 'delivered' and d.details ->> 'deliveredAt' is null
  and exists (
    select from shipment_events e
    where e.account_id = d.account_id and e.document_id = d.id and e.source = 'epcis' and e.code = 'delivered'
      and (e.occurred_at at time zone 'UTC' + coalesce(e.occurred_offset, '0')::interval)::date = d.delivered_date)`,
    values: [shipments.map((one) => one.accountId), shipments.map((one) => one.documentId)],
  })
}

/** The documents that these shipments refer to, whose derived status may depend on them. */
export async function readTargets(client: PoolClient, shipments: readonly ShipmentId[]): Promise<Targets> {
  const { rows } = await client.query<{ accountId: string; type: string; number: string }>({
    name: 'epcis targets',
    text: `select distinct k.account_id as "accountId", k.to_type as type, k.to_number as number
from unnest($1::uuid[], $2::uuid[]) as s (account_id, document_id)
cross join lateral (
  select k.* from document_links k
  where k.account_id = s.account_id and k.document_id = s.document_id and k.position = 0 offset 0
) k`,
    values: [shipments.map((one) => one.accountId), shipments.map((one) => one.documentId)],
  })
  return {
    accounts: rows.map((row) => row.accountId),
    types: rows.map((row) => row.type),
    numbers: rows.map((row) => row.number),
  }
}

function columnsOf(assignments: readonly EventAssignment[]): string[][] {
  return [
    assignments.map((assignment) => assignment.accountId),
    assignments.map((assignment) => assignment.documentId),
    assignments.map((assignment) => assignment.eventId),
  ]
}
