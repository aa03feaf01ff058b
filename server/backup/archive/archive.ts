import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isNotFound } from '../files.ts'
import { type KeptBackup, listBackups } from '../kept-backups.ts'
import {
  type ArchivedLog,
  type Base,
  isOver,
  isSegment,
  needsBase,
  previousSegment,
  type Reach,
  reaches,
  superfluousSegments,
} from './archived-spans.ts'
import {
  archiveSegment,
  deleteArchive,
  deleteSegments,
  listArchives,
  makeArchive,
  newArchiveName,
  OtherDatabase,
  readArchive,
  writeCovered,
} from './folder.ts'
import { ownerOfBackups, readOwner, writeOwner } from './owner.ts'
import { type ArchiveState, readArchiveState, writeArchiveState } from './state.ts'

export type ArchiveDeps = {
  dataDir: string
  /** The folder of archives, and that of the backups from which they go on. */
  folder: string
  backups: string
  /** Where PostgreSQL puts the segments that are finished. */
  finished: string
  clock: () => Date
  /** Ends the segment that is written, and says which one follows. */
  finishSegment: () => Promise<string>
  /** Whether the disk of the data folder is about to be full. */
  isShort: () => Promise<boolean>
}

/** Milliseconds after which what was committed is archived at the latest, unless the archive is away. */
const markInterval = 5 * 60_000
/** What commits meanwhile may have stamped its time already and stand behind: so much earlier is sure. */
const margin = 1_000
/** Milliseconds after which a folder that does not answer counts as away. */
const stuckAfter = 10 * 60_000
/** Milliseconds after which a copy of a segment was broken off. */
const brokenOffAfter = 3_600_000

/** The archive of a portal: it takes over the segments that PostgreSQL has finished. */
export type Archive = {
  /**
   * Archives what is finished; every few minutes, or with `now` at once, what is not finished yet. Says why it cannot;
   * null: it can.
   */
  ship: (options?: { now?: boolean }) => Promise<string | null>
  /** Gives up finished segments that cannot be archived when the disk is about to be full; returns their number. */
  makeRoom: () => Promise<number>
  state: () => Promise<ArchiveState>
  /** Whether the log of today goes on from no backup. */
  needsBackup: () => Promise<boolean>
  /** Deletes what no backup needs any more of this portal's archives; earlier ones are left for `keepDays` days. */
  prune: (keepDays: number) => Promise<void>
}

