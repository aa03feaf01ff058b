import pg from 'pg'
import type { Log } from './log.ts'
import type { Db } from './transaction.ts'

/** A database file, by its path in the database's folder, and the number of its damaged pages. */
export type DamagedPages = { path: string; pages: number }

/**
 * Returns what the damaged files belong to, as texts: a table by name, an index with its table. Each is listed once,
 * with the number of its damaged pages.
 */
export async function describeDamage(db: Db, damaged: readonly DamagedPages[]): Promise<string[]> {
  const { rows } = await db.query<{ what: string; pages: number }>(
    `with file as (
  select path, pages, split_part(path, '/', 1) = 'global' as shared, substring(path from '^base/(\\d+)/')::oid as database,
    substring(path from '(\\d+)[^/]*$')::oid as number
  from unnest($1::text[], $2::int[]) as f (path, pages)
), found as (
  select f.*, d.datname,
    case when f.shared or d.datname = current_database()
      then pg_filenode_relation(case when f.shared then 1664 else 0 end, f.number) end as relation
  from file f left join pg_database d on d.oid = f.database
), named as (
  select f.*, i.indexrelid, coalesce(i.indrelid, f.relation::oid) as held from found f
  left join pg_index i on i.indexrelid = f.relation
)
select coalesce('the table ' || coalesce(t.oid, n.held)::regclass
    || case when n.indexrelid is not null then ' (its index ' || n.indexrelid::regclass || ')' else '' end,
  'the database ' || n.datname, n.path) as what, sum(pages)::int as pages
from named n left join pg_class t on t.reltoastrelid = n.held group by 1 order by 1`,
    [damaged.map(({ path }) => path), damaged.map(({ pages }) => pages)],
  )
  return rows.map(({ what, pages }) => `${what}: ${pages === 1 ? '1 page' : `${pages} pages`}`)
}

/**
 * Returns a function that is given errors and logs, once per table, that one of its pages is damaged: PostgreSQL names
 * only the file. `db` may have any role.
 */
export function damageLogger(db: Db, log: Log): (error: unknown) => Promise<void> {
  const reportedPaths = new Set<string>()
  return async (error) => {
    const path = damagedFileIn(error)
    if (path === undefined || reportedPaths.has(path)) return
    reportedPaths.add(path)
    // The line below is written in any case; without the name of the table it names the file.
    const names = await describeDamage(db, [{ path, pages: 1 }]).catch(() => [path])
    log.warn(
      `A damaged page was read, ${names.join(', ')}. The disk is failing. See with npm run portal -- doctor what else is damaged, and restore a backup from before on another disk.`,
    )
  }
}

function damagedFileIn(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !/^(XX00[12]|58030)$/.test(error.code ?? '')) return undefined
  return /"((base\/\d+|global)\/\d+)[^"]*"/.exec(error.message)?.[1]
}
