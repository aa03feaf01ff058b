import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { exportAudit, listAudit } from '#contract/console/audit.ts'
import { readPagesInLane } from '../http/admission/pages-in-lane.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { staffRoute } from '../http/register.ts'
import { auditCsv, auditPages, listAuditEntries } from './search-audit.ts'

type Deps = { consolePool: Pool; today: () => string; describe: (userAgent: string | null) => string | null }

/** The routes by which staff read the audit log. */
export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, listAudit, ({ staff, query }) => listAuditEntries(deps, staff, query))

  staffRoute(app, exportAudit, async ({ staff, query, request, reply }) => {
    const pages = readPagesInLane(request, reply)(auditPages(deps, staff, query))
    return reply
      .headers({
        ...attachmentHeaders(`audit ${deps.today()}.csv`, 'text/csv'),
        'content-type': 'text/csv; charset=utf-8',
      })
      .send(Readable.from(auditCsv(pages)))
  })
}
