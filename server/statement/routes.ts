import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { downloadStatement, showBalances, showStatement } from '#contract/statement.ts'
import { sendCsv } from '../http/attachment.ts'
import { viewerRoute } from '../http/register.ts'
import { statementCsv } from './csv.ts'
import { listBalances, movementPages, readHeading, statementPage } from './statement.ts'

/** Registers the balances and statements of an account. `today` gives the supplier's calendar date. */
export function statementRoutes(app: FastifyInstance, deps: { viewerPool: Pool; today: () => string }): void {
  const { viewerPool, today } = deps

  viewerRoute(app, showBalances, async ({ viewer }) => {
    const day = today()
    return { today: day, ...(await listBalances(viewerPool, viewer, day)) }
  })

  viewerRoute(app, showStatement, ({ query, viewer }) => statementPage(viewerPool, viewer, query))

  viewerRoute(app, downloadStatement, async ({ query, viewer, ...call }) => {
    const statementHeading = await readHeading(viewerPool, viewer, query)
    const { account, currency, from, to, opening } = statementHeading
    const pages = movementPages(viewerPool, viewer, query, opening)
    return sendCsv(call, `${account.number} ${currency} ${from} ${to}`, (language) =>
      statementCsv(statementHeading, pages, language),
    )
  })
}