/** Opens the archive of a data folder; a new one begins when it has none, or had one elsewhere. */
export function openArchive(deps: ArchiveDeps): Archive {
  const { dataDir, folder, backups, clock } = deps
  /** Everything that was committed until `at` stands in the segments up to `to`. */
  let mark: { at: Date; to: string } | undefined
  let lastMark = Number.NEGATIVE_INFINITY
  let shippingSince: number | undefined
  let beginning: Promise<ArchiveState> | undefined

  async function begin(): Promise<ArchiveState> {
    const state = { name: newArchiveName(clock()), folder, backups, until: null, gap: null, fault: null }
    await writeArchiveState(dataDir, state)
    mark = undefined
    return state
  }

  async function current(): Promise<ArchiveState> {
    const state = await readArchiveState(dataDir)
    if (state?.folder === folder) return { ...state, backups }
    beginning ??= begin().finally(() => {
      beginning = undefined
    })
    return beginning
  }

  async function shipAll(now: boolean): Promise<void> {
    if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`))
      throw new RangeError(`ARCHIVE_DIR lies inside ${dataDir}. Name a folder outside, best on another disk.`)
    const { name, until } = await current()
    const log = await readArchive(folder, name)
    if (!log && until === null) {
      // A folder of backups that is away holds up no archive: it is noted with the first backup that begins in it.
      const owner = await ownerOfBackups(backups).catch(() => undefined)
      await makeArchive(folder, name, owner)
    } else if (!log) {
      throw new Error(
        `${join(folder, name)} is gone. Mount its disk again; if it is lost, delete ${join(dataDir, 'archive.json')}, and a new archive begins.`,
      )
    }
    if (now || clock().getTime() - lastMark >= markInterval) {
      const at = new Date(clock().getTime() - margin)
      mark = { at, to: previousSegment(await deps.finishSegment()) }
      lastMark = clock().getTime()
    }
    await shipFinished(deps.finished, join(folder, name), clock())
    if (mark) await noteCovered(name, mark)
  }

  async function noteCovered(name: string, { at, to }: { at: Date; to: string }): Promise<void> {
    const log = await readArchive(folder, name)
    if (log?.segments.at(-1) === undefined || !log.segments.includes(to)) return
    await writeCovered(join(folder, name), { ...log.covered, [to]: at.toISOString() })
    await writeArchiveState(dataDir, { ...(await current()), until: at.toISOString() })
    mark = undefined
  }

  async function noteFault(text: string | null): Promise<void> {
    const state = await readArchiveState(dataDir)
    if (!state || (state.fault?.text ?? null) === text) return
    const since = state.fault?.since ?? clock().toISOString()
    await writeArchiveState(dataDir, { ...state, fault: text === null ? null : { since, text } })
  }

  const basesAndLogs = async () => ({ bases: basesOf(await listBackups(backups)), logs: await listArchives(folder) })

  return {
    ship: async ({ now = false } = {}) => {
      shippingSince = performance.now()
      try {
        await shipAll(now)
        await noteFault(null)
        return null
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error)
        // A copy of this portal writes there, or it is the copy itself: the two must not be mixed.
        if (error instanceof OtherDatabase) await begin()
        else await noteFault(fault)
        return fault
      } finally {
        shippingSince = undefined
      }
    },
    makeRoom: async () => {
      const isStuck = shippingSince !== undefined && performance.now() - shippingSince > stuckAfter
      const state = await readArchiveState(dataDir)
      if ((!isStuck && !state?.fault) || !(await deps.isShort())) return 0
      const files = (await readdir(deps.finished)).filter(isSegment).sort()
      const gap = files.at(-1)
      if (state && gap !== undefined) await writeArchiveState(dataDir, { ...state, gap })
      for (const name of files) await rm(join(deps.finished, name), { force: true })
      return files.length
    },
    state: current,
    needsBackup: async () => {
      const { name, gap, fault } = await current()
      // A backup now would not be the last.
      if (fault) return false
      const { bases, logs } = await basesAndLogs()
      const isAfterGap = ({ archive }: Base) => archive.name === name && archive.firstLog > (gap ?? '')
      if (gap !== null && !bases.some(isAfterGap)) return true
      return needsBase(
        name,
        bases,
        logs.find((log) => log.name === name),
      )
    },
    prune: async (keepDays) => {
      const { name } = await current()
      const { bases, logs } = await basesAndLogs()
      const self = await ownerOfBackups(backups)
      const before = new Date(clock().getTime() - keepDays * 24 * 3_600_000).toISOString()
      for (const log of logs) {
        const path = join(folder, log.name)
        const owner = await readOwner(path)
        const hasBase = bases.some(({ archive }) => archive.name === log.name)
        // The folder of backups may have been another when this portal began the archive, or could not be noted then.
        if (log.name === name || (owner === undefined && hasBase)) await writeOwner(path, self)
        else if (owner !== self) continue
        if (log.name !== name && isOver(log, bases, before)) await deleteArchive(folder, log.name)
        else await deleteSegments(path, superfluousSegments(log, bases), clock())
      }
    },
  }
}

/** Archives the segments that are finished, the oldest first, and deletes them where they were. */
async function shipFinished(finished: string, archive: string, now: Date): Promise<void> {
  for (const file of (await readdir(finished)).sort()) {
    const path = join(finished, file)
    try {
      if (isSegment(file)) await archiveSegment(await readFile(path), archive, file)
      // A copy that PostgreSQL is making has another name until it is whole; after a crash it stays.
      else if (file.startsWith('archtemp') && now.getTime() - (await stat(path)).mtimeMs < brokenOffAfter) continue
    } catch (error) {
      // A command beside the portal has archived it, or PostgreSQL has given its copy the other name.
      if (isNotFound(error) && !(await isThere(path))) continue
      throw error
    }
    // What else is archived, the beginnings of backups and of timelines, is not needed to restore.
    await rm(path, { force: true })
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    // Whatever keeps it from being read is told of by who reads it.
    () => false,
  )

/** The undamaged backups from which an archive goes on. */
function basesOf(kept: readonly KeptBackup[]): Base[] {
  return kept.flatMap(({ name, damage, archive }) =>
    archive && damage.length === 0 ? [{ backup: name, archive }] : [],
  )
}

/** What backups and archives can be restored to. */
export async function readReaches(folder: string, backups: string): Promise<Reach[]> {
  const logs: ArchivedLog[] = await listArchives(folder)
  return reaches(basesOf(await listBackups(backups)), logs)
}
