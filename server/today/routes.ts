import type { FastifyInstance } from 'fastify'
import { showToday } from '#contract/console/today.ts'
import { staffRoute } from '../http/register.ts'
import { readToday, type TodayDeps } from './today.ts'

/** The call for the first page of the console. */
export function todayRoutes(app: FastifyInstance, deps: TodayDeps): void {
  staffRoute(app, showToday, ({ staff }) => readToday(deps, staff))
}
