import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/insight.ts'
import type { Staff } from '#contract/console/staff.ts'
import { translatable } from '#contract/errors.ts'
import { type Caller, record } from '../audit/record.ts'
import { readPagesInLane } from '../http/admission/pages-in-lane.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { callerOf, languageOf } from '../http/caller.ts'
import { staffRoute } from '../http/register.ts'
import { insightAsCsv } from './csv.ts'
import { type InsightDeps, listAdoptionForStaff, readInsight } from './insight.ts'

type Deps = InsightDeps & {
  newId: () => string
  /** Keeps the figures by which spared calls are counted. */
  saveFigures: (figures: contract.Figures, act: { staff: Staff; caller: Caller }) => Promise<void>
}

const standardDays = '30'

/** The routes by which staff see how the portal is used. */
export function insightRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, contract.showInsight, ({ query }) => readInsight(deps, Number(query.days ?? standardDays)))
  staffRoute(app, contract.listAdoption, ({ staff, query }) => listAdoptionForStaff(deps, staff, query))
  staffRoute(app, contract.exportInsight, async ({ staff, params: { part }, query, request, reply }) => {
    const details = { type: `insight ${part}` }
    await record(deps, deps.db, {
      action: 'list_exported',
      ...{ caller: callerOf(request), staffId: staff.staffId, details },
    })
    const parts = insightAsCsv(deps, staff, {
      part,
      days: Number(query.days ?? standardDays),
      language: languageOf(request),
    })
    return reply
      .headers(attachmentHeaders(`${part}.csv`, 'text/csv; charset=utf-8'))
      .send(Readable.from(readPagesInLane(request, reply)(parts)))
  })
  staffRoute(app, contract.saveFigures, async ({ staff, body, request }) => {
    await deps.saveFigures(body, { staff, caller: callerOf(request) })
    return { message: translatable('content.saved') }
  })
}
