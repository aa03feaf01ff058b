import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Staff } from '#contract/console/staff.ts'
import * as contract from '#contract/console/system.ts'
import type { Reply } from '#contract/endpoint.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Actor, type AuditAction, type Caller, record } from '../audit/record.ts'
import { callerOf } from '../http/caller.ts'
import { signedInStaffRoute, staffRoute } from '../http/register.ts'
import { archiveContinuously } from './archive.ts'
import { type BackupSchedule, backUpDaily } from './daily-backup.ts'
import type { BackupAlarmDeps } from './failed-backups.ts'
import { type BackupMaker, makeBackup } from './make-backup.ts'
import { beginRun, listLastRuns, type RunDeps, type RunReport } from './runs.ts'

/** What the console shows and does of the portal itself: the same functions as those of the command line. */
export type System = {
  facts: () => Promise<Reply<typeof contract.showSystem>>
  /** Runs the checks of the doctor one after the other. */
  checkUp: (report: RunReport) => Promise<void>
  jobs: {
    list: () => Promise<Reply<typeof contract.listJobsAside>['jobs']>
    retry: (id: string) => Promise<boolean>
    drop: (id: string) => Promise<boolean>
  }
  mails: {
    list: () => Promise<Reply<typeof contract.listUnsentMails>['mails']>
    retry: (db: Db, id: string) => Promise<boolean>
  }
  /** Undefined where the console makes none. */
  backups:
    | (BackupMaker & {
        folder: string
        /** When one is made by itself each day, and how many whole ones are kept; undefined: none is. */
        schedule: BackupSchedule | undefined
        newName: () => string
        list: () => Promise<Reply<typeof contract.listBackups>['backups']>
        verify: (from: string, report: RunReport) => Promise<void>
        /** Deletes all but so many of the newest whole ones. */
        keepNewest: (count: number) => Promise<void>
        /** Whether what is archived goes on from no backup. */
        isMissed?: (() => Promise<boolean>) | undefined
      })
    | undefined
  /** The archive of the embedded database's log; undefined: there is none. */
  archive:
    | {
        ship: () => Promise<string | null>
        makeRoom: () => Promise<number>
        /** Since when it fails and why; undefined: it does not. */
        fault: () => Promise<{ since: string; fault: string } | undefined>
      }
    | undefined
}

type Deps = RunDeps & BackupAlarmDeps & { system: System }

/** The routes by which staff see how the portal is doing, and mend it. */
export function systemRoutes(app: FastifyInstance, deps: Deps): void {
  const { system } = deps
  if (system.backups?.schedule) backUpDaily(app, deps, system.backups, system.backups.schedule)
  if (system.archive) archiveContinuously(app, deps, system.archive)
  const actorOf = ({ staffId }: Staff, request: FastifyRequest): Actor => ({ staffId, caller: callerOf(request) })
  const note = (
    db: Db,
    action: AuditAction,
    { staffId }: Staff,
    caller: Caller,
    details: Record<string, string> = {},
  ) => record(deps, db, { action, caller, staffId, details })

  staffRoute(app, contract.showSystem, () => system.facts())
  staffRoute(app, contract.listRuns, async () => ({ runs: await listLastRuns(deps) }))
  staffRoute(app, contract.startDoctor, ({ staff, request }) =>
    beginRun(deps, { by: actorOf(staff, request), kind: 'doctor' }, system.checkUp),
  )

  staffRoute(app, contract.listJobsAside, async () => ({ jobs: await system.jobs.list() }))
  staffRoute(app, contract.retryJob, async ({ staff, params: { id }, request }) => {
    if (!(await system.jobs.retry(id))) throw notFound()
    await note(deps.db, 'job_retried', staff, callerOf(request), { job: id })
    return { message: translatable('system.job.retried') }
  })
  staffRoute(app, contract.dropJob, async ({ staff, params: { id }, request }) => {
    if (!(await system.jobs.drop(id))) throw notFound()
    await note(deps.db, 'job_dropped', staff, callerOf(request), { job: id })
    return { message: translatable('system.job.dropped') }
  })

  staffRoute(app, contract.listUnsentMails, async () => ({ mails: await system.mails.list() }))
  staffRoute(app, contract.retryMail, async ({ staff, params: { id }, request }) => {
    await withTransaction(deps.db, async (db) => {
      if (!(await system.mails.retry(db, id))) throw notFound()
      await note(db, 'mail_retried', staff, callerOf(request), { mail: id })
    })
    return { message: translatable('system.mail.retried') }
  })
  signedInStaffRoute(app, contract.sendTestMail, async ({ staff, request }) => {
    const caller = callerOf(request)
    const { email, name } = staff
    await withTransaction(deps.db, async (db) => {
      await deps.mail.send(db, { kind: 'testMail', to: { email, name }, values: {}, language: caller.language })
      await note(db, 'test_mail_sent', staff, caller)
    })
    return { message: translatable('system.mail.test', { email }) }
  })

  const requireBackups = () => {
    if (!system.backups) throw new PortalError('not_found', translatable('system.noBackups'))
    return system.backups
  }
  staffRoute(app, contract.listBackups, async () => {
    const backups = (await system.backups?.list().catch(unreadable)) ?? []
    return typeof backups === 'string' ? { backups: [], fault: backups } : { backups, fault: null }
  })
  staffRoute(app, contract.makeBackup, async ({ staff, request }) => {
    const backups = requireBackups()
    const into = join(backups.folder, backups.newName())
    return beginRun(deps, { by: actorOf(staff, request), kind: 'backup', folder: into }, (report) =>
      makeBackup(backups, into, report),
    )
  })
  staffRoute(app, contract.verifyBackup, async ({ staff, params: { name }, request }) => {
    const { folder, list, verify } = requireBackups()
    if (!(await list()).some((one) => one.name === name)) throw notFound()
    const from = join(folder, name)
    return beginRun(deps, { by: actorOf(staff, request), kind: 'verify', folder: from }, (report) =>
      verify(from, report),
    )
  })
}

/** What the system says of a folder that cannot be read, such as one whose disk is gone; throws any other error. */
function unreadable(error: unknown): string {
  if (error instanceof Error && 'syscall' in error) return error.message
  throw error
}
