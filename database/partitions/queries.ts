import type { Pool } from 'pg'
import type { Db } from '../transaction.ts'

/** The partitioned tables whose partitions have grown by a fifth since the statistics of the whole were gathered. */
export async function listOutgrownTables(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace and (
       select sum(greatest(p.reltuples, 0)) from pg_inherits h join pg_class p on p.oid = h.inhrelid where h.inhparent = c.oid
     ) > greatest(c.reltuples, 0) * 1.2 order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Gathers statistics of a partitioned table. */
export async function analyzeTable(workPool: Pool, name: string): Promise<void> {
  await workPool.query('select analyze_partitioned_table($1)', [name])
}
