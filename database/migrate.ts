import { join } from 'node:path'
import type pg from 'pg'
import { openClient } from './connect.ts'
import { withRoles } from './connection/role-names.ts'
import { takeOverFormerDatabase } from './former-migrations.ts'
import { prepareJobs } from './jobs.ts'
import type { Log } from './log.ts'
import { readMigrations, runMigrations } from './migrations.ts'
import { countPartitions, keepPlans, partitionTables } from './partitions/partition-tables.ts'
import { applyRepeatables, readRepeatables } from './repeatables.ts'
import { rolesFor, setUpRoles } from './roles.ts'
import type { Script } from './scripts.ts'

/**
 * `folder` holds `migrations/` and beside it the folders of repeatable files; without `tokenSecret` the roles keep
 * their passwords.
 */
export type MigrateOptions = {
  url: string
  folder?: string
  tokenSecret?: string
  /** How many partitions each large table of a new database has; 0: none. Another database keeps those that it has. */
  partitions?: number | undefined
  log: Log
}

// Any number will do as long as every version of the portal uses the same.
const lockKey = 5_120_001
const ownFolder = import.meta.dirname

/**
 * Brings the database to this version: every migration that it has not run yet runs once, in order, each in a
 * transaction with its record; then what has changed of functions, views, triggers and policies is applied. Many
 * servers may start together. Returns the names of the migrations that ran. Throws Refusal, with what to do, when the
 * database cannot be brought to this version.
 */
export async function migrate({
  url,
  folder = ownFolder,
  tokenSecret,
  partitions = 0,
  log,
}: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(join(folder, 'migrations'))
  const repeatables = readRepeatables(folder)
  const client = await openClient(
    {
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'portal migrate',
      // Roles and databases may set limits, which must not interrupt a long migration.
      options: '-c statement_timeout=0 -c lock_timeout=0',
    },
    (error) => log.warn(`The migration's connection was lost: ${error.message}`),
  )
  try {
    // The session holds the lock, so a killed migration releases it; others wait here and then find nothing left to do.
    await client.query(`select pg_advisory_lock(${lockKey})`)
    await client.query(`create table if not exists migrations
      (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const roles = await rolesFor(client, url, tokenSecret)
    const named = (scripts: readonly Script[]) => scripts.map((one) => ({ ...one, sql: withRoles(one.sql, roles) }))
    const former = folder === ownFolder ? await takeOverFormerDatabase(client, migrations, log) : []
    const ran = await runMigrations(client, named(migrations), log)
    await partitionNewDatabase(client, partitions, log)
    await applyRepeatables(client, named(repeatables), log)
    if (folder === ownFolder) await prepareJobs(client, roles)
    if (tokenSecret !== undefined) await setUpRoles(client, url, tokenSecret, roles)
    return [...former, ...ran]
  } finally {
    await client.end()
  }
}

/** Partitions the large tables of a database that nothing has used yet; says so where another has not as many as are set. */
async function partitionNewDatabase(client: pg.Client, partitions: number, log: Log): Promise<void> {
  const current = await countPartitions(client)
  // At each start: a database that was restored from a dump comes without its settings.
  if (current > 0) await client.query(keepPlans)
  if (current === partitions || (partitions === 0 && current > 0)) return
  // By the size of its file: where policies stand already, rows may be hidden from the owner.
  const { rows } = await client.query<{ inUse: boolean }>(
    `select exists (select from repeatables) or pg_relation_size('documents') > 0 as "inUse"`,
  )
  if (rows[0]?.inUse) {
    log.info(
      `DATABASE_PARTITIONS is ${partitions}, and the large tables of this database have ${current === 0 ? 'none' : current}: it stays so. npm run portal -- copy-to makes one as it is set.`,
    )
    return
  }
  await client.query('begin')
  try {
    await partitionTables(client, partitions)
    await client.query(keepPlans)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  log.info(`The large tables have ${partitions} partitions each.`)
}
