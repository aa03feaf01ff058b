import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testDatabase } from './testing.ts'

const database = await testDatabase()

type Column = { type: string; nullable: boolean; generated: boolean }

const typeOf: Record<string, string> = {
  uuid: 'Uuid',
  text: 'string',
  integer: 'number',
  bigint: 'string',
  numeric: 'Decimal',
  date: 'CalendarDate',
  'timestamp with time zone': 'Instant',
  jsonb: 'unknown',
  bytea: 'Buffer',
  ARRAY: 'string[]',
  tsvector: 'string',
  boolean: 'boolean',
  'double precision': 'number',
}

/** The tables as database/tables.ts and the files beside it declare them. */
function declared(): Map<string, Map<string, Column>> {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  const source = `${read('people-tables.ts')}${read('notice-tables.ts')}${read('intake-tables.ts')}${read('item-tables.ts')}${read('ledger-tables.ts')}${read('tables.ts')}`
  const shapes = new Map(
    [...source.matchAll(/export type (\w+Table) = \{\n([\s\S]*?)\n\}/g)].map(([, name, body]) => [
      name,
      body as string,
    ]),
  )
  const listed = /export type Database = \{\n([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
  return new Map(
    [...listed.matchAll(/^ {2}(\w+): (\w+)$/gm)].map(([, table, shape]) => [
      table as string,
      new Map(
        [...(shapes.get(shape as string) ?? '').matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, column, text]) => {
          const generated = text?.startsWith('Generated<') ?? false
          const inner = generated ? (text as string).slice('Generated<'.length, -1) : (text as string)
          const nullable = inner.endsWith(' | null')
          return [column as string, { type: inner.replace(' | null', ''), nullable, generated }]
        }),
      ),
    ]),
  )
}

describe('the tables as the queries see them', () => {
  test('are those of the database, column by column', async () => {
    const { rows } = await database.owner.query<Record<'table' | 'column' | 'type', string> & Omit<Column, 'type'>>(`
      select table_name as "table", column_name as "column", data_type as type, is_nullable = 'YES' as nullable,
        is_generated = 'ALWAYS' or is_identity = 'YES' or column_default is not null as generated
      from information_schema.columns join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and table_name <> 'migrations'
      order by table_name, ordinal_position`)
    const live = [...Map.groupBy(rows, (row) => row.table)].map(([table, columns]) => [
      table,
      columns.map(({ column, type, nullable, generated }) => [
        column,
        // jsonb may hold anything, null included.
        { type: typeOf[type] ?? type, nullable: type !== 'jsonb' && nullable, generated },
      ]),
    ])
    const known = [...declared()].map(([table, columns]) => [table, [...columns]])
    const byName = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
    expect(known.toSorted(byName)).toEqual(live.toSorted(byName))
  })
})

describe('the second lock', () => {
  const ask = async (sql: string) => (await database.owner.query<{ name: string }>(sql)).rows.map((row) => row.name)

  test('every table that holds an account’s rows and that a viewer may read is under forced row-level security', async () => {
    expect(
      await ask(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege('portal', c.oid, 'select')
          and not (c.relrowsecurity and c.relforcerowsecurity)`),
    ).toEqual([])
  })

  test('a viewer may read nothing that is not under it', async () => {
    expect(
      await ask(`select c.relname as name from pg_class c where c.relkind in ('r', 'm', 'p') and c.relnamespace = 'public'::regnamespace
        and has_any_column_privilege('portal', c.oid, 'select') and not c.relrowsecurity`),
    ).toEqual([])
  })

  test('a viewer may write nothing', async () => {
    expect(
      await ask(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and has_table_privilege('portal', c.oid, 'insert, update, delete, truncate, references, trigger')`),
    ).toEqual([])
  })

  test('no view shows what its reader may not see', async () => {
    expect(
      await ask(`select relname as name from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
        and not coalesce('security_invoker=true' = any (reloptions), false)`),
    ).toEqual([])
  })

  test('functions with another’s rights have a fixed search path and are not for everybody', async () => {
    expect(
      await ask(`select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
        and (not coalesce(proconfig::text like '%search_path=%', false) or has_function_privilege('public', oid, 'execute'))`),
    ).toEqual([])
  })

  test('every unique key of a tenant table begins with the account', async () => {
    expect(
      await ask(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
        where i.indisunique and c.relrowsecurity and c.relname <> 'accounts' and c.relnamespace = 'public'::regnamespace
          and has_table_privilege('portal', c.oid, 'select') and i.indkey[0] <> a.attnum`),
    ).toEqual([])
  })

  test('the roles of the server own nothing and bypass nothing', async () => {
    expect(
      await ask(`select rolname as name from pg_roles where rolname in ('portal', 'portal_server', 'portal_search')
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`),
    ).toEqual([])
    expect(
      await ask(
        `select relname as name from pg_class where relowner in ('portal'::regrole, 'portal_server'::regrole, 'portal_search'::regrole)`,
      ),
    ).toEqual([])
  })
})
