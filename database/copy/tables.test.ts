import { expect, test } from 'vitest'
import { openClient } from '../connect.ts'
import { testDatabase } from '../testing/database.ts'
import { copiedTables, isLeftBehind, unreadableTables } from './tables.ts'

/* What is copied with a portal's database. */

const database = await testDatabase()

test('every table is copied but those of which the schema itself or pg-boss keeps notes', async () => {
  const client = await openClient({ connectionString: database.ownerUrl })
  // A table of the next version, which nobody has thought of here.
  await client.query('create table forgotten (id int primary key)')
  const copied = (await copiedTables(client)).map(({ name }) => name)
  const { rows } = await client.query<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where (c.relkind in ('r', 'm', 'f') or (c.relkind = 'p' and n.nspname = 'public')) and n.nspname !~ '^(pg_|information_schema$|partitions$)'`)
  expect(copied.toSorted()).toEqual(
    rows
      .map(({ name }) => name)
      .filter((name) => !isLeftBehind(name))
      .toSorted(),
  )
  expect(copied).toContain('public.forgotten')
  expect(copied).toContain('jobs.job_common')
  // The role for backups may not read it yet: the file of its policies is applied with a migration.
  expect(await unreadableTables(client)).toEqual(['public.forgotten'])
  await client.query('drop table forgotten')
  await client.end()
})

test('a table comes after those that it refers to', async () => {
  const client = await openClient({ connectionString: database.ownerUrl })
  const order = (await copiedTables(client)).map(({ name }) => name)
  const { rows } = await client.query<{ from: string; to: string }>(`select format('public.%I', c.relname) as from,
      format('public.%I', t.relname) as to
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`)
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter(({ from, to }) => order.indexOf(from) < order.indexOf(to))).toEqual([])
  await client.end()
})

test('the role for backups sees every row and may only read', async () => {
  const client = await openClient({ connectionString: database.ownerUrl })
  expect(await unreadableTables(client)).toEqual([])
  await client.query('set role portal_backup')
  await expect(client.query(`update accounts set name = ''`)).rejects.toMatchObject({ code: '42501' })
  await client.end()
})
