import type { Pool } from 'pg'
import { PortalError } from '#contract/errors.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { withTransaction } from '#database/transaction.ts'
import { commandLine, record } from '../audit/record.ts'
import { profileFormat } from '../formats/formats.ts'
import {
  findProfile,
  insertProfile,
  type ListedProfile,
  type StoredProfile,
  selectProfiles,
} from './profile-queries.ts'

/** What profiles depend on: the pool of the role portal_server, the clock and ids (UUIDv7). */
export type ProfileDeps = { db: Pool; clock: () => Date; newId: () => string }

/** What should be a profile, if it can be run. Throws invalid_input that names each problem. */
export function checkedProfile(input: unknown): ImportProfile {
  const problems = profileFormat.problems(input)
  if (problems.length === 0) return input as ImportProfile
  const list = problems.slice(0, 10).map(({ path, message }) => `${path}: ${message}`)
  throw new PortalError('invalid_input', `The profile cannot be used: ${list.join(' ')}`)
}

/** Saves a profile as the next version of its name; one that says the same stays as it is. Throws invalid_input. */
export async function saveProfile(
  deps: ProfileDeps,
  input: unknown,
): Promise<{ name: string; version: number; isNew: boolean }> {
  const profile = checkedProfile(input)
  return withTransaction(deps.db, async (db) => {
    const saved = await insertProfile(db, profile, deps.clock().toISOString())
    const details = { profile: profile.name, version: saved.version }
    if (saved.isNew) await record(deps, db, { action: 'import_profile_saved', caller: commandLine, details })
    return { name: profile.name, ...saved }
  })
}

/** The newest version of a profile. Throws not_found with a sentence. */
export async function readProfile({ db }: Pick<ProfileDeps, 'db'>, name: string): Promise<StoredProfile> {
  const stored = await findProfile(db, name)
  if (stored) return stored
  throw new PortalError('not_found', `There is no import profile "${name}". See npm run portal -- profile list.`)
}

/** All profiles with their last runs. */
export async function listProfiles({ db }: Pick<ProfileDeps, 'db'>): Promise<ListedProfile[]> {
  return selectProfiles(db)
}
