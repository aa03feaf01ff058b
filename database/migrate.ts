import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openClient } from './connect.ts'
import { mayRunLate, recordFormerMigrations } from './former-migrations.ts'
import { prepareJobs } from './jobs.ts'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { setRolePasswords } from './roles.ts'

/** `folder` holds NNNN-name.sql files; without `tokenSecret` the roles keep their passwords. */
export type MigrateOptions = { url: string; folder?: string; tokenSecret?: string; log: Log }

type Migration = { name: string; sql: string; sha256: string }

// Any number will do as long as every version of the portal uses the same.
const lockKey = 5_120_001
const maxAttempts = 5

/**
 * Brings the database to this version: every migration that it has not run yet runs once, in order, each in a
 * transaction with its record; many servers may start together. Returns the names of those that ran. Throws Refusal
 * when a migration was changed after it ran, when a new one comes before one that ran, and when the database is newer
 * than this version.
 */
export async function migrate({ url, folder = migrationsFolder, tokenSecret, log }: MigrateOptions): Promise<string[]> {
  const available = readMigrations(folder)
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
    if (folder === migrationsFolder) await recordFormerMigrations(client, available)
    const recorded = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const pending = unapplied(available, new Map(recorded.rows.map((row) => [row.name, row.sha256])))
    for (const migration of pending) {
      await apply(client, migration)
      log.info(`Migration ${migration.name} ran.`)
    }
    if (folder === migrationsFolder) await prepareJobs(client, url)
    if (tokenSecret !== undefined) await setRolePasswords(client, url, tokenSecret)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

const migrationsFolder = join(import.meta.dirname, 'migrations')

function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      // A checkout with other line endings is the same migration.
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return { name: file.slice(0, -'.sql'.length), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })
  for (const [index, { name }] of migrations.entries()) {
    if (!/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || Number(name.slice(0, 4)) !== index + 1) {
      throw new Refusal(
        `The migration ${name}.sql in ${folder} should be named ${String(index + 1).padStart(4, '0')}-name.sql: numbers run without gaps.`,
      )
    }
  }
  return migrations
}

function unapplied(available: Migration[], applied: Map<string, string>): Migration[] {
  const availableNames = new Set(available.map(({ name }) => name))
  for (const name of [...applied.keys()].sort()) {
    if (!availableNames.has(name)) {
      throw new Refusal(
        `The database has the migration ${name}, which this version does not know. Start the newer version, or restore a backup made by this one.`,
      )
    }
  }
  const pending = available.filter(({ name, sha256 }) => {
    const appliedHash = applied.get(name)
    if (appliedHash !== undefined && appliedHash !== sha256) {
      throw new Refusal(
        `The migration ${name} was changed after it had run on this database. Put the file back and write a new migration for the change.`,
      )
    }
    return appliedHash === undefined
  })
  const firstPending = pending.find(({ name }) => !mayRunLate.has(name))
  const lastApplied = available.findLast(({ name }) => applied.has(name))
  if (firstPending && lastApplied && firstPending.name < lastApplied.name) {
    throw new Refusal(
      `The migration ${firstPending.name} comes before ${lastApplied.name}, which has already run. Give it a new number.`,
    )
  }
  return pending
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A migration that waits for a lock blocks every later query on the table, so it gives up after two seconds.
      await client.query(`begin; set local lock_timeout = '2s'`)
      await client.query(migration.sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [migration.name, migration.sha256])
      await client.query('commit')
      return
    } catch (error) {
      // The error of the migration says more than that of its rollback.
      await client.query('rollback').catch(() => undefined)
      const lockTaken = error instanceof pg.DatabaseError && error.code === '55P03'
      if (!lockTaken) throw migrationFailure(migration, error)
      if (attempt === maxAttempts) {
        throw new Refusal(
          `The migration ${migration.name} waited ${maxAttempts} times for a table that something else holds locked. Nothing was changed; end the long transaction (see pg_stat_activity) and start again.`,
          { cause: error },
        )
      }
      await sleep(200 * attempt)
    }
  }
}

function migrationFailure(migration: Migration, error: unknown): Error {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error : new Error(String(error))
  const line = error.position ? ` (line ${migration.sql.slice(0, Number(error.position)).split('\n').length})` : ''
  return new Refusal(
    `The migration ${migration.name} failed and changed nothing${line}: ${error.message}. Mend the cause and start again.`,
    { cause: error },
  )
}
