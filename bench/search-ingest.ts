import type { IngestDocument } from '#contract/ingest/documents.ts'
import { generate } from '#database/seed/generate.ts'
import { searchTerms } from '#server/ingest/check/search-terms.ts'
import { databaseCpu } from './harness/database-cpu.ts'
import { type Finding, median } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'

const documents = 5000
const rounds = 3

/**
 * Measures what the search adds to an import: splitting a document's texts into terms, and writing its row into indexes
 * of full size.
 */
export async function ingestCost(data: MeasuredDatabase): Promise<Finding> {
  const termsMicroseconds = termsCost([...generate({ size: 'S', today: new Date().toISOString().slice(0, 10) })])
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await rowsCost(data))
  return {
    what: 'what the search costs an import, a document',
    measured: `CPU ${Math.round(termsMicroseconds)} µs + PostgreSQL ${Math.round(median(times))} µs`,
    more: `texts taken apart; rows and indexes written again, ${documents} documents of all accounts`,
  }
}

function termsCost(demoDocuments: readonly IngestDocument[]): number {
  for (const document of demoDocuments) searchTerms(document)
  const before = process.cpuUsage()
  for (const document of demoDocuments) searchTerms(document)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / demoDocuments.length
}

/**
 * Microseconds of PostgreSQL's processor time per row: some rows are deleted and inserted again, and rolled back at the
 * end.
 */
async function rowsCost(data: MeasuredDatabase): Promise<number> {
  const client = await data.owner.connect()
  try {
    await client.query('begin')
    await client.query(`create temp table taken on commit drop as
select * from document_search where hashtext(document_id::text) % greatest((select count(*) / ${documents} from document_search)::int, 1) = 0
limit ${documents}`)
    const { rowCount } = await client.query(
      'delete from document_search s using taken t where (s.account_id, s.document_id) = (t.account_id, t.document_id)',
    )
    const before = databaseCpu(data)
    await client.query('insert into document_search select * from taken')
    // Of the table itself, or of each of its partitions.
    await client.query(
      `select gin_clean_pending_list(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
join pg_am m on m.oid = c.relam and m.amname = 'gin' where c.relkind = 'i' and i.indrelid in (
  select relid from pg_partition_tree('document_search') union select 'document_search'::regclass)`,
    )
    return (databaseCpu(data) - before) / (rowCount ?? 1)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
