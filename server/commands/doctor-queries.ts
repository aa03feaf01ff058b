import type { ClientBase, Pool } from 'pg'

/** What the database tells of its own health. */
export type Health = {
  version: string
  checksums: string
  fsync: string
  checksum_failures: string
}

/** Asks as the owner's role or any other: nothing here is secret. */
export async function readHealth(pool: Pool): Promise<Health> {
  const { rows } = await pool.query<Health>(`select current_setting('server_version') as version,
    current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
    (select coalesce(sum(checksum_failures), 0) from pg_stat_database)::text as checksum_failures`)
  return rows[0] as Health
}

export type Migrations = { count: number; last: string }

/** The migrations that ran; only the owner sees them. */
export async function readMigrations(owner: ClientBase): Promise<Migrations> {
  const { rows } = await owner.query<Migrations>('select count(*)::int as count, max(name) as last from migrations')
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

/** How much there is, counted. */
export async function readContents(pool: Pool): Promise<Contents> {
  const { rows } = await pool.query<Contents>(`select
    (select count(*) from accounts)::text as accounts, (select count(*) from users)::text as users,
    (select count(*) from quarantine)::text as quarantined,
    (select count(*) from api_keys where revoked_at is null)::text as keys,
    d.documents::text as documents, d.last_ingest
    from (select count(*) as documents, max(ingested_at) as last_ingest from documents) d`)
  return rows[0] as Contents
}
