import type pg from 'pg'
import { readRoles } from '../connection/role-names.ts'
import { jobsSchema } from '../jobs.ts'
import { Refusal } from '../refusal.ts'

/** A table whose rows are copied. Names are quoted for SQL: `public.documents`; generated columns are left out. */
export type CopiedTable = { name: string; columns: string }

/** What migrate() writes of the schema itself: that of one database says nothing of another. */
const keptByMigrations: readonly string[] = ['public.migrations', 'public.repeatables', `${jobsSchema}.version`]
/** What pg-boss notes of its own work, by day: nothing depends on it, and its tables differ from day to day. */
const notedByJobs = new RegExp(`^${jobsSchema}\\.(bam|warning|queue_stats_\\d+)$`)

/** Whether the rows of a table stay behind. */
export const isLeftBehind = (name: string): boolean => keptByMigrations.includes(name) || notedByJobs.test(name)

const isInOurSchemas = `c.relnamespace::regnamespace::text in ('public', '${jobsSchema}')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
/** Partitions of a table of ours are copied together, those of a table of pg-boss each for itself. */
const isOurs = `(c.relkind = 'r' or (c.relkind = 'p' and c.relnamespace = 'public'::regnamespace)) and ${isInOurSchemas}`
const nameOf = (oid: string) =>
  `(select format('%I.%I', n.nspname, t.relname) from pg_class t join pg_namespace n on n.oid = t.relnamespace where t.oid = ${oid})`

type TableRow = { name: string; columns: string; targets: string[] }

const selectTables = `select ${nameOf('c.oid')} as name,
  (select string_agg(quote_ident(a.attname), ', ' order by a.attname) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  array(select distinct ${nameOf('k.confrelid')} from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as targets
from pg_class c where ${isOurs} order by 1`

/**
 * The tables whose rows are copied, each after those that it refers to. They are read from the database's own
 * catalogues, so that a new one is never left out.
 */
export async function copiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<TableRow>(selectTables)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const ordered = new Map<string, CopiedTable>()
  const visit = ({ name, columns, targets }: TableRow, path: readonly string[]) => {
    if (ordered.has(name)) return
    if (path.includes(name)) throw new Error(`The tables ${[...path, name].join(', ')} refer to each other`)
    for (const target of targets) {
      const row = byName.get(target)
      if (row !== undefined) visit(row, [...path, name])
    }
    ordered.set(name, { name, columns })
  }
  for (const row of rows) visit(row, [])
  return [...ordered.values()].filter(({ name }) => !isLeftBehind(name))
}

export type CopiedSequence = { name: string; lastValue: string; isCalled: boolean }

/** The sequences and where each stands. */
export async function copiedSequences(client: pg.ClientBase): Promise<CopiedSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select ${nameOf('c.oid')} as name from pg_class c where c.relkind = 'S' and ${isInOurSchemas} order by 1`,
  )
  const sequences: CopiedSequence[] = []
  for (const { name } of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    )
    for (const row of state.rows) sequences.push({ name, ...row })
  }
  return sequences
}

/** The tables of which the role for backups (database/policies/backup.sql) does not see every row; none in a database of this version. */
export async function unreadableTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select ${nameOf('c.oid')} as name from pg_class c where ${isOurs}
      and not (
        exists (select from pg_roles where rolname = $1)
        and coalesce(has_schema_privilege(to_regrole($1), c.relnamespace, 'usage'), false)
        and coalesce(has_table_privilege(to_regrole($1), c.oid, 'select'), false)
        and (not c.relrowsecurity or exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive
          and p.polroles = array[to_regrole($1)::oid] and pg_get_expr(p.polqual, p.polrelid) = 'true'))
        and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive))
      order by 1`,
    [(await readRoles(client)).backup],
  )
  return rows.map(({ name }) => name)
}

/** The number of rows of a table, and a sum over the hashes of their texts that does not depend on their order. */
export type TableSum = { rows: string; sum: string }

/** Counts and sums a table's rows with all columns, generated ones too. */
export async function sumOf(client: pg.ClientBase, name: string): Promise<TableSum> {
  const columns = await client.query<{ all: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attname) as all from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [name],
  )
  const { rows } = await client.query<TableSum>(`select count(*)::text as rows, coalesce(sum(
    ('x' || encode(substring(sha256(convert_to(row(${columns.rows[0]?.all})::text, 'UTF8')) for 8), 'hex'))::bit(64)::bigint
  ), 0)::text as sum from ${name}`)
  return rows[0] as TableSum
}

/** Rows are written as the same text whatever the server's settings, and nothing ends long work. */
export const textSettings = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local xmloption = 'content';
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/**
 * Throws Refusal unless the database has no tables, or is a portal's without a row. Looks at the size of the tables'
 * files: their rows may be hidden from their owner by row-level security.
 */
export async function refuseUnlessEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string; filled: string | null; tables: string; made: boolean }>(
    `select current_setting('server_encoding') as encoding, to_regclass('public.migrations') is not null as made,
      count(*)::text as tables,
      min(${nameOf('c.oid')}) filter (where c.relnamespace = 'public'::regnamespace
        and ${nameOf('c.oid')} <> all ($1) and (pg_relation_size(c.oid) > 0
          or exists (select from pg_inherits h where h.inhparent = c.oid and pg_relation_size(h.inhrelid) > 0))) as filled
    from pg_class c where ${isOurs}`,
    [keptByMigrations],
  )
  const { encoding, filled, tables, made } = rows[0] ?? { encoding: '', filled: null, tables: '0', made: false }
  if (encoding !== 'UTF8') {
    throw new Refusal(
      `The database is kept in ${encoding}: make one with "create database … encoding 'UTF8' template template0".`,
    )
  }
  if (filled !== null || (!made && tables !== '0')) {
    throw new Refusal(
      `The database is not empty: ${filled ?? 'it has tables that are not the portal’s'}. Nothing was changed. Name a new, empty one.`,
    )
  }
}
