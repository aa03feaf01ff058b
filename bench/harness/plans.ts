import { documentTypes } from '#contract/values.ts'
import { readDashboard } from '#server/dashboard/queries.ts'
import { showDocument } from '#server/documents/detail/detail.ts'
import { countStatuses, listPage } from '#server/documents/list/list.ts'
import { search } from '#server/search/search.ts'
import { listBalances, statementPage } from '#server/statement/statement.ts'
import { explainStatement, recordStatements, type Statement, viewerOf } from '#server/testing/statement-plans.ts'
import type { MeasuredDatabase } from './measured-database.ts'

/**
 * How PostgreSQL runs the statements of each screen of this account, under row-level security: a line each with the
 * time, the indexes and functions used, and the rows read from them.
 */
export async function plansOf(data: MeasuredDatabase, accountId: string): Promise<string[]> {
  const today = new Date().toISOString().slice(0, 10)
  const viewer = viewerOf(accountId)
  const lines: string[] = []
  const explain = async (statements: readonly Statement[]) => {
    for (const statement of statements) {
      lines.push(`${statement.name}: ${await explainOne(data, accountId, statement)}`)
    }
  }
  for (const type of documentTypes) {
    const { rows } = await data.owner.query<{ number: string }>(
      'select number from documents where account_id = $1 and type = $2 order by list_date desc, id desc offset 20 limit 1',
      [accountId, type],
    )
    const number = rows[0]?.number ?? ''
    await explain(
      await recordStatements(data.urls.viewer, (viewerPool) => listPage(viewerPool, viewer, type, {}, today)),
    )
    await explain(
      await recordStatements(data.urls.viewer, (viewerPool) => countStatuses(viewerPool, viewer, type, {}, today)),
    )
    await explain(
      await recordStatements(data.urls.viewer, (viewerPool) => showDocument(viewerPool, viewer, type, number, today)),
    )
  }
  lines.push('dashboard:')
  await explain(
    await recordStatements(data.urls.viewer, (viewerPool) =>
      readDashboard(viewerPool, viewer, { types: documentTypes, today }),
    ),
  )
  lines.push('statement:')
  await explain(await recordStatements(data.urls.viewer, (viewerPool) => listBalances(viewerPool, viewer, today)))
  const period = { currency: 'EUR', from: `${today.slice(0, 4)}-01-01`, to: today }
  await explain(await recordStatements(data.urls.viewer, (viewerPool) => statementPage(viewerPool, viewer, period)))
  for (const q of ['inv', 'ball bearing', 'zzzz']) {
    lines.push(`search "${q}":`)
    await explain(
      await recordStatements(data.urls.viewer, (viewerPool) => search(viewerPool, viewer, { q, limit: '8' }, today)),
    )
  }
  return lines
}

async function explainOne(data: MeasuredDatabase, accountId: string, statement: Statement): Promise<string> {
  const { milliseconds, rows } = await explainStatement(data.pools.viewer, accountId, statement)
  const summary = [...rows].map(([source, count]) => `${source} ${Math.round(count)}`).join(', ')
  return `${milliseconds.toFixed(2)} ms; rows read: ${summary || 'none'}`
}
