import { describe, expect, test } from 'vitest'
import { testDatabase } from './testing/database.ts'

const database = await testDatabase()

describe('the second lock', () => {
  const namesFrom = async (sql: string) =>
    (await database.owner.query<{ name: string }>(sql)).rows.map((row) => row.name)

  test('every table that holds an account’s rows and that a viewer may read is under forced row-level security', async () => {
    expect(
      await namesFrom(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege('portal', c.oid, 'select')
          and not (c.relrowsecurity and c.relforcerowsecurity)`),
    ).toEqual([])
  })

  test('a viewer may read nothing that is not under it', async () => {
    expect(
      await namesFrom(`select c.relname as name from pg_class c where c.relkind in ('r', 'm', 'p') and c.relnamespace = 'public'::regnamespace
        and has_any_column_privilege('portal', c.oid, 'select') and not c.relrowsecurity`),
    ).toEqual([])
  })

  test('a viewer may write nothing', async () => {
    expect(
      await namesFrom(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and has_table_privilege('portal', c.oid, 'insert, update, delete, truncate, references, trigger')`),
    ).toEqual([])
  })

  test('no view shows what its reader may not see', async () => {
    expect(
      await namesFrom(`select relname as name from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
        and not coalesce('security_invoker=true' = any (reloptions), false)`),
    ).toEqual([])
  })

  test('functions with another’s rights have a fixed search path and are not for everybody', async () => {
    expect(
      await namesFrom(`select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
        and (not coalesce(proconfig::text like '%search_path=%', false) or has_function_privilege('public', oid, 'execute'))`),
    ).toEqual([])
  })

  test('every unique key of a tenant table begins with the account', async () => {
    expect(
      await namesFrom(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
        where i.indisunique and c.relrowsecurity and c.relname <> 'accounts' and c.relnamespace = 'public'::regnamespace
          and has_table_privilege('portal', c.oid, 'select') and i.indkey[0] <> a.attnum`),
    ).toEqual([])
  })

  test('the roles of the server own nothing and bypass nothing', async () => {
    expect(
      await namesFrom(`select rolname as name from pg_roles where rolname in ('portal', 'portal_server', 'portal_search', 'portal_console')
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`),
    ).toEqual([])
    expect(
      await namesFrom(
        `select relname as name from pg_class where relowner in ('portal'::regrole, 'portal_server'::regrole, 'portal_search'::regrole, 'portal_console'::regrole)`,
      ),
    ).toEqual([])
  })
})
