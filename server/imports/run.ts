import type { Pool } from 'pg'
import type { ImportRun } from '#contract/console/imports.ts'
import { PortalError } from '#contract/errors.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Db } from '#database/transaction.ts'
import { finishRun, insertRun, touchRuns } from './run-queries.ts'

export type RunDeps = { db: Pool; clock: () => Date; newId: () => string }

export type RunStart = {
  profile: ImportProfile
  version: number | null
  way: ImportRun['way']
  files: readonly { name: string }[]
  fingerprint?: string
  startedBy: string | null
  isDry: boolean
}

/** Milliseconds between two notes that a run goes on. */
const noteInterval = 5_000

/**
 * Records a run of files and what came of it. `read` gets its id and how often reading files of the same fingerprint was
 * begun and never ended. Rejects as `read` does; when files cannot be read, the run says why.
 */
export async function recordRun(
  deps: RunDeps,
  start: RunStart,
  read: (id: string, unfinished: number) => Promise<IngestReport>,
  id = deps.newId(),
): Promise<IngestReport> {
  const unfinished = await startRun(deps, deps.db, id, start)
  return whileNoted(deps, [id], () => readRun(deps, id, () => read(id, unfinished)))
}

/** Records on `db` that a run begins. Returns how often reading files of its fingerprint was begun and never ended. */
export function startRun({ clock }: Pick<RunDeps, 'clock'>, db: Db, id: string, start: RunStart): Promise<number> {
  return insertRun(db, {
    ...{ id, profile: start.profile.name, version: start.version, way: start.way, isDry: start.isDry },
    ...{ files: start.files.map(({ name }) => name), fingerprint: start.fingerprint ?? '' },
    ...{ startedBy: start.startedBy, now: clock().toISOString() },
  })
}

/** Does work for runs that were recorded, and notes meanwhile that those which have not ended go on. Rejects as it does. */
export async function whileNoted<T>(
  { db, clock }: Pick<RunDeps, 'db' | 'clock'>,
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  let noted: Promise<unknown> = Promise.resolve()
  const notes = setInterval(() => {
    noted = touchRuns(db, ids, clock().toISOString()).catch((error: unknown) => {
      // Without a note for a minute the run shows as broken off, until it ends.
      process.emitWarning(`That an import goes on could not be noted: ${String(error)}`)
    })
  }, noteInterval)
  try {
    return await work()
  } finally {
    clearInterval(notes)
    await noted
  }
}

/** Reads the files of a run that was recorded, and records what came of it. Rejects as `read` does. */
export async function readRun(
  { db, clock }: Pick<RunDeps, 'db' | 'clock'>,
  id: string,
  read: () => Promise<IngestReport>,
): Promise<IngestReport> {
  try {
    const report = await read()
    const failure = report.received === 0 ? noRows : null
    await finishRun(db, { id, now: clock().toISOString(), report, failure })
    return report
  } catch (error) {
    if (error instanceof PortalError) {
      await finishRun(db, { id, now: clock().toISOString(), report: undefined, failure: error.message })
    }
    throw error
  }
}

/** What is said of files without any document. */
export const noRows = 'The file has no row with data.'
