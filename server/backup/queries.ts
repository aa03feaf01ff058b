import type pg from 'pg'
import { openClient } from '#database/connect.ts'
import { describeDamage } from '#database/damage.ts'
import type { DamagedFile } from './pages.ts'

/** A database that is being copied; it keeps its write-ahead log until `end`. */
export type CopiedDatabase = {
  version: string
  /**
   * Ends the backup mode; returns the backup label that a restored database starts from, and the log files that it
   * needs.
   */
  stop: () => Promise<{ label: string; firstLog: string; lastLog: string }>
  end: () => Promise<void>
}

/** Puts the database into backup mode. `ownerUrl` connects to the embedded PostgreSQL as a superuser. */
export async function startCopy(ownerUrl: string): Promise<CopiedDatabase> {
  const client = await openClient({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5_000,
    options: '-c statement_timeout=0',
  })
  try {
    // The slot keeps the log from being recycled during a long copy; it ends with the connection.
    await client.query(`select pg_create_physical_replication_slot('portal_backup_' || pg_backend_pid(), true, true)`)
    await client.query(`select pg_backup_start('portal', fast => true)`)
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    return { version: rows[0]?.version ?? '', stop: () => stopCopy(client), end: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function stopCopy(client: pg.Client): Promise<{ label: string; firstLog: string; lastLog: string }> {
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const label = rows[0]?.label ?? ''
  const firstLog = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  const lastLog = rows[0]?.last
  if (!firstLog || !lastLog) throw new Error('PostgreSQL did not say which log the backup needs')
  return { label, firstLog, lastLog }
}

/** The tables and indexes that the damaged files belong to, in words. */
export async function damagedTables(ownerUrl: string, damaged: readonly DamagedFile[]): Promise<string[]> {
  const client = await openClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  try {
    return await describeDamage(
      client,
      damaged.map(({ path, pages }) => ({ path, pages: pages.length })),
    )
  } finally {
    await client.end()
  }
}
