import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { downloadStatement, showBalances, showStatement } from '#contract/statement.ts'
import { readPagesInLane } from '../http/admission/pages-in-lane.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { languageOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { statementCsv } from './csv.ts'
import { listBalances, movementPages, readHeading, statementPage } from './statement.ts'

/** Registers the balances and statements of an account. `today` gives the supplier's calendar date. */
export function statementRoutes(app: FastifyInstance, deps: { viewerPool: Pool; today: () => string }): void {
  const { viewerPool, today } = deps

  viewerRoute(app, showBalances, async ({ viewer }) => {
    const day = today()
    return { today: day, balances: await listBalances(viewerPool, viewer, day) }
  })

  viewerRoute(app, showStatement, ({ query, viewer }) => statementPage(viewerPool, viewer, query))

  viewerRoute(app, downloadStatement, async ({ query, viewer, request, reply }) => {
    const statementHeading = await readHeading(viewerPool, viewer, query)
    const { account, currency, from, to, opening } = statementHeading
    const name = `${account.number} ${currency} ${from} ${to}.csv`
    const pages = readPagesInLane(request, reply)(movementPages(viewerPool, viewer, query, opening))
    return reply
      .headers({ ...attachmentHeaders(name, 'text/csv'), 'content-type': 'text/csv; charset=utf-8' })
      .send(Readable.from(statementCsv(statementHeading, pages, languageOf(request))))
  })
}
