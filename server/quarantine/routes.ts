import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { assignQuarantined, listQuarantined } from '#contract/console/intake.ts'
import { notFound } from '#contract/errors.ts'
import { withStaff, withTransaction } from '#database/transaction.ts'
import { record } from '../audit/record.ts'
import { callerOf } from '../http/caller.ts'
import { staffRoute } from '../http/register.ts'
import { assignDocument, type QuarantineDeps } from './quarantine.ts'
import { findVisibleAccount, selectQuarantined } from './queries.ts'

type RouteDeps = QuarantineDeps & { db: Pool; consolePool: Pool; clock: () => Date; newId: () => string }

/** The routes by which staff give waiting documents to accounts. */
export function quarantineRoutes(app: FastifyInstance, deps: RouteDeps): void {
  staffRoute(app, listQuarantined, async () => ({ documents: await selectQuarantined(deps.workPool, null, 100) }))

  staffRoute(app, assignQuarantined, async ({ staff, params: { id }, body: { account, learn }, request }) => {
    const accountId = await withStaff(deps.consolePool, staff.staffId, (db) => findVisibleAccount(db, account))
    if (accountId === undefined) throw notFound()
    const { report } = await assignDocument(deps, id, account, learn)
    const taken = report.rejected === 0
    if (taken) {
      const details = { quarantined: id, account, learn }
      const { staffId } = staff
      await withTransaction(deps.db, (db) =>
        record(deps, db, { action: 'quarantine_assigned', caller: callerOf(request), staffId, accountId, details }),
      )
    }
    return { taken, problems: report.errors.slice(0, 20).map(({ path, message }) => ({ path, message })) }
  })
}
