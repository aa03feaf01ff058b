import type pg from 'pg'
import { openPool } from '#database/connect.ts'
import type { StatementBatch } from '#database/statement-batch.ts'
import { withAccount } from '#database/transaction.ts'
import { typeParsers } from '#database/type-parsers.ts'

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
type Statement = { text: string; values: unknown[] }

/** How many rows PostgreSQL goes through, in tables and indexes, to run the statements that `read` sends for an account. */
export async function rowsRead(
  viewerUrl: string,
  accountId: string,
  read: (pool: pg.Pool) => Promise<unknown>,
): Promise<number> {
  const pool = openPool({ connectionString: viewerUrl, max: 1, types: typeParsers }, () => undefined)
  const sent: Statement[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const record = (...args: [string | Partial<StatementBatch>, ...unknown[]]) => {
      const [submitted] = args
      const statements = (typeof submitted !== 'string' && submitted.statements) || []
      for (const { text, values } of statements) if (values) sent.push({ text, values })
      return query(...args)
    }
    Object.assign(client, { query: record })
  })
  try {
    await read(pool)
    if (sent.length === 0) throw new Error('No statement was sent')
    let rows = 0
    for (const { text, values } of [...sent]) {
      const explained = await withAccount(pool, accountId, (client) =>
        client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `explain (analyze, format json, timing off) ${text}`,
          values,
        ),
      )
      for (const row of explained.rows) rows += rowsOf(row['QUERY PLAN'][0].Plan)
    }
    return rows
  } finally {
    await pool.end()
  }
}

function rowsOf(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + removed) * node['Actual Loops']
  return (node.Plans ?? []).reduce((total, inner) => total + rowsOf(inner), own)
}
