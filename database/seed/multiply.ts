import { availableParallelism } from 'node:os'
import type { Pool } from 'pg'
import { openPool } from '../connect.ts'
import { partitionSchema } from '../partitions/partition-tables.ts'

/*
 * Makes a large database out of a small one: every account is copied so many times, with its documents, search rows and
 * all that is kept of them, by one statement a table and some copies. What an account shows is then what the portal
 * itself made of imported documents. A copy has ids and a number of its own, and its documents come from another of the
 * supplier's systems (`source`), so that their numbers may repeat; dates stay, because what is kept depends on them.
 */

type Report = (line: string) => void
type Column = { name: string; type: string }
/** `from` is the table itself, or one of its partitions: what is copied stands in the first of its pages. */
type Table = { name: string; from: string; columns: Column[]; pages: number }

/** What people made of their accounts stays with these; so does what waits to be done. */
const notCopied = new Set([
  'accounts_to_settle',
  'approvals',
  'audit_log',
  'conversation_messages',
  'conversation_reads',
  'default_views',
  'invitations',
  'memberships',
  'notice_choices',
  'notice_marks',
  'notice_readers',
  'remitted_invoices',
  'return_documents',
  'returned_lines',
  'returns',
  'request_changes',
  'request_files',
  'requests',
  'saved_views',
  'scheduled_tasks',
  'sessions',
  'visits',
])
/** Copies that one statement makes: the more, the fewer times a table is read, and the more of an index is written at once. */
const copiesAtOnce = 10
/** How many statements run at once. */
const connections = Math.max(2, availableParallelism())
const options = [
  // Rows are copied with all that triggers would derive from them, and with all that they refer to.
  'session_replication_role=replica',
  // All of it can be made again.
  'synchronous_commit=off',
  'maintenance_work_mem=1GB',
  'max_parallel_maintenance_workers=2',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Copies every account of a database until there are `times` as many. The owner must be a superuser. */
export async function multiplyAccounts(ownerUrl: string, times: number, report: Report): Promise<void> {
  const owner = openPool({ connectionString: ownerUrl, max: connections, options }, ({ message }) => report(message))
  try {
    await nameCopies(owner, times)
    const tables = await tablesOfAccounts(owner)
    const indexes = await dropIndexes(owner, tables)
    await inTurn(tables, async (table) => {
      const startedAt = performance.now()
      let copied = 0
      for (let first = 1; first < times; first += copiesAtOnce) {
        const { rowCount } = await owner.query(copyStatement(table), [first, first + copiesAtOnce - 1])
        copied += rowCount ?? 0
      }
      report(`${table.from}: ${copied} rows, ${perSecond(copied, startedAt)}`)
    })
    await inTurn(indexes, async (definition) => {
      const startedAt = performance.now()
      await owner.query(definition)
      report(`${definition.split(' ON ')[0]}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
    })
    await owner.query(`select setval(pg_get_serial_sequence('accounts', 'search_key'), max(search_key)) from accounts`)
    await owner.query('drop table account_copies')
    await owner.query('vacuum (analyze)')
  } finally {
    await owner.end()
  }
}

const perSecond = (rows: number, startedAt: number) =>
  `${Math.round(rows / ((performance.now() - startedAt) / 1000))} a second`

/** Works through a list on all connections. */
async function inTurn<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: connections }, next))
}

/** The copies of each account, with their ids and the keys under which the search knows them. */
async function nameCopies(owner: Pool, times: number): Promise<void> {
  await owner.query(
    `create unlogged table account_copies as
select a.account_id, c.copy, lpad(to_hex(c.copy), 4, '0') as ending, a.search_key as old_key,
  (k.last + row_number() over (order by c.copy, a.search_key))::integer as new_key
from accounts a cross join generate_series(1, ${Math.trunc(times) - 1}) c (copy) cross join (select max(search_key) as last from accounts) k`,
  )
  await owner.query('create index on account_copies (copy)')
  await owner.query('analyze')
}

/** The tables with rows of accounts, the largest first. */
async function tablesOfAccounts(owner: Pool): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select coalesce(h.inhparent, c.oid)::regclass::text as name, c.oid::regclass::text as "from",
  (pg_relation_size(c.oid) / current_setting('block_size')::integer)::integer as pages,
  json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
left join pg_inherits h on h.inhrelid = c.oid
where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', $1) and c.relname <> 'account_copies'
group by c.oid, h.inhparent having bool_or(a.attname = 'account_id') order by pages desc, "from"`,
    [partitionSchema],
  )
  return rows.filter(({ name, pages }) => pages > 0 && !notCopied.has(name))
}

/** Drops the indexes that no constraint needs, for building one is cheaper than adding to it; returns how to make them. */
async function dropIndexes(owner: Pool, tables: readonly Table[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition from pg_index i
where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
order by pg_relation_size(i.indexrelid) desc`,
    [tables.map(({ name }) => name)],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Copies the rows that were there before: of (first copy, last copy). */
function copyStatement({ name, from, columns, pages }: Table): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  return `insert into ${name} (${names}) overriding system value
select ${columns.map((column) => copied(name, column)).join(', ')}
from ${from} t join account_copies c on c.account_id = t.account_id and c.copy between $1 and $2
where t.ctid < '(${pages},0)'::tid`
}

/** An id with its last digits, in which the ids of a copy differ. */
const idPattern = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8})[0-9a-f]{4}'
const withOwnIds = (column: string) => `regexp_replace(${column}::text, '${idPattern}', '\\1' || c.ending, 'g')`

/** Terms, each of which carries its account's key. */
const withOwnKeys = `replace(t.terms::text, '''' || c.old_key || ':', '''' || c.new_key || ':')::tsvector`

/** Columns of which every account has values of its own, beside ids. */
const changedColumns: Readonly<Record<string, string>> = {
  'accounts.number': `t.number || '-' || c.copy`,
  'accounts.search_key': 'c.new_key',
  'account_identifiers.value': `t.value || '-' || c.copy`,
  'documents.source': `t.source || '#' || c.copy`,
  'document_numbers.source': `t.source || '#' || c.copy`,
  'former_documents.source': `t.source || '#' || c.copy`,
  'notices.dedupe_key': withOwnIds('t.dedupe_key'),
  'ordered_lines.carried': `${withOwnIds('t.carried')}::jsonb`,
  'document_search.terms': withOwnKeys,
  'message_search.terms': withOwnKeys,
}

/** A column of a copy. An id differs in its last digits only, so that ids stay in the order of time. */
function copied(table: string, { name, type }: Column): string {
  const changed = changedColumns[`${table}.${name}`]
  if (changed !== undefined) return changed
  return type === 'uuid' ? `(left(t."${name}"::text, 32) || c.ending)::uuid` : `t."${name}"`
}
