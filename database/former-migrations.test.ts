import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openClient } from './connect.ts'
import { migrate } from './migrate.ts'
import { catalogueOf } from './testing/catalogue.ts'
import { testDatabase } from './testing/database.ts'
import { formerFolder, migrateAsBefore } from './testing/former.ts'

/* Databases made by former migrations, also while those had other numbers on main. */

const log = { info: () => undefined, warn: () => undefined }
const { adminUrl } = inject('database')
const databaseNames: string[] = []
const fresh = await testDatabase()
let admin: pg.Client
let currentSchema: string[]
/** Where most of the databases below were the same; they begin as copies of it. */
let earlyUrl: string

beforeAll(async () => {
  admin = await openClient({ connectionString: adminUrl })
  currentSchema = await catalogueOf(fresh.ownerUrl)
  earlyUrl = await emptyDatabase()
  await migrateAsBefore(earlyUrl, '0027')
})
afterAll(async () => {
  for (const name of databaseNames) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

async function emptyDatabase(template = 'template1'): Promise<string> {
  const name = `former_${randomBytes(6).toString('hex')}`
  databaseNames.push(name)
  await admin.query(`create database ${name} template ${template}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

const formerText = (name: string) => readFileSync(join(formerFolder, `${name}.sql`), 'utf8')

/** A database that ran the former migrations before `next`, and then others: their text by name. */
async function formerDatabase(next?: string, others?: Record<string, string>): Promise<string> {
  const isEarly = next !== undefined && next < '0027'
  const url = await emptyDatabase(isEarly ? undefined : new URL(earlyUrl).pathname.slice(1))
  await migrateAsBefore(url, next, others)
  return url
}

test.each([
  { made: 'by the last of the former migrations', old: () => formerDatabase(), runs: [] },
  { made: 'by the first of them', old: () => formerDatabase('0002'), runs: ['0002-sign-in', '0003-counts'] },
  {
    made: 'while the waiting events came before the personal data',
    old: () => formerDatabase('0027', { '0027-waiting-events': formerText('0028-waiting-events') }),
    runs: ['0027-personal-data', '0029-telling'],
  },
  {
    made: 'before the middle of a serial was found, when ids were 0038',
    old: () => {
      const narrowed = formerText('0034-search-narrowed').replace(
        'alike >= 100',
        '(wanted is null and fragment is null)',
      )
      return formerDatabase('0038', {
        '0034-search-narrowed': narrowed,
        '0038-search-ids': formerText('0039-search-ids'),
      })
    },
    runs: ['0038-search-within', '0040-what-a-digest-holds'],
  },
  {
    made: 'when the search was one migration',
    old: () =>
      formerDatabase('0038', {
        '0035-search-bounded': readFileSync(join(import.meta.dirname, 'fixtures/former-search-bounded.sql'), 'utf8'),
        '0038-search-ids': formerText('0039-search-ids'),
        '0039-what-a-digest-holds': formerText('0040-what-a-digest-holds'),
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
  expect(await catalogueOf(url)).toEqual(currentSchema)
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
