import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Outbox } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import type { RandomBytes } from './auth/passwords/passwords.ts'
import { importRoutes } from './imports/routes.ts'
import { intakeRoutes } from './ingest/console/routes.ts'
import type { Elsewhere } from './ingest/elsewhere/elsewhere.ts'
import { createFileIntake } from './ingest/file-intake.ts'
import { createIntake, type Intake } from './ingest/intake.ts'
import { mailFirstRefusals, selectStaffOfIntake } from './ingest/sources/first-refusals.ts'
import { createMailboxOpener } from './mail/mailbox-opener.ts'
import { createSecretBox } from './mail/seal.ts'

type Deps = {
  db: Pool
  workPool: Pool
  consolePool: Pool
  lockPool: Pool
  clock: () => Date
  newId: () => string
  hasRoom: (() => boolean) | undefined
  noteRefused: (times: number, example: string) => Promise<void>
  /** Takes in what the ERP sends; undefined: in this thread. */
  intake: Intake | undefined
  mail: Outbox<Db>
  random: RandomBytes
  secrets: readonly string[]
  imports: { folder: string | undefined; networks: readonly string[] | undefined } | undefined
  /** Other regions; undefined for a portal alone. */
  elsewhere: Elsewhere | undefined
}

/** Registers the calls by which data comes in: messages of the ERP, files, and what staff see of both. */
export function registerIntake(app: FastifyInstance, deps: Deps): void {
  const { db, workPool, consolePool, lockPool, clock, newId, hasRoom, noteRefused, mail, random } = deps
  const ingestDeps = { workPool, clock, newId, hasRoom, elsewhere: deps.elsewhere }
  const intake = deps.intake ?? createIntake(ingestDeps)
  intakeRoutes(app, { ...ingestDeps, db, consolePool, noteRefused, intake, mail, random })
  importRoutes(app, {
    ...{ db, consolePool, lockPool, clock, newId, noteRefused, mail, staffOfIntake: selectStaffOfIntake },
    mailFirstRefusals: (client, refusals) => mailFirstRefusals(client, { mail }, refusals),
    ...createFileIntake(intake, ingestDeps),
    ...deps.imports,
    secretBox: createSecretBox({ secrets: deps.secrets, random }),
    openMailbox: createMailboxOpener(clock),
  })
}
