import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '#contract/errors.ts'
import { repeat } from '#database/repeat.ts'
import { operator } from '../audit/record.ts'
import { type BackupAlarmDeps, mailFailedBackup } from './failed-backups.ts'
import { type BackupMaker, isOfDamaged, makeBackup } from './make-backup.ts'
import { beginRun, listLastRuns, type RunDeps } from './runs.ts'

/** When a backup is made each day, by the server's clock, and how many whole ones are kept. */
export type BackupSchedule = { hour: number; minute: number; keep: number }

type Backups = BackupMaker & {
  folder: string
  newName: () => string
  keepNewest: (count: number) => Promise<void>
  /** Whether what is archived goes on from no backup; unset: nothing is archived. */
  isMissed?: (() => Promise<boolean>) | undefined
}

const minute = 60_000
/** Milliseconds after which a backup that failed is tried again. */
const retryAfter = 60 * minute

/**
 * Makes a backup each day, and deletes the oldest once the new one is whole. One that was missed because no server ran is
 * made when one does. Of several servers one makes it, and staff are mailed once when it fails.
 */
export function backUpDaily(
  app: FastifyInstance,
  deps: RunDeps & BackupAlarmDeps,
  backups: Backups,
  schedule: BackupSchedule,
): void {
  const looking = repeat({
    work: async () => {
      await backUpWhenDue(deps, backups, schedule)
      await mailFailedBackup(deps)
    },
    every: minute,
    log: deps.log,
    failing: (reason) => `Whether a backup is due could not be found out: ${reason}`,
    working: (seconds) => `Backups are made again, after ${seconds} s.`,
  })
  app.addHook('onReady', async () => void looking.runNow())
  app.addHook('onClose', looking.stop)
}

/**
 * Begins a backup unless one was begun since it was due; an hour later another, when that failed or what is archived goes on
 * from none. While the database is damaged one a day is enough.
 */
export async function backUpWhenDue(deps: RunDeps, backups: Backups, schedule: BackupSchedule): Promise<void> {
  const now = deps.clock()
  const { folder, newName, keepNewest } = backups
  // A folder that cannot be read keeps no backup from being made.
  const missed = (await backups.isMissed?.().catch(() => false)) ?? false
  const last = (await listLastRuns(deps)).find(({ kind }) => kind === 'backup')
  const due = lastDue(now, schedule)
  const isRetry = last !== undefined && Date.parse(last.startedAt) >= due.getTime()
  const isRecent = isRetry && now.getTime() - Date.parse(last.startedAt) < retryAfter
  if (isRecent || (isRetry && (last.fault === null ? !missed : isOfDamaged(last.fault)))) return
  const into = join(folder, newName())
  // Another server may have begun it, and ended it, since the last one was looked up.
  const unlessSince = isRetry ? new Date(now.getTime() - retryAfter + 1) : due
  await beginRun(deps, { by: operator, kind: 'backup', folder: into, unlessSince }, async (report) => {
    await makeBackup(backups, into, report)
    await keepNewest(schedule.keep)
  }).catch((error: unknown) => {
    // Other long work is under way: it is made after that.
    if (!(error instanceof PortalError && error.code === 'conflict')) throw error
  })
}

/** The last moment at which the server's clock showed the time of the schedule. */
export function lastDue(now: Date, { hour, minute: minutes }: BackupSchedule): Date {
  const due = new Date(now)
  due.setHours(hour, minutes, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}
