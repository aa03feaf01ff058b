import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/insight.ts'
import type { Staff } from '#contract/console/staff.ts'
import { translatable } from '#contract/errors.ts'
import { keysetPages } from '#contract/page.ts'
import { csvOf } from '#server/formats/csv/table.ts'
import type { Caller } from '../audit/record.ts'
import { sendCsv } from '../http/attachment.ts'
import { callerOf } from '../http/caller.ts'
import { staffRoute } from '../http/register.ts'
import { daysFrom, type InsightDeps, listAdoptionForStaff, readInsight } from './insight.ts'
import { type CustomerAdoptionRow, selectAnswers, selectCustomerAdoption } from './queries.ts'
import { adoptionTable, answerTable, countTable, searchTable } from './tables.ts'

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
  staffRoute(app, contract.exportInsight, async (call) => {
    const { part } = call.params
    if (part === 'customers') {
      const pages = keysetPages<CustomerAdoptionRow>((position) =>
        selectCustomerAdoption(deps.consolePool, call.staff.staffId, { now: deps.clock(), ...position }),
      )
      return sendCsv(call, part, csvOf(adoptionTable, pages))
    }
    const dayCount = Number(call.query.days ?? standardDays)
    const insight = await readInsight(deps, dayCount)
    if (part === 'searches') return sendCsv(call, part, csvOf(searchTable, [insight.vain]))
    const days = [...(insight.counts[0]?.days.keys() ?? [])]
    if (part === 'counts') return sendCsv(call, part, csvOf(countTable(insight), [days]))
    const rows = await selectAnswers(deps.db, daysFrom(insight.from, dayCount))
    // The row without a day is of all of them together.
    return sendCsv(call, part, csvOf(answerTable, [rows.filter(({ day }) => day !== '')]))
  })
  staffRoute(app, contract.saveFigures, async ({ staff, body, request }) => {
    await deps.saveFigures(body, { staff, caller: callerOf(request) })
    return { message: translatable('content.saved') }
  })
}
