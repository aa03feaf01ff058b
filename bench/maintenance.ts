import type { Pool } from 'pg'
import type { Finding } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

const table = 'maintained_lines'
/** The index that most pages of items read, as database/schema.sql has it. */
const bySku = `${table} (account_id, sku, type, list_date, document_id, "position") where (sku is not null)`
/** Of a hundred lines one is changed before the vacuum, as in a database that is vacuumed by itself. */
const changedShare = 100
/** Rows of one step of a migration that fills a column, as docs/operating/upgrade.md counts them. */
const stepRows = 20_000

type Step = { what: string; statement: string }

/** In turn. Each stands for an act of operating, or for a step of a migration. */
const steps: readonly Step[] = [
  { what: 'vacuum, nothing changed', statement: `vacuum ${table}` },
  {
    what: 'change of one line in a hundred',
    statement: `update ${table} set details = details || '{"note":"changed"}' where hashtext(document_id::text || copy) % ${changedShare} = 0`,
  },
  { what: 'vacuum, one line in a hundred changed', statement: `vacuum ${table}` },
  { what: 'vacuum of every page (freeze)', statement: `vacuum (freeze, disable_page_skipping) ${table}` },
  { what: 'analyze', statement: `analyze ${table}` },
  { what: 'an index, while nothing writes', statement: `create index maintained_lines_by_sku on ${bySku}` },
  { what: 'its loss', statement: 'drop index maintained_lines_by_sku' },
  { what: 'an index, while others write', statement: `create index concurrently maintained_lines_by_sku on ${bySku}` },
  { what: 'a column with a constant', statement: `alter table ${table} add column added text not null default ''` },
  {
    what: 'a rule that is not yet proven',
    statement: `alter table ${table} add constraint added_is_short check (length(added) < 100) not valid`,
  },
  { what: 'its proof, beside reads and writes', statement: `alter table ${table} validate constraint added_is_short` },
  {
    what: `a column filled, ${stepRows} lines a step: one step`,
    statement: `update ${table} set added = line
      where ctid = any (array(select ctid from ${table} where added = '' limit ${stepRows}))`,
  },
  { what: 'its loss with the column', statement: `alter table ${table} drop column added` },
]

/**
 * What maintenance of a table of many lines takes: vacuum, the building of an index, and what migrations do. The lines are those
 * of the measured database, again and again for other accounts, in a table of their own with the same columns and key.
 */
export async function maintenance({ owner }: MeasuredDatabase, { lines }: Settings): Promise<Finding[]> {
  await fill(owner, lines * 1e6)
  const findings: Finding[] = []
  for (const { what, statement } of steps) {
    const start = performance.now()
    await owner.query(statement)
    const seconds = (performance.now() - start) / 1000
    findings.push({ what: `${lines} million lines: ${what}`, measured: `${seconds.toFixed(seconds < 10 ? 2 : 0)} s` })
    reportProgress(`${what}: ${seconds.toFixed(2)} s`)
  }
  findings.push({ what: `${lines} million lines: bytes`, measured: await bytesOf(owner) })
  await owner.query('drop index maintained_lines_by_sku')
  return findings
}

/** Makes the table, or goes on with one of an earlier run. */
async function fill(owner: Pool, total: number): Promise<void> {
  await owner.query(
    `create table if not exists ${table} (like document_lines including defaults including constraints)`,
  )
  await owner.query(`alter table ${table} add column if not exists copy integer not null default 0`)
  const { rows } = await owner.query<{ each: string; copies: number }>(
    `select (select count(*) from document_lines) as each, coalesce((select max(copy) from ${table}), 0) as copies`,
  )
  const [{ each, copies } = { each: '0', copies: 0 }] = rows
  if (Number(each) === 0) throw new Error('The measured database has no lines.')
  for (let copy = copies + 1; copy * Number(each) <= total; copy++) {
    await owner.query(
      `insert into ${table} (account_id, document_id, "position", line, kind, sku, quantity, unit, amount, details, type,
         list_date, copy)
       select md5(account_id::text || $1)::uuid, document_id, "position", line, kind, sku, quantity, unit, amount, details,
         type, list_date, $1::integer
       from document_lines`,
      [String(copy)],
    )
    if (copy % 10 === 0) reportProgress(`${((copy * Number(each)) / 1e6).toFixed(1)} million lines`)
  }
  await owner.query(`
    do $$ begin
      if not exists (select from pg_constraint where conname = 'maintained_lines_pkey') then
        alter table ${table} add constraint maintained_lines_pkey primary key (account_id, document_id, "position");
      end if;
    end $$`)
  // What an earlier run may have left when it was ended.
  await owner.query('drop index if exists maintained_lines_by_sku')
  await owner.query(`alter table ${table} drop column if exists added`)
  await owner.query(`vacuum analyze ${table}`)
}

async function bytesOf(owner: Pool): Promise<string> {
  const { rows } = await owner.query<{ heap: string; indexes: string; memory: string }>(
    `select pg_table_size('${table}') as heap, pg_indexes_size('${table}') as indexes,
       current_setting('maintenance_work_mem') as memory`,
  )
  const gigabytes = (bytes = '0') => (Number(bytes) / 1e9).toFixed(1)
  const [row] = rows
  return `lines ${gigabytes(row?.heap)} GB, indexes ${gigabytes(row?.indexes)} GB; maintenance_work_mem ${row?.memory}`
}
