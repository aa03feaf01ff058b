import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { isUnavailable } from './availability.ts'
import { openClient } from './connect.ts'
import { refuseUnsafeRole } from './roles.ts'
import { testDatabase } from './testing/database.ts'
import { readTogether, withAccount, withTransaction } from './transaction.ts'

const database = await testDatabase()
const { viewer, server } = database.pools

test('amounts, dates and times arrive as the texts they are', async () => {
  const { rows } = await server.query(`select 12345678901234567.8900::numeric as amount, 9007199254740993::int8 as big,
    date '1899-12-31' as day, timestamptz '2026-03-01 08:00:00.123456+01' as at, array[1.10::numeric] as amounts,
    array[timestamptz '2026-03-01 00:00Z', null] as times`)
  expect(rows[0]).toEqual({
    amount: '12345678901234567.8900',
    big: '9007199254740993',
    day: '1899-12-31',
    at: '2026-03-01T07:00:00.123456Z',
    amounts: ['1.10'],
    times: ['2026-03-01T00:00:00Z', null],
  })
})

test('the server refuses to work as a role that sees every customer', async () => {
  await expect(refuseUnsafeRole(viewer)).resolves.toBeUndefined()
  await expect(refuseUnsafeRole(server)).resolves.toBeUndefined()
  await expect(refuseUnsafeRole(database.owner)).rejects.toThrow(/superuser/)
})

test('a customer sees their own account and nothing of another', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()]
  await withTransaction(server, async (client) => {
    await client.query(
      'insert into accounts (account_id, number, name) select id, id::text, $2 from unnest($1::uuid[]) id',
      [[mine, theirs], 'Somebody'],
    )
    await client.query(
      `insert into documents (account_id, id, type, number, status, source_system, content_hash, ingested_at)
       select id, gen_random_uuid(), 'orders', 'SO-' || id, 'open', 'erp', sha256('')::bytea, now() from unnest($1::uuid[]) id`,
      [[mine, theirs]],
    )
  })
  const seen = await withAccount(viewer, mine, (client) => client.query('select account_id from documents'))
  expect(seen.rows).toEqual([{ account_id: mine }])
  const without = await viewer.query('select account_id from documents')
  expect(without.rows).toEqual([])
})

test('a page is read for one account alone, and its connection serves the next caller clean', async () => {
  const account = randomUUID()
  const seen = { name: 'seen', text: `select nullif(current_setting('app.account_id', true), '') as account` }
  const both = await readTogether(viewer, { accountId: account }, (run) => Promise.all([run(seen), run(seen)]))
  expect(both.flatMap(({ rows }) => rows)).toEqual([{ account }, { account }])
  const writing = readTogether(viewer, { accountId: account }, (run) => run({ text: 'create temp table t (id int)' }))
  await expect(writing).rejects.toThrow(/read-only transaction/)
  const failing = readTogether(viewer, { accountId: account }, (run) =>
    Promise.all([run({ text: 'select 1 / 0' }), run(seen)]),
  )
  await expect(failing).rejects.toThrow('division by zero')
  const after = await Promise.all(Array.from({ length: 12 }, () => viewer.query(seen)))
  expect(after.flatMap(({ rows }) => rows)).toEqual(Array.from({ length: 12 }, () => ({ account: null })))
})

test('a statement that failed for one customer serves the next, on the same connection', async () => {
  const divide = (divisor: number) =>
    readTogether<{ rows: { quotient: number }[] }>(viewer, { accountId: randomUUID() }, (run) =>
      run({ name: 'divide', text: 'select 12 / $1::int as quotient', values: [divisor] }),
    )
  await expect(divide(0)).rejects.toThrow('division by zero')
  for (const divisor of [3, 4, 6]) expect((await divide(divisor)).rows).toEqual([{ quotient: 12 / divisor }])
  const misspelt = () =>
    readTogether(viewer, { accountId: randomUUID() }, (run) => run({ name: 'misspelt', text: 'select nothing' }))
  for (let attempt = 0; attempt < 2; attempt++) await expect(misspelt()).rejects.toThrow('column "nothing"')
})

