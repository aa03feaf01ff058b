import type pg from 'pg'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { readScripts, runScripts, type Script } from './scripts.ts'

/** Reads the migrations in a folder. Throws Refusal when their numbers have a gap. */
export function readMigrations(folder: string): Script[] {
  const migrations = readScripts(folder)
  for (const [index, { name }] of migrations.entries()) {
    if (!/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || Number(name.slice(0, 4)) !== index + 1) {
      throw new Refusal(
        `The migration ${name}.sql in ${folder} should be named ${String(index + 1).padStart(4, '0')}-name.sql: numbers run without gaps.`,
      )
    }
  }
  return migrations
}

/**
 * Runs every migration that the database has not run yet, in order, each in a transaction with its record. Returns the
 * names of those that ran. Throws Refusal when a migration was changed after it ran, when a new one (but for those that
 * may run late) comes before one that ran, and when the database is newer than this version.
 */
export async function runMigrations(
  client: pg.Client,
  available: readonly Script[],
  log: Log,
  mayRunLate: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
  const pending = unapplied(available, new Map(rows.map(({ name, sha256 }) => [name, sha256])), mayRunLate)
  await client.query(`create table if not exists repeatables
    (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  for (const migration of pending) {
    const script = { ...migration, sql: withForceLast(migration.sql) }
    await runScripts(client, `The migration ${migration.name}`, [script], async ({ name, sha256 }) => {
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
      // It may have dropped what they created, so all are applied again after it.
      await client.query(`update repeatables set sha256 = ''`)
    })
    log.info(`Migration ${migration.name} ran.`)
  }
  return pending.map(({ name }) => name)
}

/**
 * Moves to the end of a migration what subjects the owner of a new table to its policies: as the owner the migration fills
 * the table, and policies are applied after it.
 */
function withForceLast(sql: string): string {
  const forced: string[] = []
  const before = sql.replaceAll(
    /(alter table (\w+) enable row level security), force row level security;/gi,
    (_statement, enable: string, table: string) => {
      forced.push(`alter table ${table} force row level security;`)
      return `${enable};`
    },
  )
  return [before, ...forced].join('\n')
}

function unapplied(
  available: readonly Script[],
  applied: ReadonlyMap<string, string>,
  mayRunLate: ReadonlySet<string>,
): Script[] {
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
