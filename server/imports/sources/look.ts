import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { FileSource } from '#contract/imports/file-sources.ts'
import type { Log } from '#database/log.ts'
import type { NamedFile } from '#server/formats/format.ts'
import { profileFormat } from '#server/formats/formats.ts'
import { lockFiles } from '../folder-queries.ts'
import { findProfile, type StoredProfile } from '../profile-queries.ts'
import { inOwnFolder } from '../scratch.ts'
import { type HandledSet, type SetDeps, stampOf, takeSet } from '../take-set.ts'
import type { Connector, OpenMailbox, Waiting } from './connector.ts'
import { deleteOldEntries, type EntryRow, insertEntry, selectEntries, selectNewestEntry } from './entry-queries.ts'
import type { FindAddress } from './network.ts'
import { kindOf, openSource } from './open.ts'
import { findSource, noteFailure, noteFile, noteLook, pinHostKey, type SourceRow } from './queries.ts'
import { openSecret, type SecretBox } from './secret.ts'
import { SourceFailure } from './source-failure.ts'
import { unpackZips } from './unpack-zips.ts'

export type LookDeps = SetDeps & {
  lockPool: Pool
  secretBox: SecretBox
  findAddress: FindAddress
  openMailbox: OpenMailbox
  log: Log
  signal: AbortSignal
  /** Milliseconds for which a file at an SFTP server must not change before it is read. */
  settleTime?: number
}

/**
 * Looks at a source and reads what has not been read before. Of several servers one does; what is under way when it ends
 * is read once more, which changes nothing. Never rejects for what is wrong with the source: that is recorded.
 */
export async function lookAtSource(deps: LookDeps, name: string): Promise<void> {
  const lock = await lockFiles(deps.lockPool, `source ${name}`)
  if (!lock) return
  try {
    const source = await findSource(deps.db, name)
    const now = deps.clock()
    // Another server may have looked at it between the list and the lock.
    if (!source?.settings.isOn || new Date(source.nextAt) > now) return
    await lookLocked(deps, source)
  } finally {
    await lock.release()
  }
}

async function lookLocked(deps: LookDeps, source: SourceRow): Promise<void> {
  const { id, settings, savedAt } = source
  const noted = () => {
    const now = deps.clock()
    const nextAt = new Date(now.getTime() + settings.minutes * 60_000).toISOString()
    return { id, savedAt, nextAt, now: now.toISOString() }
  }
  try {
    const state = await inOwnFolder((scratch) => takeAll(deps, source, scratch))
    await noteLook(deps.db, { ...noted(), state })
  } catch (error) {
    // What is cut off by the end of the program is no failure.
    if (deps.signal.aborted) return
    const failure = error instanceof SourceFailure ? error.message : 'The portal failed: its log says why.'
    if (!(error instanceof SourceFailure))
      deps.log.warn(`The source of files ${settings.name} could not be read and is tried again: ${String(error)}`)
    const isNew = await noteFailure(deps.db, { ...noted(), failure })
    if (isNew) await insertEntry(deps.db, { ...blank(deps, id), outcome: 'failed', reason: failure })
  }
}

const blank = (deps: LookDeps, source: string) => ({
  ...{ id: deps.newId(), source, now: deps.clock().toISOString(), key: null, files: [] },
  ...{ report: null, version: null, run: null },
})

/** Reads what waits. Returns what is to be kept for the next look; undefined when something was refused or is to be tried again. */
async function takeAll(deps: LookDeps, row: SourceRow, scratch: string) {
  const { id, settings } = row
  const stored = await findProfile(deps.db, settings.profile)
  if (!stored) throw new SourceFailure(`There is no import profile "${settings.profile}" any more: choose another.`)
  const { profile } = stored
  const connector = await openSource({
    ...{ source: settings, secret: openSecret(deps.secretBox, settings.name, row.secret), state: row.state },
    ...{ findAddress: deps.findAddress, openMailbox: deps.openMailbox, scratch, signal: deps.signal },
    sets: (files) => profileFormat.sets(profile, files),
    alreadyRead: async (keys) => {
      const entries = await selectEntries(deps.db, id, keys)
      return new Set([...entries.values()].filter((entry) => isDone(entry, stored)).map(({ key }) => key))
    },
    ...(deps.settleTime === undefined ? {} : { settleTime: deps.settleTime }),
  })
  try {
    if (connector.hostKey !== undefined && settings.hostKey === undefined)
      await pinHostKey(deps.db, id, connector.hostKey)
    const waiting = await connector.list()
    const keys = waiting.map(({ key }) => key)
    // An address may show an earlier list again after another one: only what it showed last was read.
    const entries = await (kindOf(settings) === 'https'
      ? selectNewestEntry(deps.db, id)
      : selectEntries(deps.db, id, keys))
    let isWhole = true
    const errors: unknown[] = []
    for (const [index, one] of waiting.entries()) {
      deps.signal.throwIfAborted()
      const entry = entries.get(one.key)
      try {
        const folder = join(scratch, `set-${index}`)
        const isTaken =
          entry && isDone(entry, stored)
            ? await settleAgain(connector, one, entry)
            : await takeOne(deps, { row, stored, connector, waiting: one, folder })
        isWhole &&= isTaken
      } catch (error) {
        // One that fails holds up no other; without a connection all of them do.
        errors.push(error)
        if (errors.length >= mostFailures) break
      }
    }
    if (errors.length > 0) throw errors[0]
    await deleteOldEntries(deps.db, id, deps.clock().toISOString(), keys)
    return isWhole ? connector.state() : undefined
  } finally {
    await connector.close()
  }
}