test('two statements of one name are a mistake that harms no one else', async () => {
  const read = (text: string) =>
    readTogether(viewer, { accountId: randomUUID() }, (run) => run({ name: 'twice', text }))
  await read('select 1 as one')
  await expect(read('select 2 as two')).rejects.toThrow('Two statements are called twice')
  expect((await read('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a value that cannot be sent fails its page and no other', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const read = (value: unknown) =>
    readTogether(viewer, { accountId: randomUUID() }, (run) =>
      run({ text: 'select $1::jsonb as value', values: [value] }),
    )
  for (let attempt = 0; attempt < 20; attempt++) await expect(read(circular)).rejects.toThrow('circular')
  expect((await read({ a: 1 })).rows).toEqual([{ value: { a: 1 } }])
})

test('a page that fails before it reads anything fails alone', async () => {
  const failing = readTogether(viewer, { accountId: randomUUID() }, async (run) => {
    run({ text: 'select 1 / 0' }).catch(() => undefined)
    throw new Error('nothing to show')
  })
  await expect(failing).rejects.toThrow('nothing to show')
  await expect(readTogether(viewer, { accountId: 'no account' }, (run) => run({ text: 'select 1' }))).rejects.toThrow(
    'needs an id',
  )
})

test('a statement of a page that comes after the others were sent is refused', async () => {
  const late = readTogether(viewer, { accountId: randomUUID() }, async (run) => {
    await run({ text: 'select 1' })
    return run({ text: 'select 2' })
  })
  await expect(late).rejects.toThrow('after the others')
})

test('a transaction for reading writes nothing', async () => {
  const account = randomUUID()
  const writing = withAccount(viewer, account, (client) => client.query('create temp table t (id int)'))
  await expect(writing).rejects.toThrow(/read-only transaction/)
})

test('what fails halfway was never written, and the connection serves the next caller clean', async () => {
  const account = randomUUID()
  const failing = withTransaction(server, async (client) => {
    await client.query(`insert into accounts (account_id, number, name) values ($1, $2, 'Half')`, [account, account])
    throw new Error('something went wrong')
  })
  await expect(failing).rejects.toThrow('something went wrong')
  const remaining = await server.query('select from accounts where account_id = $1', [account])
  expect(remaining.rowCount).toBe(0)
  const settings = await Promise.all(
    Array.from({ length: 12 }, () => server.query(`select nullif(current_setting('app.account_id', true), '') as id`)),
  )
  expect(settings.flatMap(({ rows }) => rows)).toEqual(Array.from({ length: 12 }, () => ({ id: null })))
})

test('a failed statement that was swallowed does not pass for a commit', async () => {
  const swallowing = withTransaction(server, async (client) => {
    await client.query('select 1 / 0').catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow('rolled back')
})

test('nothing but the id of an account gets into the text that names it', async () => {
  const never = async () => expect.unreachable()
  for (const id of ["'; drop table documents; --", '', randomUUID().toUpperCase(), `${randomUUID()}'`]) {
    await expect(async () => withAccount(viewer, id, never)).rejects.toThrow('needs an id')
    await expect(readTogether(viewer, { accountId: id }, never)).rejects.toThrow('needs an id')
  }
})

test('a query that takes too long ends, and the pool goes on', async () => {
  const startedAt = performance.now()
  // The database stops it a quarter of a second before the client gives up, whom a busy machine may let speak first.
  await expect(viewer.query('select pg_sleep(30)')).rejects.toThrow(/statement timeout|Query read timeout/)
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  expect((await viewer.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const running = "select from pg_stat_activity where state = 'active' and query = 'select pg_sleep(30)'"
  await expect.poll(async () => (await database.owner.query(running)).rowCount).toBe(0)
})

test('a statement that was given up takes its connection with it, and none follows it there', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  const hanging = withTransaction(server, (client) =>
    client.query({ text: 'select pg_sleep(1)', query_timeout: 50 } as pg.QueryConfig),
  )
  await expect(hanging).rejects.toThrow('Query read timeout')
  await expect.poll(() => server.idleCount).toBe(server.totalCount)
  process.off('warning', note)
  expect(warnings).toEqual([])
  expect((await server.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('when the database drops a connection in use, the caller hears and the next one is served', async () => {
  const interrupted = withAccount(viewer, randomUUID(), async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await database.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await client.query('select 1')
  })
  await expect(interrupted).rejects.toThrow()
  expect((await viewer.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('every table that a customer’s reading reaches shows one account alone, whoever owns it, and no other can be read', async () => {
  const { rows } = await database.owner.query<{ name: string; readable: boolean; guarded: boolean; policies: string }>(
    `select c.relname as name, has_table_privilege('portal', c.oid, 'select') as readable,
  c.relrowsecurity and c.relforcerowsecurity as guarded,
  coalesce((select string_agg(p.qual, ' ') from pg_policies p where p.tablename = c.relname and p.roles && array['portal', 'public']::name[]), '') as policies
from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const readable = rows.filter((table) => table.readable)
  expect(readable.length).toBeGreaterThan(10)
  expect(
    readable.filter(({ guarded, policies }) => !guarded || policies !== '(account_id = current_account())'),
  ).toEqual([])
  const writable = await database.owner.query(
    `select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
and (has_table_privilege('portal', c.oid, 'insert, update, delete, truncate') or has_any_column_privilege('portal', c.oid, 'insert, update'))`,
  )
  expect(writable.rows).toEqual([])
  for (const { name } of rows.filter((table) => !table.readable)) {
    await expect(viewer.query(`select from ${name}`)).rejects.toMatchObject({ code: '42501' })
  }
})

/** Listens on the socket in its arguments with room for one caller, and answers nobody. */
const listener = `require('node:net').createServer().listen({ path: process.argv[1], backlog: 1 }, () => {
  require('node:fs').writeSync(1, 'listening')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)
})`

test.skipIf(process.platform === 'win32')(
  'a database with too many connections waiting is one that can be reached again later',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'socket-'))
    const child = spawn(process.execPath, ['-e', listener, join(folder, '.s.PGSQL.5432')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(child.stdout, 'data')
      const address = { host: folder, port: 5432, user: 'portal', password: 'x', connectionTimeoutMillis: 300 }
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => openClient(address)))
      const errors = attempts.map((attempt) => (attempt.status === 'rejected' ? attempt.reason : undefined))
      expect(errors.map(String).join()).toMatch(/EAGAIN|ECONNREFUSED/)
      expect(errors.map(isUnavailable)).toEqual(errors.map(() => true))
    } finally {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    }
  },
)
