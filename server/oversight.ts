import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Outbox } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import { auditRoutes } from './audit/routes.ts'
import type { AuthDeps } from './auth/auth.ts'
import { describeUserAgent } from './auth/session/user-agent.ts'
import { viewingRoutes } from './auth/viewing-routes.ts'
import { type System, systemRoutes } from './system/routes.ts'

type Deps = {
  pools: { console: Pool; server: Pool }
  auth: AuthDeps
  clock: () => Date
  newId: () => string
  today: () => string
  entry: { mail: Outbox<Db> }
  system: System
}

/** What staff oversee in the console: what customers see, what was done, and how the portal itself is doing. */
export function oversightRoutes(app: FastifyInstance, { pools, auth, clock, newId, today, entry, system }: Deps): void {
  viewingRoutes(app, { consolePool: pools.console, ...auth })
  auditRoutes(app, { consolePool: pools.console, today, describe: describeUserAgent })
  systemRoutes(app, { db: pools.server, clock, newId, log: auth.log, mail: entry.mail, system })
}
