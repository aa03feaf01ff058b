import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/absences.ts'
import { callerOf } from '../http/caller.ts'
import { staffRoute } from '../http/register.ts'
import { type AbsenceDeps, addAbsence, endAbsence, listAbsences } from './absences.ts'

/** Endpoints by which staff say when they are away and who stands in. */
export function absenceRoutes(app: FastifyInstance, deps: AbsenceDeps): void {
  staffRoute(app, contract.listAbsences, () => listAbsences(deps, deps.db))

  staffRoute(app, contract.addAbsence, ({ staff, body, request }) => addAbsence(deps, staff, body, callerOf(request)))

  staffRoute(app, contract.endAbsence, ({ staff, params: { id }, request }) =>
    endAbsence(deps, staff, id, callerOf(request)),
  )
}
