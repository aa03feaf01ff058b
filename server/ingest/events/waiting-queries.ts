import type { Pool, PoolClient } from 'pg'

export type WaitingEventRow = {
  id: string
  receivedAt: string
  at: string
  code: string
  keys: string[]
  /** The shipments that the keys match: none, or several candidates. */
  leads: { account: string; number: string }[]
}

/** A page of the events without a shipment, oldest first. */
export async function readWaitingEvents(
  workPool: Pool,
  after: { receivedAt: string; id: string } | undefined,
  limit: number,
): Promise<WaitingEventRow[]> {
  const { rows } = await workPool.query<WaitingEventRow>({
    name: `epcis waiting${after ? ' after' : ''}`,
    text: `select w.id, w.received_at as "receivedAt", w.event ->> 'at' as at, w.event ->> 'code' as code,
  array(select k.key from epcis_event_keys k where k.event_id = w.id order by k.key limit 20) as keys,
  (select coalesce(jsonb_agg(l), '[]') from (
    select distinct a.number as account, d.number from epcis_event_keys k
    cross join lateral (select s.account_id, s.document_id from shipment_keys s where s.key = k.key limit 20) s
    join documents d on d.account_id = s.account_id and d.id = s.document_id
    join accounts a on a.account_id = d.account_id
    where k.event_id = w.id order by 1, 2 limit 20
  ) l) as leads
from (
  select e.* from epcis_events e
  where e.event ->> 'retracts' is null
    and not exists (select from shipment_events s where s.source = 'epcis' and s.source_event_id = e.id)
    ${after ? 'and (e.received_at, e.id) > ($2::timestamptz, $3)' : ''}
  order by e.received_at, e.id limit $1
) w
order by w.received_at, w.id`,
    values: [limit, ...(after ? [after.receivedAt, after.id] : [])],
  })
  return rows
}

/** The shipment with this number in the account with this number, or undefined. */
export async function findShipment(
  client: PoolClient,
  account: string,
  number: string,
): Promise<{ accountId: string; documentId: string } | undefined> {
  const { rows } = await client.query<{ accountId: string; documentId: string }>(
    `select d.account_id as "accountId", d.id as "documentId" from account_numbers a
join documents d on d.account_id = a.account_id and d.type = 'shipments' and d.number = $2 where a.number = $1`,
    [account, number],
  )
  return rows[0]
}

/** The ids of the event and its retraction, as far as stored, and whether either is assigned to a shipment. */
export async function findEvent(client: PoolClient, id: string): Promise<{ ids: string[]; stands: boolean }> {
  const { rows } = await client.query<{ id: string; stands: boolean }>(
    `select e.id, exists (select from shipment_events s where s.source = 'epcis' and s.source_event_id = e.id) as stands
from epcis_events e where e.id in ($1, $1 || '#error')`,
    [id],
  )
  return { ids: rows.map((row) => row.id), stands: rows.some((row) => row.stands) }
}

/** Adds a key to events, such as the operator's assignment to a shipment. */
export async function insertEventKey(client: PoolClient, events: readonly string[], key: string): Promise<void> {
  await client.query(
    'insert into epcis_event_keys (key, event_id) select $1, e.id from unnest($2::text[]) as e (id) on conflict do nothing',
    [key, events],
  )
}

/** Deletes events with their keys. */
export async function deleteEvents(client: PoolClient, events: readonly string[]): Promise<void> {
  await client.query('delete from epcis_events where id = any ($1::text[])', [events])
}
