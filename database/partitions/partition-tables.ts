import type pg from 'pg'

/*
 * Tables that grow with the documents can be partitioned by a hash of their account: vacuum, the building of an index
 * and whatever else works through a table then takes as long as its largest partition. Keys of these tables begin with the
 * account and refer to each other together with it, so that nothing else changes: queries, policies and triggers name the
 * whole table.
 */

/** The tables that are partitioned. */
const partitionedTables = [
  'documents',
  'document_changes',
  'document_lines',
  'document_links',
  'document_search',
  'item_terms',
  'ordered_lines',
  'shipment_events',
  'units',
] as const

/** The schema of the partitions, which only the owner and the role for backups reach. */
export const partitionSchema = 'partitions'

/** The number of partitions of each large table of the database; 0: they are not partitioned. */
export async function countPartitions(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_inherits where inhparent = to_regclass('public.documents')`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Has every session of the database keep the plans that it has made. PostgreSQL takes a plan for whole tables, which reads
 * one partition as well, for as dear as all of them, and would make one anew for each call: with sixteen of them a document
 * took 6.6 ms instead of 1.9 (`npm run bench -- one-connection --size S --partitions 16`).
 */
export const keepPlans = `do $$ begin
  execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
end $$`

type Definition = { table: string; name: string; text: string; comment: string | null }

const foreignKeys = `
select k.conrelid::regclass::text as "table", quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as text, obj_description(k.oid, 'pg_constraint') as comment
from pg_constraint k where k.contype = 'f' and (k.conrelid = any ($1::regclass[]) or k.confrelid = any ($1::regclass[]))`

const keys = `
select k.conrelid::regclass::text as "table", quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as text, obj_description(k.oid, 'pg_constraint') as comment
from pg_constraint k where k.contype in ('p', 'u') and k.conrelid = any ($1::regclass[]) order by k.contype, k.conname`

const indexes = `
select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text, obj_description(i.indexrelid, 'pg_class') as comment
from pg_index i where i.indrelid = any ($1::regclass[])
  and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u')) order by 2`

const rights = `
select c.oid::regclass::text as "table", '' as name, format('grant %s%s on %s to %s', g.privilege_type, coalesce(' (' || quote_ident(g.attname) || ')', ''),
  c.oid::regclass, g.grantee::regrole) as text, null as comment
from pg_class c cross join lateral (
  select t.privilege_type, t.grantee, null as attname from aclexplode(c.relacl) t
  union all select t.privilege_type, t.grantee, a.attname from pg_attribute a cross join lateral aclexplode(a.attacl) t where a.attrelid = c.oid
) g where c.oid = any ($1::regclass[]) and g.grantee <> c.relowner`

const security = `
select c.oid::regclass::text as "table", '' as name, format('alter table %s enable row level security%s', c.oid::regclass,
  case when c.relforcerowsecurity then ', force row level security' else '' end) as text, obj_description(c.oid, 'pg_class') as comment
from pg_class c where c.oid = any ($1::regclass[]) and c.relrowsecurity`

/**
 * Makes the large tables anew with so many partitions each, and with the same columns, keys, indexes, rights and comments.
 * For a database whose tables are empty and have no triggers, policies and views yet; within a transaction. Throws an error
 * when a table has had a row, which row-level security may hide from its owner.
 */
export async function partitionTables(client: pg.ClientBase, count: number): Promise<void> {
  const read = async (query: string) => (await client.query<Definition>(query, [[...partitionedTables]])).rows
  const references = await read(foreignKeys)
  const constraints = await read(keys)
  const others = await read(indexes)
  const granted = await read(rights)
  const secured = await read(security)
  await client.query(`create schema if not exists ${partitionSchema}`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of partitionedTables) await makePartitions(client, table, count)
  for (const { table, name, text, comment } of [...constraints, ...references]) {
    await client.query(`alter table ${table} add constraint ${name} ${text}`)
    await commentOn(client, `constraint ${name} on ${table}`, comment)
  }
  for (const { name, text, comment } of others) {
    await client.query(text)
    await commentOn(client, `index ${name}`, comment)
  }
  for (const { text } of [...granted, ...secured]) await client.query(text)
}

/** Puts a table of the same columns, checks and defaults in the place of one without rows. */
async function makePartitions(client: pg.ClientBase, table: string, count: number): Promise<void> {
  const { rows } = await client.query<{ options: string; comment: string | null; filled: boolean }>(
    `select coalesce('with (' || array_to_string(reloptions, ', ') || ')', '') as options,
       obj_description(oid, 'pg_class') as comment, pg_relation_size(oid) > 0 as filled
     from pg_class where oid = $1::regclass`,
    [table],
  )
  const { options = '', comment = null, filled = true } = rows[0] ?? {}
  if (filled) throw new Error(`The table ${table} has rows and cannot be partitioned`)
  await client.query(`alter table ${table} rename to former_table`)
  await client.query(
    `create table ${table} (like former_table including all excluding indexes) partition by hash (account_id)`,
  )
  await client.query('drop table former_table')
  await commentOn(client, `table ${table}`, comment)
  for (let remainder = 0; remainder < count; remainder++) {
    await client.query(
      `create table ${partitionSchema}.${table}_${remainder} partition of ${table}
       for values with (modulus ${count}, remainder ${remainder}) ${options}`,
    )
  }
}

async function commentOn(client: pg.ClientBase, what: string, comment: string | null): Promise<void> {
  if (comment !== null) await client.query(`comment on ${what} is ${client.escapeLiteral(comment)}`)
}