const mostFailures = 3

/** Files that were refused and are still there are read again by a newer version of their profile. */
const isDone = ({ outcome, version }: EntryRow, { version: current }: StoredProfile) =>
  outcome !== 'refused' || version === current

/** Puts away what a server had read and not put away when it ended. Returns whether all of it was taken. */
async function settleAgain(
  connector: Connector,
  waiting: Waiting,
  { outcome, at, report }: EntryRow,
): Promise<boolean> {
  if (outcome === 'processed' || outcome === 'refused')
    await connector.settle(waiting, { outcome, stamp: stampOf(new Date(at)), report: report ?? '' })
  return outcome === 'processed'
}

type Taking = { row: SourceRow; stored: StoredProfile; connector: Connector; waiting: Waiting; folder: string }

/** Reads files that wait together. Returns whether all of them were taken. */
async function takeOne(deps: LookDeps, { row, stored, connector, waiting, folder }: Taking): Promise<boolean> {
  await mkdir(folder)
  const fetched = await connector.fetch(waiting, folder)
  if (fetched === undefined) return false
  const { id } = row
  const { key } = waiting
  if ('left' in fetched) {
    await insertEntry(deps.db, { ...blank(deps, id), key, outcome: 'left', reason: fetched.left })
    return false
  }
  const now = deps.clock()
  const handled = await takeFiles(deps, row.settings, { stored, key, files: fetched.files, folder })
  const { outcome, report, reason, run } = handled
  await insertEntry(deps.db, {
    ...{ id: deps.newId(), source: id, now: now.toISOString(), key, outcome, report, reason, run },
    ...{ files: fetched.files.map(({ name }) => name), version: stored.version },
  })
  await noteFile(deps.db, id, now.toISOString())
  await connector.settle(waiting, { outcome, stamp: stampOf(now), report })
  return outcome === 'processed'
}

type Handled = Omit<HandledSet, 'run'> & { run: string | null }
type ToTake = { stored: StoredProfile; key: string; files: readonly NamedFile[]; folder: string }

async function takeFiles(
  deps: LookDeps,
  settings: FileSource,
  { stored, key, files, folder }: ToTake,
): Promise<Handled> {
  const unpacked = await unpackZips(files, folder)
  if ('problem' in unpacked) return refused(files, unpacked.problem)
  const sets = profileFormat.sets(stored.profile, unpacked.files)
  const missing = sets.flatMap((set) => set.missing)
  if (sets.length === 0) return refused(files, 'No file has a name that the profile looks for.')
  if (missing.length > 0) return refused(files, `The file ${missing.join(' and ')} that belongs to it is missing.`)
  const handled: HandledSet[] = []
  for (const set of sets) {
    const fingerprint = `${settings.name} ${key} ${set.files.map(({ name }) => name).join('/')}`
    const way = kindOf(settings)
    handled.push(await takeSet(deps, { ...stored, way, files: set.files, fingerprint, startedBy: settings.name }))
  }
  const bad = handled.find(({ outcome }) => outcome === 'refused')
  return {
    outcome: bad ? 'refused' : 'processed',
    report: handled.map(({ report }) => report).join('\n'),
    run: (bad ?? handled[0])?.run ?? null,
    reason: bad?.reason ?? null,
  }
}

const refused = (files: readonly NamedFile[], reason: string): Handled => ({
  ...{ outcome: 'refused', reason, run: null },
  report: `Files: ${files.map(({ name }) => name).join(', ')}\n\nNothing was taken: ${reason}\n`,
})
