import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { openClient } from './connect.ts'
import { migrate } from './migrate.ts'

const { adminUrl } = inject('database')
const databaseNames: string[] = []
let admin: pg.Client
let client: pg.Client
let folder: string
let url: string
let logged: string[]

const write = (name: string, sql: string) => {
  const path = join(folder, `${name}.sql`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, sql)
}
const start = () => {
  logged = []
  return migrate({ url, folder, log: { info: (line) => logged.push(line), warn: () => undefined } })
}
const evaluate = async (expression: string) =>
  (await client.query<{ value: unknown }>(`select ${expression} as value`)).rows[0]?.value

beforeAll(async () => {
  admin = await openClient({ connectionString: adminUrl })
})
beforeEach(async () => {
  const name = `repeatables_${randomBytes(6).toString('hex')}`
  databaseNames.push(name)
  await admin.query(`create database ${name}`)
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  url = address.href
  client = await openClient({ connectionString: url })
  folder = mkdtempSync(join(tmpdir(), 'portal-repeatables-'))
  write('migrations/0001-start', 'create table prices (id int, amount int); insert into prices values (1, 10);')
  write('functions/with-tax', 'create or replace function with_tax(amount int) returns int return amount + rate();')
  write('functions/rate', 'create or replace function rate() returns int return 2;')
  write('views/offers', 'create or replace view offers as select id, with_tax(amount) as amount from prices;')
})
afterEach(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
})
afterAll(async () => {
  for (const name of databaseNames) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

test('functions and views are created after those that they use, whatever their names', async () => {
  expect(await start()).toEqual(['0001-start'])
  expect(await evaluate('(select amount from offers)')).toBe(12)
})

test('a start applies what was changed, and nothing else', async () => {
  await start()
  write('functions/rate', 'create or replace function rate() returns int return 3;')
  await start()
  expect(logged).toEqual(['1 of 3 functions, views, triggers and policies were applied.'])
  expect(await evaluate('(select amount from offers)')).toBe(13)
  await start()
  expect(logged).toEqual([])
})

test('the same file with other line endings is no change', async () => {
  write('functions/rate', 'create or replace function rate() returns int\nreturn 2;\n')
  await start()
  write('functions/rate', 'create or replace function rate() returns int\r\nreturn 2;\r\n')
  await start()
  expect(logged).toEqual([])
})

test('a migration may drop the view that stands in its way: it is there again afterwards', async () => {
  await start()
  write('migrations/0002-whole-cents', 'drop view offers; alter table prices alter column amount type bigint;')
  write(
    'functions/with-tax',
    'create or replace function with_tax(amount bigint) returns bigint return amount + rate();',
  )
  await start()
  expect(await evaluate('(select amount from offers)')).toBe('12')
})

test('a file that fails leaves everything as it was, names its line, and all is applied once it is mended', async () => {
  await start()
  write('migrations/0002-without-view', 'drop view offers;')
  write('functions/rate', 'create or replace function rate() returns int return 5;')
  write(
    'triggers/prices',
    'create or replace trigger count after insert on prices\nfor each row execute function nowhere();',
  )
  await expect(start()).rejects.toThrow(
    /\(triggers\/prices\.sql\) failed and changed nothing.*nowhere\(\) does not exist/,
  )
  expect(await evaluate('rate()')).toBe(2)
  rmSync(join(folder, 'triggers'), { recursive: true })
  await start()
  expect(logged).toEqual(['3 of 3 functions, views, triggers and policies were applied.'])
  expect(await evaluate('(select amount from offers)')).toBe(15)
})

test('a database with a function that this version does not know is refused by name', async () => {
  write('functions/newer', 'create or replace function newer() returns int return 1;')
  await start()
  rmSync(join(folder, 'functions/newer.sql'))
  await expect(start()).rejects.toThrow('The database has functions/newer, which this version does not know.')
  write(
    'migrations/0002-without-newer',
    `drop function newer(); delete from repeatables where name = 'functions/newer';`,
  )
  expect(await start()).toEqual(['0002-without-newer'])
})

test('an owner who is no superuser can apply all of the portal’s files again', async () => {
  const name = `plain_${randomBytes(6).toString('hex')}`
  await admin.query(
    `create role ${name} login createrole password 'secret'; grant portal_search, portal_backup to ${name} with admin option`,
  )
  await admin.query(`create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop owned by ${name}; drop role ${name}`)
  })
  const plain = new URL(adminUrl)
  plain.pathname = `/${name}`
  plain.username = name
  plain.password = 'secret'
  const log = { info: () => undefined, warn: () => undefined }
  await migrate({ url: plain.href, log })
  const owner = await openClient({ connectionString: plain.href })
  await owner.query(`update repeatables set sha256 = ''`)
  await migrate({ url: plain.href, log })
  const { rows } = await owner.query(`select name from repeatables where sha256 = ''`)
  expect(rows).toEqual([])
  await owner.end()
})
