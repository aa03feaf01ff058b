import type { Pool } from 'pg'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, commandLine, record } from '../audit/record.ts'
import { profileFormat } from '../formats/formats.ts'
import {
  deleteProfileVersions,
  findProfile,
  insertProfile,
  type ListedProfile,
  type StoredProfile,
  selectProfiles,
  updateProfileName,
} from './profile-queries.ts'
import { type RunRow, selectLastRuns } from './run-queries.ts'
import { deleteRefusedOfProfile } from './sources/entry-queries.ts'
import { renameProfileOfSources } from './sources/queries.ts'
import { deleteWaysOfProfile, renameProfileOfWays } from './ways/queries.ts'

/** What profiles depend on: the pool of the role portal_server, the clock and ids (UUIDv7). */
export type ProfileDeps = { db: Pool; clock: () => Date; newId: () => string }

/** What should be a profile, if it can be run. Throws invalid_input that names each problem. */
export function checkedProfile(input: unknown): ImportProfile {
  const problems = profileFormat.problems(input)
  if (problems.length === 0) return input as ImportProfile
  const list = problems.slice(0, 10).map(({ path, message }) => `${path}: ${message}`)
  throw new PortalError('invalid_input', `The profile cannot be used: ${list.join(' ')}`)
}

/** Who changes profiles: the command line, or a member of staff. */
export type ProfileActor = { caller: Caller; staffId: string | null; name: string | null }

const operator: ProfileActor = { caller: commandLine, staffId: null, name: null }

/** Saves a profile as the next version of its name; one that says the same stays as it is. Throws invalid_input. */
export async function saveProfile(
  deps: ProfileDeps,
  input: unknown,
  { caller, staffId, name: savedBy }: ProfileActor = operator,
): Promise<{ name: string; version: number; isNew: boolean }> {
  const profile = checkedProfile(input)
  return withTransaction(deps.db, async (db) => {
    const saved = await insertProfile(db, profile, { now: deps.clock().toISOString(), savedBy })
    const details = { profile: profile.name, version: saved.version }
    if (saved.isNew) await record(deps, db, { action: 'import_profile_saved', caller, staffId, details })
    return { name: profile.name, ...saved }
  })
}

/** Gives a profile another name. Throws not_found, and conflict when another has that name. */
export async function renameProfile(
  deps: ProfileDeps,
  { name, to }: { name: string; to: string },
  { caller, staffId }: ProfileActor,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (await findProfile(db, to)) throw new PortalError('conflict', translatable('imports.nameTaken'))
    if (!(await updateProfileName(db, name, to))) throw notFound()
    await renameProfileOfSources(db, name, to)
    await renameProfileOfWays(db, name, to)
    await record(deps, db, { action: 'import_profile_renamed', caller, staffId, details: { from: name, to } })
  })
}

/** Deletes a profile with all its versions. Throws not_found. */
export async function deleteProfile(deps: ProfileDeps, name: string, { caller, staffId }: ProfileActor): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (!(await deleteProfileVersions(db, name))) throw notFound()
    await deleteWaysOfProfile(db, name)
    await deleteRefusedOfProfile(db, name)
    await record(deps, db, { action: 'import_profile_deleted', caller, staffId, details: { profile: name } })
  })
}

/** The newest version of a profile. Throws not_found with a sentence. */
export async function readProfile({ db }: Pick<ProfileDeps, 'db'>, name: string): Promise<StoredProfile> {
  const stored = await findProfile(db, name)
  if (stored) return stored
  throw new PortalError('not_found', `There is no import profile "${name}". See npm run portal -- profile list.`)
}

/** All profiles with their last runs. */
export async function listProfiles({
  db,
  clock,
}: Pick<ProfileDeps, 'db' | 'clock'>): Promise<(ListedProfile & { lastRun: RunRow | null })[]> {
  const profiles = await selectProfiles(db)
  const runs = await selectLastRuns(
    db,
    profiles.map(({ name }) => name),
    clock().toISOString(),
  )
  return profiles.map((profile) => ({ ...profile, lastRun: runs.find((run) => run.profile === profile.name) ?? null }))
}
