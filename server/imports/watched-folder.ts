import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'
import { profileFormat } from '../formats/formats.ts'
import { type HandledFiles, moveHandledFiles, profileFolders, type WaitingFile, waitingFiles } from './folder-files.ts'
import { lockFiles } from './folder-queries.ts'
import { findProfile, type StoredProfile } from './profile-queries.ts'
import { type SetDeps, stampOf, takeSet } from './take-set.ts'
import { createFolderHealth } from './ways/folder-health.ts'
import type { FolderLook } from './ways/queries.ts'
import { explainFolder, noProfile } from './ways/ways.ts'

export type FolderDeps = SetDeps & { lockPool: Pool; log: Log }

/** Milliseconds between two looks; a file is read once it was the same at two of them. */
const lookEvery = 5_000
/** How many sets of files are read at once: one that takes long holds up no other for good. */
const mostAtOnce = 2

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

/** Files of a profile that belong together and are ready to be read. */
type ReadySet = { key: string; folder: string; stored: StoredProfile; files: readonly WaitingFile[] }

/** Why files could not be read or moved, how often in a row, and what came of them where they only could not be moved. */
type FailingSet = { failure: string; times: number; handled: HandledFiles | undefined }

/** Looks into the folder; each look starts what is ready and does not wait for it. */
export function createFolderScanner(deps: FolderDeps, folder: string) {
  const seen = new Map<string, string>()
  const running = new Map<string, Promise<void>>()
  /** Why folders cannot be read, by profile, and the sets of files that cannot, by their key. */
  const failing = new Map<string, string>()
  const failingSets = new Map<string, FailingSet>()
  const health = createFolderHealth(deps, folder)

  async function look(): Promise<void> {
    const present = new Set<string>()
    const names = await profileFolders(folder).catch(async (error: unknown) => {
      await health.note({ error })
      throw error
    })
    const looks: FolderLook[] = []
    const ready: ReadySet[] = []
    for (const name of names) {
      const result = await lookInto(name, present)
      if (!result) continue
      looks.push({ profile: name, failure: result.failure })
      ready.push(...result.ready)
    }
    for (const path of seen.keys()) if (!present.has(path)) seen.delete(path)
    startSets(ready)
    await health.note(looks)
  }

  /** Why the folder of a profile fails, and what is ready there. Undefined for a folder that is none. */
  async function lookInto(
    name: string,
    present: Set<string>,
  ): Promise<{ failure: string | null; ready: ReadySet[] } | undefined> {
    const inside = join(folder, name)
    let files: WaitingFile[]
    try {
      files = await waitingFiles(inside)
      failing.delete(name)
    } catch (error) {
      const failure = explainFolder(inside, error)
      if (failing.get(name) !== failure) deps.log.warn(`Files to import cannot be read: ${failure}`)
      failing.set(name, failure)
      return { failure, ready: [] }
    }
    const settled = files.filter((file) => {
      const state = `${file.size} ${file.changedAt}`
      const isSame = seen.get(file.path) === state
      seen.set(file.path, state)
      present.add(file.path)
      return isSame
    })
    const stored = await findProfile(deps.db, name)
    // The folder may be there before its profile.
    if (!stored) return settled.length > 0 ? { failure: noProfile(name), ready: [] } : undefined
    const sets = profileFormat.sets(stored.profile, settled).map((set) => ({ ...set, key: keyOf(name, set.files) }))
    forgetGone(name, new Set(sets.map(({ key }) => key)))
    const [failure = null] = sets.flatMap(({ key }) => failingSets.get(key)?.failure ?? [])
    const whole = sets.filter(({ missing }) => missing.length === 0)
    return { failure, ready: whole.map((set) => ({ key: set.key, folder: inside, stored, files: set.files })) }
  }

  /** Sets that are gone fail no longer. */
  function forgetGone(name: string, present: ReadonlySet<string>): void {
    for (const key of failingSets.keys()) if (key.startsWith(`${name}/`) && !present.has(key)) failingSets.delete(key)
  }

  /** Starts as many sets as may run, first those that failed least: one that always fails holds up no other. */
  function startSets(ready: readonly ReadySet[]): void {
    const timesFailed = ({ key }: ReadySet) => failingSets.get(key)?.times ?? 0
    for (const set of ready.toSorted((one, other) => timesFailed(one) - timesFailed(other))) {
      if (running.size >= mostAtOnce) return
      if (running.has(set.key)) continue
      running.set(
        set.key,
        takeReady(set).finally(() => running.delete(set.key)),
      )
    }
  }

  /** Reads files and moves them; where they were read before and could not be moved, only that. Never rejects. */
  async function takeReady(set: ReadySet): Promise<void> {
    const { key } = set
    const before = failingSets.get(key)
    let handled = before?.handled
    try {
      const isDone = await withLock(deps, set, async () => {
        handled ??= await readReady(deps, set)
        await moveHandledFiles(set.folder, handled)
      })
      if (isDone) failingSets.delete(key)
    } catch (error) {
      const failure = explainFolder(set.folder, error)
      const verb = handled ? 'moved' : 'read'
      if (before?.failure !== failure) deps.log.warn(`${key} could not be ${verb} and is tried again: ${String(error)}`)
      failingSets.set(key, { failure, times: (before?.times ?? 0) + 1, handled })
    }
  }

  return {
    look,
    /** Resolves when what was started has ended. */
    done: async () => void (await Promise.all(running.values())),
  }
}

const keyOf = (profile: string, files: readonly WaitingFile[]) =>
  `${profile}/${files.map(({ name }) => name).join('/')}`

/** Does something with files that are still there as they were. Returns false when another server has them now. */
async function withLock(
  { lockPool }: FolderDeps,
  { key, folder, files }: ReadySet,
  work: () => Promise<void>,
): Promise<boolean> {
  const lock = await lockFiles(lockPool, key)
  if (!lock) return false
  try {
    // Another server may have read and moved them between the look and the lock.
    const still = await waitingFiles(folder)
    const isThere = ({ name, size, changedAt }: WaitingFile) =>
      still.some((other) => other.name === name && other.size === size && other.changedAt === changedAt)
    if (files.every(isThere)) await work()
    return true
  } finally {
    await lock.release()
  }
}

async function readReady(deps: FolderDeps, { stored, files }: ReadySet): Promise<HandledFiles> {
  const { profile, version } = stored
  const stamp = stampOf(deps.clock())
  const fingerprint = files.map(({ name, size, changedAt }) => `${name} ${size} ${changedAt}`).join('\n')
  const { outcome, report } = await takeSet(deps, {
    ...{ profile, version, way: 'folder', files, fingerprint, startedBy: null },
  })
  return { files, outcome, stamp, report }
}
