import type { ClientBase, Pool } from 'pg'

/** What the database reports of its own health. */
export type Health = {
  version: string
  checksums: string
  fsync: string
  checksum_failures: string
}

/** Reads the database's health, in any role: nothing here is secret. */
export async function readHealth(workPool: Pool): Promise<Health> {
  const { rows } = await workPool.query<Health>(`select current_setting('server_version') as version,
    current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
    (select coalesce(sum(checksum_failures), 0) from pg_stat_database)::text as checksum_failures`)
  return rows[0] as Health
}

export type Migrations = { count: number; last: string; repeatables: number }

/** The migrations that ran; only the owner role may read them. */
export async function readMigrations(owner: ClientBase): Promise<Migrations> {
  const { rows } = await owner.query<Migrations>(
    `select count(*)::int as count, max(name) as last,
      (select count(*)::int from repeatables where sha256 <> '') as repeatables from migrations`,
  )
  return rows[0] as Migrations
}

export type Contents = {
  accounts: string
  users: string
  documents: string
  quarantined: string
  keys: string
  last_ingest: string | null
}

/** The numbers of accounts, people, documents, refused messages and keys. */
export async function readContents(workPool: Pool): Promise<Contents> {
  const { rows } = await workPool.query<Contents>(`select
    (select count(*) from accounts)::text as accounts, (select count(*) from users)::text as users,
    (select count(*) from quarantine)::text as quarantined,
    (select count(*) from api_keys where revoked_at is null)::text as keys,
    d.documents::text as documents, d.last_ingest
    from (select count(*) as documents, max(ingested_at) as last_ingest from documents) d`)
  return rows[0] as Contents
}

/**
 * The number of ended orders, and their units: still open, on their way, and of the latter those that a shipment under
 * way may carry.
 */
export type OrderPromises = { ended: number; open: string; under_way: string; carried: string; example: string | null }

/**
 * What ended orders (completed, cancelled or rejected in the ERP) still promise, and an example that no shipment
 * carries.
 */
export async function readOrderPromises(workPool: Pool): Promise<OrderPromises> {
  const { rows } = await workPool.query<OrderPromises>(`with ended as materialized (
  select d.account_id, d.id, d.number, sum(k.open) as open, sum(k.in_transit) as under_way from documents d
  left join ordered_lines k on k.account_id = d.account_id and k.order_id = d.id and not k.is_kit
  where d.type = 'orders' and d.status in ('completed', 'cancelled', 'rejected') group by 1, 2, 3
), looked as (
  select e.*, e.under_way > 0 and exists (
    select from document_links l join documents s on s.account_id = l.account_id and s.id = l.document_id and s.type = 'shipments'
      and s.status not in ('planned', 'packed', 'label_created', 'cancelled', 'lost_or_damaged', 'delivered', 'returned')
    where l.account_id = e.account_id and l.to_type = 'orders' and l.to_number = e.number and l.position = 0) as is_carried
  from ended e
)
select count(*)::int as ended, coalesce(sum(open), 0)::text as open, coalesce(sum(under_way), 0)::text as under_way,
  coalesce(sum(under_way) filter (where is_carried), 0)::text as carried,
  min(number) filter (where open > 0 or under_way > 0 and not is_carried) as example
from looked`)
  return rows[0] as OrderPromises
}

export type Backlog = {
  mails_late: string
  mails_given_up: string
  mail_error: string | null
  jobs_aside: string
  requests: string
  request_since: string | null
}

/**
 * What is waiting: mails that failed, jobs that were given up, requests of customers that have been open for two days.
 */
export async function readBacklog(workPool: Pool): Promise<Backlog> {
  const { rows } = await workPool.query<Backlog>(`select
    count(mails.id) filter (where given_up_at is null)::text as mails_late,
    count(mails.id) filter (where given_up_at > now() - interval '7 days')::text as mails_given_up,
    (array_agg(last_error order by created_at desc))[1] as mail_error,
    (select count(*) from jobs.job where name = 'dead' and state = 'created')::text as jobs_aside,
    r.requests, r.request_since
    from (select count(*)::text as requests, min(coalesce(state_since, made_at)) as request_since from requests
      where state = 'open' and made_at < now() - interval '2 days' and coalesce(state_since, made_at) < now() - interval '2 days') r
    left join mails on sent_at is null and recipient is not null and last_error is not null group by r.requests, r.request_since`)
  return rows[0] as Backlog
}

export type ReplyCounts = { taken: number; refused: number; last: string | null }

/** How many replies by mail were taken and refused since a moment. */
export async function readReplies(workPool: Pool, since: Date): Promise<ReplyCounts> {
  const { rows } = await workPool.query<ReplyCounts>(
    `select count(*) filter (where outcome = 'taken')::int as taken, count(*) filter (where outcome = 'refused')::int as refused,
      max(received_at)::text as last from received_mails where received_at > $1`,
    [since],
  )
  return rows[0] as ReplyCounts
}

/** The database's owner: whether row-level security holds it back, and whether it belongs to a role. */
export type OwnerState = { name: string; isHeldBack: boolean; isMember: boolean }

/** Reads what the owner's role may. */
export async function readOwner(owner: ClientBase, role: string): Promise<OwnerState> {
  const { rows } = await owner.query<OwnerState>(
    `select rolname as name, not (rolsuper or rolbypassrls) as "isHeldBack", pg_has_role(oid, $1, 'usage') as "isMember"
     from pg_roles where rolname = current_user`,
    [role],
  )
  return rows[0] as OwnerState
}

const pageSize = 5_000

/** The numbers of all accounts that are part of no other, in order. */
export async function* eachAccountNumber(workPool: Pool): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await workPool.query<{ number: string }>(
      'select number from accounts where number > $1 and merged_into is null order by number limit $2',
      [after, pageSize],
    )
    for (const { number } of rows) yield number
    after = rows.at(-1)?.number ?? after
    if (rows.length < pageSize) return
  }
}
