import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openClient } from './connect.ts'
import { migrate } from './migrate.ts'

/* Databases created while migrations had other numbers on main. */

const log = { info: () => undefined, warn: () => undefined }
const { adminUrl } = inject('database')
const migrations = join(import.meta.dirname, 'migrations')
const databaseNames: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'portal-former-'))
let admin: pg.Client
let currentSchema: string[]

beforeAll(async () => {
  admin = await openClient({ connectionString: adminUrl })
  const url = await emptyDatabase()
  await migrate({ url, log })
  currentSchema = await schemaOf(url)
})
afterAll(async () => {
  for (const name of databaseNames) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true })
})

async function emptyDatabase(): Promise<string> {
  const name = `former_${randomBytes(6).toString('hex')}`
  databaseNames.push(name)
  await admin.query(`create database ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Creates a database that ran today's migrations up to `last`, and then former ones: their text by name. */
async function formerDatabase(last: string, formerMigrations: Record<string, string>): Promise<string> {
  const oldFolder = join(folder, randomBytes(6).toString('hex'))
  mkdirSync(oldFolder)
  for (const file of readdirSync(migrations)) {
    if (file.slice(0, 4) <= last) copyFileSync(join(migrations, file), join(oldFolder, file))
  }
  for (const [name, sql] of Object.entries(formerMigrations)) writeFileSync(join(oldFolder, `${name}.sql`), sql)
  const url = await emptyDatabase()
  await migrate({ url, folder: oldFolder, log })
  return url
}

const migrationText = (name: string) => readFileSync(join(migrations, `${name}.sql`), 'utf8')

async function schemaOf(url: string): Promise<string[]> {
  const client = await openClient({ connectionString: url })
  const { rows } = await client.query<{ what: string }>(`
select pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '') as what from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
union all select attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and attnum > 0 and not attisdropped
union all select indexdef from pg_indexes where schemaname = 'public'
union all select conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
union all select tablename || policyname || qual || roles::text from pg_policies where schemaname = 'public'
union all select definition from pg_views where schemaname = 'public'
union all select name || sha256 from migrations order by 1`)
  await client.end()
  return rows.map(({ what }) => what)
}

test.each([
  {
    made: 'while the waiting events came before the personal data',
    old: () => formerDatabase('0026', { '0027-waiting-events': migrationText('0028-waiting-events') }),
    runs: ['0027-personal-data', '0029-telling'],
  },
  {
    made: 'before the middle of a serial was found, when ids were 0038',
    old: () => {
      const narrowed = migrationText('0034-search-narrowed').replace(
        'alike >= 100',
        '(wanted is null and fragment is null)',
      )
      return formerDatabase('0037', {
        '0034-search-narrowed': narrowed,
        '0038-search-ids': migrationText('0039-search-ids'),
      })
    },
    runs: ['0038-search-within', '0040-what-a-digest-holds'],
  },
  {
    made: 'when the search was one migration',
    old: () =>
      formerDatabase('0037', {
        '0035-search-bounded': readFileSync(join(import.meta.dirname, 'fixtures/former-search-bounded.sql'), 'utf8'),
        '0038-search-ids': migrationText('0039-search-ids'),
        '0039-what-a-digest-holds': migrationText('0040-what-a-digest-holds'),
      }),
    runs: ['0041-packages-of-events'],
  },
])('a database made $made is brought to this version and keeps its data', async ({ old, runs }) => {
  const url = await old()
  const client = await openClient({ connectionString: url })
  await client.query(
    `insert into accounts (account_id, number, name) values (gen_random_uuid(), 'C-1', 'Better Bikes')`,
  )
  expect((await migrate({ url, log })).slice(0, runs.length)).toEqual(runs)
  expect(await schemaOf(url)).toEqual(currentSchema)
  expect(await migrate({ url, log })).toEqual([])
  const { rows } = await client.query('select number from accounts')
  expect(rows).toEqual([{ number: 'C-1' }])
  await client.end()
})

test('a database of the first versions is left as it is, and the operator is told what to do', async () => {
  const url = await emptyDatabase()
  const client = await openClient({ connectionString: url })
  await client.query('create table migrations (name text primary key, sha256 text not null)')
  await client.query(`insert into migrations values ('0001-documents', $1)`, [
    '2f675d1ac03dcbaa5a3e41eb2f854bdb94a058ca9531cd6eb89b325fa531a689',
  ])
  await expect(migrate({ url, log })).rejects.toThrow(
    /^The database was made by one of the first versions.*Nothing was changed\. Start with an empty database .*let the ERP send all documents again/,
  )
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'migrations' }])
  await client.end()
})
