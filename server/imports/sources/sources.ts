import type { Pool } from 'pg'
import type { FileSourceStatus } from '#contract/console/file-sources.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { type FileSource, fileSourceFault } from '#contract/imports/file-sources.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { commandLine, record } from '#server/audit/record.ts'
import { findProfile } from '../profile-queries.ts'
import type { ProfileActor } from '../profiles.ts'
import { deleteEntries } from './entry-queries.ts'
import { kindOf } from './open.ts'
import { deleteSourceNamed, findSource, type SourceRow, selectSources, upsertSource } from './queries.ts'
import { openSecret, type SecretBox, sealSecret } from './secret.ts'

export type SourceDeps = { db: Pool; clock: () => Date; newId: () => string; secretBox: SecretBox }

const operator: ProfileActor = { caller: commandLine, staffId: null, name: null }

/** A source as somebody enters it, with its secret where that is new. */
export type EnteredSource = { source: FileSource; secret?: string | undefined }
type SourceToSave = EnteredSource & { isNew?: boolean | undefined }

/** What the audit log keeps of a source: no name or address of a person, and nothing behind a question mark. */
const auditedSettings = ({ profile, url, signIn, minutes, silentHours, isOn, leavesFiles, senders }: FileSource) =>
  JSON.stringify({
    ...{ profile, url: url.split(/[?#]/, 1)[0], signIn, minutes, silentHours, isOn, leavesFiles },
    senders: senders?.length,
  })

/**
 * Saves a source under its name. Without a secret the kept one stays, as long as it goes to the same server under the same
 * name: nobody gets it by naming a server of theirs. Throws invalid_input, not_found, and conflict for a new source whose
 * name is taken.
 */
export async function saveSource(
  deps: SourceDeps,
  { source, secret, isNew = false }: SourceToSave,
  { caller, staffId, name: savedBy }: ProfileActor = operator,
): Promise<void> {
  checkSource(source)
  if (!(await findProfile(deps.db, source.profile)))
    throw new PortalError('not_found', translatable('imports.source.noProfile'))
  await withTransaction(deps.db, async (db) => {
    const before = await findSource(db, source.name)
    const now = deps.clock().toISOString()
    const id = before?.id ?? deps.newId()
    const sealed = storedSecret(deps.secretBox, { source, secret }, isNew ? undefined : before)
    if (!(await upsertSource(db, { id, source, secret: sealed, now, savedBy, isNew }))) throw nameTaken()
    // Another profile may read what the one before has refused.
    const isOtherProfile = before?.settings.profile !== source.profile
    await deleteEntries(db, source.name, isOtherProfile ? ['left', 'refused'] : ['left'])
    const changed = before
      ? { before: auditedSettings(before.settings), after: auditedSettings(source) }
      : { after: auditedSettings(source) }
    const details = { source: source.name, profile: source.profile, ...changed }
    await record(deps, db, { action: 'file_source_saved', caller, staffId, details })
  })
}

function nameTaken(): PortalError {
  const message = translatable('imports.source.nameTaken')
  return new PortalError('conflict', message, { errors: [{ field: 'name', message }] })
}

function checkSource(source: FileSource): void {
  const fault = URL.canParse(source.url) ? fileSourceFault(source) : 'address'
  if (fault) throw new PortalError('invalid_input', translatable(`imports.source.fault.${fault}`))
}

function storedSecret(box: SecretBox, { source, secret }: EnteredSource, before: SourceRow | undefined): Buffer | null {
  if (source.signIn === 'none') return null
  if (secret !== undefined) return sealSecret(box, source.name, secret)
  if (before?.secret && goesToSame(before.settings, source)) return before.secret
  throw new PortalError('invalid_input', translatable('imports.source.secretMissing'))
}

function goesToSame(one: FileSource, other: FileSource): boolean {
  const [a, b] = [new URL(one.url), new URL(other.url)]
  return a.protocol === b.protocol && a.host === b.host && one.user === other.user && one.signIn === other.signIn
}

/** The secret with which a source that is not saved yet is tried. Throws invalid_input when one is missing. */
export async function secretToTry(deps: SourceDeps, { source, secret }: EnteredSource): Promise<string> {
  checkSource(source)
  if (secret !== undefined) return secret
  const stored = storedSecret(deps.secretBox, { source, secret }, await findSource(deps.db, source.name))
  return openSecret(deps.secretBox, source.name, stored)
}

/** Deletes a source with its secret. Throws not_found. */
export async function deleteSource(
  deps: Omit<SourceDeps, 'secretBox'>,
  name: string,
  { caller, staffId }: ProfileActor = operator,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (!(await deleteSourceNamed(db, name))) throw notFound()
    await record(deps, db, { action: 'file_source_deleted', caller, staffId, details: { source: name } })
  })
}

/** All sources, and how each goes. */
export async function listSources(db: Db): Promise<FileSourceStatus[]> {
  return (await selectSources(db)).map(statusOf)
}

/** A source as it is stored. Throws not_found with a sentence. */
export async function readSource(db: Db, name: string): Promise<SourceRow> {
  const row = await findSource(db, name)
  if (row) return row
  throw new PortalError('not_found', `There is no source of files "${name}". See npm run portal -- file-source list.`)
}

/** How a source goes, without its secret. */
export function statusOf(row: SourceRow): FileSourceStatus {
  const { settings, secret, savedAt, savedBy, nextAt, lookedAt, lastFileAt, failingSince, failure } = row
  return {
    ...{ source: settings, kind: kindOf(settings), state: stateOf(row), hasSecret: secret !== null },
    ...{ savedAt, savedBy, nextAt, lookedAt, lastFileAt, failingSince, failure },
  }
}

function stateOf({ settings, failingSince, alarm, lookedAt, savedAt }: SourceRow): FileSourceStatus['state'] {
  if (!settings.isOn) return 'off'
  if (failingSince !== null) return 'failing'
  if (alarm === 'silent') return 'silent'
  return lookedAt === null || lookedAt < savedAt ? 'new' : 'works'
}
