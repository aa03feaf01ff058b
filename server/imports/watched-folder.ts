import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'
import { profileFormat } from '../formats/formats.ts'
import { moveHandledFiles, profileFolders, type WaitingFile, waitingFiles } from './folder-files.ts'
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

/** Looks into the folder; each look starts what is ready and does not wait for it. */
export function createFolderScanner(deps: FolderDeps, folder: string) {
  const seen = new Map<string, string>()
  const running = new Map<string, Promise<void>>()
  /** Why folders cannot be read, by profile, and why sets of files cannot, by profile and set. */
  const failing = new Map<string, string>()
  const failingSets = new Map<string, Map<string, string>>()
  const health = createFolderHealth(deps, folder)

  async function look(): Promise<void> {
    const present = new Set<string>()
    const names = await profileFolders(folder).catch(async (error: unknown) => {
      await health.note({ error })
      throw error
    })
    const looks: FolderLook[] = []
    for (const name of names) {
      const result = await lookInto(name, present)
      if (result) looks.push(result)
    }
    for (const path of seen.keys()) if (!present.has(path)) seen.delete(path)
    await health.note(looks)
  }

  /** Starts what is ready in the folder of a profile. Undefined for a folder that is none. */
  async function lookInto(name: string, present: Set<string>): Promise<FolderLook | undefined> {
    const inside = join(folder, name)
    let files: WaitingFile[]
    try {
      files = await waitingFiles(inside)
      failing.delete(name)
    } catch (error) {
      const failure = explainFolder(inside, error)
      if (failing.get(name) !== failure) deps.log.warn(`Files to import cannot be read: ${failure}`)
      failing.set(name, failure)
      return { profile: name, failure }
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
    if (!stored) return settled.length > 0 ? { profile: name, failure: noProfile(name) } : undefined
    startSets(name, inside, stored, settled)
    const [failure = null] = failingSets.get(name)?.values() ?? []
    return { profile: name, failure }
  }

  function startSets(name: string, inside: string, stored: StoredProfile, settled: readonly WaitingFile[]): void {
    const failures = new Map<string, string>()
    for (const { files, missing } of profileFormat.sets(stored.profile, settled)) {
      const key = `${name}/${files.map((file) => file.name).join('/')}`
      const earlier = failingSets.get(name)?.get(key)
      if (earlier !== undefined) failures.set(key, earlier)
      if (missing.length > 0 || running.has(key) || running.size >= mostAtOnce) continue
      const work = takeWaiting(deps, inside, stored, files, key)
        .then(() => void failingSets.get(name)?.delete(key))
        .catch((error: unknown) => {
          deps.log.warn(`${key} could not be read and is tried again: ${String(error)}`)
          failingSets.get(name)?.set(key, explainFolder(inside, error))
        })
        .finally(() => running.delete(key))
      running.set(key, work)
    }
    // Sets that are gone fail no longer.
    failingSets.set(name, failures)
  }

  return {
    look,
    /** Resolves when what was started has ended. */
    done: async () => void (await Promise.all(running.values())),
  }
}

async function takeWaiting(
  deps: FolderDeps,
  folder: string,
  { profile, version }: StoredProfile,
  files: readonly WaitingFile[],
  key: string,
): Promise<void> {
  const lock = await lockFiles(deps.lockPool, key)
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
  const stamp = stampOf(deps.clock())
  const fingerprint = files.map(({ name, size, changedAt }) => `${name} ${size} ${changedAt}`).join('\n')
  const { outcome, report } = await takeSet(deps, {
    ...{ profile, version, way: 'folder', files, fingerprint, startedBy: null },
  })
  await moveHandledFiles(folder, files, { outcome, stamp, report })
}
