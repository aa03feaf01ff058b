import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { exportAudit, listAudit } from '#contract/console/audit.ts'
import { csvOf } from '#server/formats/csv/table.ts'
import { sendCsv } from '../http/attachment.ts'
import { staffRoute } from '../http/register.ts'
import { auditPages, auditTable, listAuditEntries } from './search-audit.ts'

type Deps = { consolePool: Pool; today: () => string; describe: (userAgent: string | null) => string | null }

/** The routes by which staff read the audit log. */
export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, listAudit, ({ staff, query }) => listAuditEntries(deps, staff, query))
  staffRoute(app, exportAudit, async (call) =>
    sendCsv(call, `audit ${deps.today()}`, csvOf(auditTable, auditPages(deps, call.staff, call.query))),
  )
}
