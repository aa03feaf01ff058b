import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { ImportWay, tryImportFolder } from '#contract/console/import-ways.ts'
import type { ImportRun } from '#contract/console/imports.ts'
import type { Reply } from '#contract/endpoint.ts'
import { notFound } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { record } from '#server/audit/record.ts'
import { waitingFiles } from '../folder-files.ts'
import { findProfile } from '../profile-queries.ts'
import type { ProfileActor } from '../profiles.ts'
import { selectLastRunsByWay, selectRunsByWay } from '../run-queries.ts'
import { shownRun } from '../shown-run.ts'
import { selectWays, upsertSilentHours, type WayRow } from './queries.ts'

type WayDeps = {
  db: Pool
  clock: () => Date
  /** The folder that is watched; unset: none is. */
  folder?: string | undefined
}
type Which = Pick<ImportWay, 'way' | 'profile'>

/** The watched folder and the call, for each profile whose files come by them, and how each goes. */
export async function listWays(deps: WayDeps, which: Partial<Which> = {}): Promise<ImportWay[]> {
  const { db, clock, folder } = deps
  const now = clock().toISOString()
  const { way = null, profile = null } = which
  const rows = await selectWays(db, { now, watches: folder !== undefined, way, profile })
  const runs = (await selectLastRunsByWay(db, rows, now)).map(shownRun)
  return rows.map((row) =>
    statusOf(row, runs.find((run) => run.way === row.way && run.profile === row.profile) ?? null),
  )
}

function statusOf({ way, profile, silentHours, alarm, ...row }: WayRow, lastRun: ImportRun | null): ImportWay {
  const { lookedAt, lastTakenAt, failingSince, failure } = row
  return {
    // The table's check constraint allows only these ways.
    way: way as ImportWay['way'],
    ...{ profile, silentHours, lookedAt, lastTakenAt, failingSince, lastRun },
    state: stateOf(failingSince !== null, alarm === 'silent', lastRun),
    failure: failingSince === null ? null : (failure ?? notLookedAt),
  }
}

const notLookedAt =
  'No server looks into the folder any more: set IMPORT_FOLDER, and see whether its folder is still there.'

function stateOf(isFailing: boolean, isSilent: boolean, lastRun: ImportRun | null): ImportWay['state'] {
  if (isFailing) return 'failing'
  if (isSilent) return 'silent'
  if (lastRun === null) return 'new'
  const { failure, rejected, fullList, isBroken } = lastRun
  const isRefused = isBroken || failure !== null || (rejected ?? 0) > 0 || (fullList?.heldBack ?? null) !== null
  return isRefused ? 'refused' : 'works'
}

/** One way with its last runs; one by which nothing has come is new. Throws not_found when there is no such profile. */
export async function readWay(
  deps: WayDeps,
  { way, profile }: Which,
): Promise<{ status: ImportWay; folder: string | null; runs: ImportRun[] }> {
  const { db, clock, folder } = deps
  const [status] = await listWays(deps, { way, profile })
  if (!status && !(await findProfile(db, profile))) throw notFound()
  const runs = await selectRunsByWay(db, way, profile, clock().toISOString())
  return {
    status: status ?? { ...unused, way, profile },
    folder: way === 'folder' && folder !== undefined ? join(folder, profile) : null,
    runs: runs.map(shownRun),
  }
}

const unused: Omit<ImportWay, 'way' | 'profile'> = {
  ...{ silentHours: null, lookedAt: null, lastTakenAt: null, failingSince: null, failure: null, lastRun: null },
  state: 'new',
}

/** Says after how many hours without a file staff are mailed. Throws not_found when there is no such profile. */
export async function saveWay(
  deps: WayDeps & { newId: () => string },
  { way, profile, silentHours }: Which & Pick<ImportWay, 'silentHours'>,
  { caller, staffId, name: savedBy }: ProfileActor,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (!(await findProfile(db, profile))) throw notFound()
    const saved = { way, profile, silentHours, now: deps.clock().toISOString(), savedBy }
    const before = await upsertSilentHours(db, saved)
    const details = { way, profile, before, after: silentHours }
    await record(deps, db, { action: 'import_way_saved', caller, staffId, details })
  })
}

const mostNames = 20

/** Looks whether the folder of a profile can be read and written; nothing is read or moved. */
export async function tryFolder(
  { db, folder }: Omit<WayDeps, 'clock'>,
  profile: string,
): Promise<Reply<typeof tryImportFolder>> {
  const failed = (failure: string) => ({ failure, waiting: 0, files: [] })
  if (folder === undefined) return failed('No folder is watched: set IMPORT_FOLDER.')
  if (!(await findProfile(db, profile))) return failed(noProfile(profile))
  const inside = join(folder, profile)
  try {
    if (!(await stat(inside)).isDirectory()) return failed(`${inside} is no folder.`)
    await access(inside, constants.R_OK | constants.W_OK | constants.X_OK)
    const files = await waitingFiles(inside)
    await Promise.all(files.map(({ path }) => access(path, constants.R_OK)))
    return { failure: null, waiting: files.length, files: files.slice(0, mostNames).map(({ name }) => name) }
  } catch (error) {
    return failed(explainFolder(inside, error))
  }
}

/** What is said of a folder in which files wait and whose name is no profile's. */
export const noProfile = (name: string): string =>
  `There is no import profile "${name}": save one of that name, or name the folder as one.`

/** What an operator is told of a folder that cannot be read or written. */
export function explainFolder(folder: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const path = error instanceof Error && 'path' in error ? String(error.path) : folder
  if (code === 'ENOENT') return `${path} is not there: make the folder, or mount the share again.`
  if (code === 'EACCES' || code === 'EPERM')
    return `The portal may not read and write ${path}: give its user the right.`
  if (code === 'EROFS') return `${path} cannot be written to: files that were read cannot be moved.`
  if (code === 'ENOSPC') return `There is no room left at ${path}.`
  return `${path} cannot be read: ${code}.`
}
