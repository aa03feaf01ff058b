import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from './log.ts'
import { readMigrations, runMigrations } from './migrations.ts'
import { Refusal } from './refusal.ts'
import type { Script } from './scripts.ts'

/*
 * Databases made before the migrations were written anew: by those of `former/`, whose last is 0057. They run
 * what they miss of these, and then count as having run the present ones up to `lastOfBaseline`, which create the same.
 */
const formerFolder = join(import.meta.dirname, 'former')
const lastOfBaseline = '0011'

/**
 * Former migrations in other versions: with another number, or with another text of the same effect. A database that ran
 * one of them has already run the ones listed in `now`.
 */
const renamedMigrations: readonly { name: string; sha256: string; now: readonly string[] }[] = [
  {
    name: '0027-waiting-events',
    sha256: 'd34756431e3634ef43b9ebd5732b59a701e42e19b7238e96152c9a2a582d3572',
    now: ['0028-waiting-events'],
  },
  {
    // 0035 replaces its function.
    name: '0034-search-narrowed',
    sha256: '6ccc148552b39b995d97e427282774dc857482deba496fb871faa632cbd8b09d',
    now: ['0034-search-narrowed'],
  },
  {
    // It created the function of 0038 in the same step.
    name: '0035-search-bounded',
    sha256: 'e937705701d215bf42c5a4736828d34261df82c9a312a3489bc618e8c326dcfb',
    now: ['0035-search-bounded', '0038-search-within'],
  },
  {
    name: '0038-search-ids',
    sha256: 'a9bf18620f207a8c7e1fe6b932e0fc3528d597051e2ed1b1f6944336486959d8',
    now: ['0039-search-ids'],
  },
  {
    name: '0039-what-a-digest-holds',
    sha256: 'a9f7f5146fad7482a5ac26fb3c61930b030221c2b1cdf20eefa008afe149b504',
    now: ['0040-what-a-digest-holds'],
  },
]

/** Migrations that others with higher numbers overtook on main: they are independent, so they may run after those. */
const mayRunLate: ReadonlySet<string> = new Set(['0027-personal-data', '0038-search-within'])

/** Hashes of the first migrations, whose tables were later designed anew. */
const unsupportedHashes = new Set([
  '90b928ecf42e34c4fd242052fbc227322a2e51c529d85f2f204be0b259151af0',
  'cadee8a2540d97c3483b18d00cf168fb23a292000ebac6376341a11ead45a9e6',
  '2f675d1ac03dcbaa5a3e41eb2f854bdb94a058ca9531cd6eb89b325fa531a689',
  '7879244f19ed638e5b2fe4d2918adf22be7696ceb3a0caefe7a078bee8861ff0',
  'ae0592c2732b1a44e412896e748aed186fc60af550514e875e63aca8b829bc3e',
])

/**
 * Brings a database that was made by former migrations to where the present ones begin. Returns the names of the former
 * migrations that ran. Throws Refusal, with what to do, when the database was made before its tables were settled. Any
 * other database is left as it is.
 */
export async function takeOverFormerDatabase(
  client: pg.Client,
  migrations: readonly Script[],
  log: Log,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
  if (rows.some(({ sha256 }) => unsupportedHashes.has(sha256))) {
    throw new Refusal(
      'The database was made by one of the first versions, before its tables were settled, and cannot be brought to this one. Nothing was changed. Start with an empty database (another DATA_DIR, or a new database in DATABASE_URL), let the ERP send all documents again, and add people again (npm run portal -- user add). The version that made the database still starts on it.',
    )
  }
  const formerNames = new Set([
    ...readdirSync(formerFolder).map((file) => file.slice(0, -'.sql'.length)),
    ...renamedMigrations.map(({ name }) => name),
  ])
  if (!rows.some(({ name }) => formerNames.has(name))) return []
  const former = readMigrations(formerFolder)
  await recordRenamedMigrations(client, rows, former)
  // 0054 sets a parameter of the extension, which only a superuser may before it is loaded; calling it loads it.
  await client.query(`do $$ begin
    if exists (select from pg_extension where extname = 'pg_trgm') then perform similarity('', ''); end if;
  end $$`)
  const ran = await runMigrations(client, former, log, mayRunLate)
  const baseline = migrations.filter(({ name }) => name.slice(0, 4) <= lastOfBaseline)
  await client.query('begin')
  await client.query('delete from migrations')
  for (const { name, sha256 } of baseline) await insertRecord(client, name, sha256)
  await client.query('commit')
  log.info(`A database made by former migrations was taken over as ${baseline.at(-1)?.name}.`)
  return ran
}

/** Records under their last names the former migrations that the database ran under other ones. */
async function recordRenamedMigrations(
  client: pg.Client,
  rows: readonly { name: string; sha256: string }[],
  former: readonly Script[],
): Promise<void> {
  const hashes = new Map(former.map(({ name, sha256 }) => [name, sha256]))
  await client.query('begin')
  for (const { name, sha256, now } of renamedMigrations) {
    if (!rows.some((row) => row.name === name && row.sha256 === sha256)) continue
    await client.query('delete from migrations where name = $1', [name])
    for (const lastName of now) await insertRecord(client, lastName, hashes.get(lastName) ?? '')
  }
  await client.query('commit')
}

const insertRecord = (client: pg.Client, name: string, sha256: string) =>
  client.query('insert into migrations (name, sha256) values ($1, $2) on conflict do nothing', [name, sha256])
