import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { PortalError } from '#contract/errors.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'
import { profileFormat } from '../formats/formats.ts'
import { moveHandledFiles, profileFolders, type WaitingFile, waitingFiles } from './folder-files.ts'
import { lockFiles } from './folder-queries.ts'
import { findProfile, type StoredProfile } from './profile-queries.ts'
import { reportText } from './report-text.ts'
import { noRows, recordRun } from './run.ts'
import { inOwnFolder } from './scratch.ts'
import type { TakeFiles } from './take-files.ts'

export type FolderDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  take: TakeFiles
  log: Log
  /** Records for the operator that documents were refused, and why the first was. */
  noteRefused?: (times: number, example: string) => Promise<void>
}

/** Milliseconds between two looks; a file is read once it was the same at two of them. */
const lookEvery = 5_000
/** How many sets of files are read at once: one that takes long holds up no other for good. */
const mostAtOnce = 2
/** A file that ended its server so often is put aside. */
const mostAttempts = 3

/**
 * Reads what is put into the folder while the app runs; nothing without one. Each folder inside is named as a profile,
 * which reads the files in it; they move to `processed` or `refused` there, with a report. Of several servers one reads a
 * file; after a crash it is read once more, which changes nothing that was taken.
 */
export function watchImportFolder(
  app: FastifyInstance,
  deps: Omit<FolderDeps, 'log'>,
  folder: string | undefined,
): void {
  if (folder === undefined) return
  const looker = createFolderScanner({ ...deps, log: app.log }, folder)
  const looking = repeat({
    work: looker.look,
    every: lookEvery,
    log: app.log,
    failing: (reason) => `The folder of files to import cannot be read: ${reason}`,
    working: (seconds) => `The folder of files to import can be read again, after ${seconds} s.`,
  })
  app.addHook('onClose', async () => {
    await looking.stop()
    await looker.done()
  })
}

/** Looks into the folder; each look starts what is ready and does not wait for it. */
export function createFolderScanner(deps: FolderDeps, folder: string) {
  const seen = new Map<string, string>()
  const running = new Map<string, Promise<void>>()

  async function look(): Promise<void> {
    const present = new Set<string>()
    for (const name of await profileFolders(folder)) {
      const inside = join(folder, name)
      const files = await waitingFiles(inside)
      const settled = files.filter((file) => {
        const state = `${file.size} ${file.changedAt}`
        const isSame = seen.get(file.path) === state
        seen.set(file.path, state)
        present.add(file.path)
        return isSame
      })
      if (settled.length > 0) await startSets(name, inside, settled)
    }
    for (const path of seen.keys()) if (!present.has(path)) seen.delete(path)
  }

  async function startSets(name: string, inside: string, settled: readonly WaitingFile[]): Promise<void> {
    const stored = await findProfile(deps.db, name)
    // The folder may be there before its profile.
    if (!stored) return
    for (const { files, missing } of profileFormat.sets(stored.profile, settled)) {
      const key = `${name}/${files.map((file) => file.name).join('/')}`
      if (missing.length > 0 || running.has(key) || running.size >= mostAtOnce) continue
      const work = takeSet(deps, inside, stored, files, key)
        .catch((error: unknown) => deps.log.warn(`${key} could not be read and is tried again: ${String(error)}`))
        .finally(() => running.delete(key))
      running.set(key, work)
    }
  }

  return {
    look,
    /** Resolves when what was started has ended. */
    done: async () => void (await Promise.all(running.values())),
  }
}

async function takeSet(
  deps: FolderDeps,
  folder: string,
  { profile, version }: StoredProfile,
  files: readonly WaitingFile[],
  key: string,
): Promise<void> {
  const lock = await lockFiles(deps.db, key)
  if (!lock) return
  try {
    // Another server may have read and moved them between the look and the lock.
    const still = await waitingFiles(folder)
    const isThere = ({ name, size, changedAt }: WaitingFile) =>
      still.some((other) => other.name === name && other.size === size && other.changedAt === changedAt)
    if (files.every(isThere)) await takeLocked(deps, folder, { profile, version }, files)
  } finally {
    await lock.release()
  }
}

async function takeLocked(
  deps: FolderDeps,
  folder: string,
  { profile, version }: Pick<StoredProfile, 'profile' | 'version'>,
  files: readonly WaitingFile[],
): Promise<void> {
  const started = deps.clock()
  const names = files.map(({ name }) => name)
  const fingerprint = files.map(({ name, size, changedAt }) => `${name} ${size} ${changedAt}`).join('\n')
  const outcome = await readSet(deps, { profile, version, fingerprint }, files)
  const finished = deps.clock().toISOString()
  const { report, failure } = outcome
  const refused = failure !== undefined || (report?.rejected ?? 0) > 0
  const stamp = started
    .toISOString()
    .replace(/[-:]|\.\d+Z$/g, '')
    .replace('T', '-')
  await moveHandledFiles(folder, files, {
    outcome: refused ? 'refused' : 'processed',
    stamp,
    report: reportText({ profile: profile.name, version, files: names, finished, ...outcome }),
  })
  if (!refused) return
  const [first] = report?.errors ?? []
  await deps.noteRefused?.(report?.rejected ?? 1, `${names.join(' and ')}: ${failure ?? first?.message ?? ''}`)
}

type Outcome = { report?: IngestReport; failure?: string }

/** Reads files; what is wrong with them is an outcome, and any other error is thrown. */
async function readSet(
  deps: FolderDeps,
  { profile, version, fingerprint }: Pick<StoredProfile, 'profile' | 'version'> & { fingerprint: string },
  files: readonly WaitingFile[],
): Promise<Outcome> {
  const start = { profile, version, way: 'folder', files, fingerprint, startedBy: null, isDry: false } as const
  try {
    const report = await recordRun(deps, start, async (run, unfinished) => {
      if (unfinished >= mostAttempts) throw new PortalError('invalid_input', neverEnded(unfinished))
      return inOwnFolder((scratch) => deps.take({ profile, files, scratch }, { dryRun: false, run }))
    })
    return report.received === 0 ? { report, failure: noRows } : { report }
  } catch (error) {
    if (error instanceof PortalError && error.code === 'invalid_input') return { failure: error.message }
    throw error
  }
}

const neverEnded = (times: number) =>
  `Reading was begun ${times} times and never came to an end. Look into the log of the portal, then put the file in once more.`
