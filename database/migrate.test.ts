import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { migrate } from './migrate.ts'

const log = { info: () => undefined, warn: () => undefined }
const { adminUrl } = inject('database')
const databases: string[] = []
let folder: string
let url: string
let client: pg.Client

const admin = async (sql: string) => {
  const connection = new pg.Client({ connectionString: adminUrl })
  await connection.connect()
  await connection.query(sql).finally(() => connection.end())
}
const writeMigration = (name: string, sql: string) => writeFileSync(join(folder, 'migrations', `${name}.sql`), sql)
const runMigrations = () => migrate({ url, folder, log })
const tableNames = async () =>
  (
    await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).rows.map(({ name }) => name)

/** Runs a server's migration in its own process. */
function serverStart(): { child: ReturnType<typeof spawn>; output: Promise<string> } {
  const script = `const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))})
    const log = { info: () => undefined, warn: () => undefined }
    console.log(JSON.stringify(await migrate({ ...${JSON.stringify({ url, folder })}, log })))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = new Promise<string>((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk
    })
    child.once('close', () => resolve(text.trim()))
  })
  return { child, output }
}

const waitForEvent = (eventType: string) =>
  vi.waitFor(
    async () => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where application_name = 'portal migrate'
        and wait_event_type = $1 and datname = current_database()`,
        [eventType],
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 10_000, interval: 10 },
  )

beforeEach(async () => {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await admin(`create database ${name}`)
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  url = address.href
  folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  mkdirSync(join(folder, 'migrations'))
  client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  writeMigration('0001-start', 'create table first (id int); insert into first values (1);')
  writeMigration('0002-more', 'create table second (id int); insert into first values (2);')
})

afterEach(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
})

afterAll(async () => {
  for (const name of databases) await admin(`drop database ${name} with (force)`)
})

test('five servers that start together run each migration once', async () => {
  const inThisProcess = async () => JSON.stringify(await runMigrations())
  const starts = [serverStart().output, serverStart().output, inThisProcess(), inThisProcess(), inThisProcess()]
  expect((await Promise.all(starts)).sort()).toEqual(['["0001-start","0002-more"]', '[]', '[]', '[]', '[]'])
  expect((await client.query('select id from first order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('migrations run in the order of their numbers, whichever file was written first', async () => {
  writeMigration('0004-last', 'alter table third add column value int;')
  writeMigration('0003-table', 'create table third (id int);')
  expect(await runMigrations()).toEqual(['0001-start', '0002-more', '0003-table', '0004-last'])
})

test('a migration that comes before one that has run is refused by name, and nothing runs', async () => {
  await runMigrations()
  await client.query(`delete from migrations where name = '0001-start'`)
  writeMigration('0003-new', 'create table third (id int);')
  await expect(runMigrations()).rejects.toThrow(
    'The migration 0001-start comes before 0002-more, which has already run. Give it a new number.',
  )
  expect(await tableNames()).not.toContain('third')
})

test('a later start runs only what is new', async () => {
  await runMigrations()
  writeMigration('0003-new', 'create table third (id int);')
  expect(await runMigrations()).toEqual(['0003-new'])
})

test('a migration that was changed after it ran is refused by name', async () => {
  await runMigrations()
  writeMigration('0001-start', 'create table first (id int, extra int);')
  await expect(runMigrations()).rejects.toThrow(
    'The migration 0001-start was changed after it had run on this database.',
  )
})

test('the same migration with other line endings is no change', async () => {
  writeMigration('0001-start', 'create table first (id int);\ninsert into first values (1);\n')
  await runMigrations()
  writeMigration('0001-start', 'create table first (id int);\r\ninsert into first values (1);\r\n')
  expect(await runMigrations()).toEqual([])
})

test('a database that is newer than the portal is refused', async () => {
  writeMigration('0003-new', 'create table third (id int);')
  await runMigrations()
  rmSync(join(folder, 'migrations/0003-new.sql'))
  await expect(runMigrations()).rejects.toThrow(
    'The database has the migration 0003-new, which this version does not know.',
  )
})

test('a number that is missing or taken twice is refused before anything runs', async () => {
  renameSync(join(folder, 'migrations/0002-more.sql'), join(folder, 'migrations/0004-more.sql'))
  await expect(runMigrations()).rejects.toThrow('0004-more.sql')
  expect(await tableNames()).toEqual([])
})

test('a migration that fails changes nothing, tells the line, and runs once it is mended', async () => {
  writeMigration('0003-faulty', 'create table third (id int);\ninsert into nowhere values (1);')
  await expect(runMigrations()).rejects.toThrow(
    '0003-faulty failed and changed nothing (line 2): relation "nowhere" does not exist',
  )
  expect(await tableNames()).toEqual(['first', 'migrations', 'repeatables', 'second'])
  writeMigration('0003-faulty', 'create table third (id int);')
  expect(await runMigrations()).toEqual(['0003-faulty'])
})

test('a server killed in the middle of a migration leaves nothing of it, and the next start runs it', async () => {
  await runMigrations()
  await client.query('create table gate (id int)')
  await client.query('insert into gate values (1)')
  writeMigration(
    '0003-long',
    `create table third (id int);
     do $$ begin if exists (select from gate) then perform pg_sleep(60); end if; end $$;`,
  )
  const { child, output } = serverStart()
  await vi.waitFor(
    async () => {
      const { rowCount } = await client.query(`select from pg_stat_activity where wait_event = 'PgSleep'
        and datname = current_database()`)
      expect(rowCount).toBe(1)
    },
    { timeout: 15_000 },
  )
  child.kill('SIGKILL')
  await output
  await client.query('delete from gate')
  expect(await tableNames()).toEqual(['first', 'gate', 'migrations', 'repeatables', 'second'])
  expect(await runMigrations()).toEqual(['0003-long'])
})

test('a migration gives way to a long transaction and tries again', async () => {
  await runMigrations()
  writeMigration('0003-alter', 'alter table first add column more int;')
  // The waiting is observed on another connection: inside a transaction, the statistics of other sessions do not
  // change.
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table first in access share mode')
  const migrating = runMigrations()
  await waitForEvent('Lock')
  // Between two attempts the session waits only for its client.
  await waitForEvent('Client')
  await holder.query('commit')
  await holder.end()
  expect(await migrating).toEqual(['0003-alter'])
})
