import type { Pool } from 'pg'
import { type RunKind, runKinds, type SystemRun } from '#contract/console/system.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Log } from '#database/log.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Actor, record } from '../audit/record.ts'
import {
  deleteOldRuns,
  endBrokenRuns,
  finishRun,
  insertRun,
  type RunRow,
  type StoredFinding,
  selectLastRuns,
  selectRun,
  updateRun,
} from './run-queries.ts'

export type RunDeps = { db: Pool; clock: () => Date; newId: () => string; log: Log }

/** By which long work says how far it has come, and what it has found. */
export type RunReport = { progress: (text: string) => void; found: (finding: StoredFinding) => void }

/** Milliseconds between two notes that work goes on, and after which without one it was broken off. */
const noteInterval = 2_000
const brokenAfter = 60_000

const actions = { doctor: 'doctor_run', backup: 'backup_made', verify: 'backup_verified' } as const

type NewRun = {
  by: Actor
  kind: RunKind
  /** The folder of a backup, for the audit log. */
  folder?: string
  /** The work is not begun again when some of its kind was begun since then. */
  unlessSince?: Date
}

/**
 * Begins long work in the background, and returns at once. Throws conflict when other work is under way on any server:
 * a backup beside a check-up of every page would slow everybody down; or when it was begun by another one meanwhile.
 */
export async function beginRun(
  deps: RunDeps,
  { by: { staffId, caller }, kind, folder, unlessSince }: NewRun,
  work: (report: RunReport) => Promise<void>,
): Promise<SystemRun> {
  const id = deps.newId()
  const begun = await withTransaction(deps.db, async (db) => {
    const now = deps.clock()
    await endBrokenRuns(db, { now, seenBefore: new Date(now.getTime() - brokenAfter) })
    if (!(await insertRun(db, { id, kind, staffId, now, unlessSince: unlessSince ?? null }))) return false
    await record(deps, db, { action: actions[kind], caller, staffId, ...(folder ? { details: { folder } } : {}) })
    await deleteOldRuns(db, kind)
    return true
  })
  if (!begun) throw new PortalError('conflict', translatable('system.busy'))
  void run(deps, id, work)
  return toRun((await selectRun(deps.db, id)) as RunRow)
}

async function run(deps: RunDeps, id: string, work: (report: RunReport) => Promise<void>): Promise<void> {
  const { db, clock, log } = deps
  let progress: string | null = null
  const findings: StoredFinding[] = []
  const note = () =>
    updateRun(db, id, { now: clock(), progress, findings }).catch((error: unknown) =>
      log.warn(`How far work of the console has come could not be stored: ${reasonOf(error)}`),
    )
  const notes = setInterval(() => void note(), noteInterval)
  const fault = await work({
    progress: (text) => {
      progress = text
    },
    found: (finding) => {
      findings.push(finding)
    },
  }).then(
    () => null,
    (error: unknown) => reasonOf(error),
  )
  clearInterval(notes)
  await note()
  await finishRun(db, id, { now: clock(), fault }).catch((error: unknown) =>
    log.warn(`The end of work of the console could not be stored: ${reasonOf(error)}`),
  )
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The last work of each kind; what no server goes on with is shown as broken off. */
export async function listLastRuns({ db, clock }: Pick<RunDeps, 'db' | 'clock'>): Promise<SystemRun[]> {
  const now = clock()
  await endBrokenRuns(db, { now, seenBefore: new Date(now.getTime() - brokenAfter) })
  return (await selectLastRuns(db, runKinds)).map(toRun)
}

const toRun = ({ kind, findings, ...run }: RunRow): SystemRun => ({
  ...run,
  // The table's check constraint allows only these, and only `found` writes findings.
  kind: kind as RunKind,
  findings: findings as SystemRun['findings'],
})
