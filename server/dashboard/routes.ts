import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { showDashboard } from '../../contract/dashboard.ts'
import { viewerRoute } from '../http/register.ts'
import { dashboardOf, madeOf } from './dashboard.ts'
import { recallReads } from './recall.ts'
import { noteVisit } from './visits.ts'

type Deps = {
  viewerPool: Pool
  /** Of the role portal_server: it keeps when a member was here. */
  db: Pool
  clock: () => Date
  /** The supplier's calendar date. */
  today: () => string
}

/** The first page. */
export function dashboardRoutes(app: FastifyInstance, { viewerPool, db, clock, today }: Deps): void {
  const recall = recallReads(viewerPool, madeOf)
  viewerRoute(app, showDashboard, ({ viewer }) => dashboardOf(recall, viewer, today(), noteVisit(db, viewer, clock())))
}
