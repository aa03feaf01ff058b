import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { permissions } from '#contract/permissions.ts'
import type { Viewer } from '#contract/viewer.ts'
import { openPool } from '#database/connect.ts'
import type { StatementBatch } from '#database/statement-batch.ts'
import { withAccount } from '#database/transaction.ts'
import { typeParsers } from '#database/type-parsers.ts'

/* What the portal's own code sends to PostgreSQL, and how PostgreSQL runs it. */

/** A query as the portal passed it to the driver. */
export type Statement = { name: string; text: string; values: unknown[] }

type PlanNode = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Function Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** `rows`: those gone through, by the index, function or table they were read from. */
export type StatementRun = { milliseconds: number; rows: ReadonlyMap<string, number> }

/**
 * A viewer who is an administrator of the account. Only server/http makes real viewers; this one is for calling a
 * page's queries without a request.
 */
export function viewerOf(accountId: string): Viewer {
  const id = '00000000-0000-7000-8000-000000000000'
  return { userId: id, sessionId: id, accountId, role: 'admin', permissions: new Set(permissions) } as unknown as Viewer
}

/** Runs the portal's own code over a pool of one connection and returns its queries, in order, without `begin` and the like. */
export async function recordStatements(
  viewerUrl: string,
  run: (viewerPool: pg.Pool) => Promise<unknown>,
): Promise<Statement[]> {
  const recorded: Statement[] = []
  const viewerPool = openPool({ connectionString: viewerUrl, max: 1, types: typeParsers }, () => undefined)
  viewerPool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [submitted] = args as [string | pg.QueryConfig | StatementBatch]
        const statements =
          typeof submitted === 'string'
            ? [{ text: submitted }]
            : 'statements' in submitted
              ? submitted.statements
              : [submitted]
        for (const { name = '', text, values = [] } of statements)
          if (/^[\s(]*(select|with)\b/i.test(text)) recorded.push({ name, text, values })
        return query(...args)
      },
    })
  })
  try {
    await run(viewerPool)
  } finally {
    await viewerPool.end()
  }
  return recorded
}

/** Runs a statement once more for the account, under row-level security, and returns what PostgreSQL did. */
export async function explainStatement(
  viewerPool: pg.Pool,
  accountId: string,
  { text, values }: Statement,
): Promise<StatementRun> {
  const { rows: explained } = await withAccount(viewerPool, accountId, (client) =>
    client.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
      `explain (analyze, format json, timing off) ${text}`,
      values,
    ),
  )
  const run = explained[0]?.['QUERY PLAN'][0]
  if (!run) throw new Error('PostgreSQL explained nothing')
  const rows = new Map<string, number>()
  collectRows(run.Plan, rows)
  return { milliseconds: run['Execution Time'], rows }
}

function collectRows(node: PlanNode, rows: Map<string, number>): void {
  const source =
    node['Index Name'] ??
    node['Function Name'] ??
    (node['Relation Name'] && `${node['Node Type']} ${node['Relation Name']}`)
  if (source !== undefined) {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    rows.set(source, (rows.get(source) ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops'])
  }
  for (const inner of node.Plans ?? []) collectRows(inner, rows)
}

/** How many rows PostgreSQL goes through to run the queries that `read` sends for an account. */
export async function rowsRead(
  viewerPool: pg.Pool,
  viewerUrl: string,
  accountId: string,
  read: (viewerPool: pg.Pool) => Promise<unknown>,
): Promise<number> {
  const statements = await recordStatements(viewerUrl, read)
  if (statements.length === 0) throw new Error('No query was sent')
  let total = 0
  for (const statement of statements) {
    const { rows } = await explainStatement(viewerPool, accountId, statement)
    for (const count of rows.values()) total += count
  }
  return total
}

const tuplesText = `select sum(pg_stat_get_xact_tuples_returned(oid))::int as tuples from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`

/** `rows`: those taken from tables and indexes, by functions too. `blocks`: those of tables and indexes looked into. */
export type KeptPlanRun = { rows: number; blocks: number }

/**
 * Runs the queries that `read` sends for an account once more, by the plans that PostgreSQL keeps for queries sent again
 * and again, which know no values; returns what all of them read.
 */
export async function runKeptPlans(
  viewerPool: pg.Pool,
  viewerUrl: string,
  accountId: string,
  read: (viewerPool: pg.Pool) => Promise<unknown>,
): Promise<KeptPlanRun> {
  const statements = await recordStatements(viewerUrl, read)
  if (statements.length === 0) throw new Error('No query was sent')
  const runs = await withAccount(viewerPool, accountId, async (client) => {
    await client.query('set local plan_cache_mode = force_generic_plan')
    const each: KeptPlanRun[] = []
    for (const statement of statements) each.push(await runKeptPlan(client, statement))
    return each
  })
  return runs.reduce((all, { rows, blocks }) => ({ rows: all.rows + rows, blocks: all.blocks + blocks }))
}

async function runKeptPlan(client: pg.PoolClient, { text, values }: Statement): Promise<KeptPlanRun> {
  const tuples = async () => (await client.query<{ tuples: number }>(tuplesText)).rows[0]?.tuples ?? 0
  const literals = values.map(prepareValue).map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))))
  const execute = `execute measured${literals.length === 0 ? '' : `(${literals.join(', ')})`}`
  await client.query(`prepare measured as ${text}`)
  // The planner looks into tables, too: it plans at the first run.
  await client.query(execute)
  const before = await tuples()
  const { rows: explained } = await client.query<{
    'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }]
  }>(`explain (analyze, buffers, format json, timing off) ${execute}`)
  const after = await tuples()
  await client.query('deallocate measured')
  const plan = explained[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('PostgreSQL explained nothing')
  return { rows: after - before, blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}
