import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Outbox } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import { auditRoutes } from './audit/routes.ts'
import type { AuthDeps } from './auth/auth.ts'
import { describeUserAgent } from './auth/session/user-agent.ts'
import { viewingRoutes } from './auth/viewing-routes.ts'
import { ingestQuarantined } from './ingest/trade/trade-messages.ts'
import { quarantineRoutes } from './quarantine/routes.ts'
import { inboxRoutes } from './requests/inbox/routes.ts'
import type { VirusScanner } from './requests/virus-scan.ts'
import { type System, systemRoutes } from './system/routes.ts'
import { todayRoutes } from './today/routes.ts'

type Deps = {
  consolePool: Pool
  db: Pool
  workPool: Pool
  auth: AuthDeps
  clock: () => Date
  newId: () => string
  today: () => string
  mail: Outbox<Db>
  scanFile: VirusScanner | undefined
  system: System
}

/** What staff do in the console: they answer, see what customers see, read what was done, and look after the portal. */
export function consoleRoutes(app: FastifyInstance, { auth, today, system, ...deps }: Deps): void {
  const { consolePool, workPool, db, clock, newId, mail } = deps
  todayRoutes(app, { db, consolePool, clock })
  inboxRoutes(app, deps)
  quarantineRoutes(app, {
    ...{ workPool, db, consolePool, clock, newId },
    feed: (content, account) => ingestQuarantined({ workPool, clock, newId }, content, account),
  })
  viewingRoutes(app, { consolePool, ...auth })
  auditRoutes(app, { consolePool, today, describe: describeUserAgent })
  systemRoutes(app, { db, clock, newId, log: auth.log, mail, system })
}
