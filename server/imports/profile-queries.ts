import type { Pool } from 'pg'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { Db } from '#database/transaction.ts'

/** A version of a profile as it is stored. */
export type StoredProfile = { profile: ImportProfile; version: number; savedAt: string }
/** A profile in a list. */
export type ListedProfile = {
  name: string
  title: string | null
  version: number
  savedAt: string
  savedBy: string | null
}

/** The newest version of a profile. */
export async function findProfile(db: Db, name: string): Promise<StoredProfile | undefined> {
  const { rows } = await db.query<StoredProfile>({
    name: 'import profile',
    text: `select profile, version, saved_at as "savedAt" from import_profiles where name = $1 order by version desc limit 1`,
    values: [name],
  })
  // The name beside it counts: a profile may have been renamed since it was written.
  return rows[0] && { ...rows[0], profile: { ...rows[0].profile, name } }
}

/** A version of a profile. */
export async function findProfileVersion(db: Db, name: string, version: number): Promise<StoredProfile | undefined> {
  const { rows } = await db.query<StoredProfile>(
    `select profile, version, saved_at as "savedAt" from import_profiles where name = $1 and version = $2`,
    [name, version],
  )
  return rows[0] && { ...rows[0], profile: { ...rows[0].profile, name } }
}

/** The versions of a profile, the newest first, at most 100. */
export async function selectVersions(
  db: Db,
  name: string,
): Promise<{ version: number; savedAt: string; savedBy: string | null }[]> {
  const { rows } = await db.query<{ version: number; savedAt: string; savedBy: string | null }>(
    `select version, saved_at as "savedAt", saved_by as "savedBy" from import_profiles where name = $1 order by version desc limit 100`,
    [name],
  )
  return rows
}

/** All profiles by name, each in its newest version. */
export async function selectProfiles(db: Pool): Promise<ListedProfile[]> {
  const { rows } = await db.query<ListedProfile>(
    `select distinct on (name) name, profile ->> 'title' as title, version, saved_at as "savedAt", saved_by as "savedBy"
from import_profiles order by name, version desc limit 1000`,
  )
  return rows
}

/** The profiles that were saved last, each in its newest version. */
export async function selectLatestProfiles(db: Pool): Promise<ImportProfile[]> {
  const { rows } = await db.query<{ profile: ImportProfile }>(
    `select p.profile from (
  select distinct on (name) profile, saved_at from import_profiles order by name, version desc limit 1000
) p order by p.saved_at desc limit 50`,
  )
  return rows.map(({ profile }) => profile)
}

/** Gives a profile another name, with its versions and runs. Returns whether there was one. */
export async function updateProfileName(db: Db, name: string, to: string): Promise<boolean> {
  // A file that a command read by a profile that is not saved may have left something under the new name.
  await db.query('delete from import_profile_documents where profile = $1', [to])
  const { rowCount } = await db.query(
    `with runs as (update import_runs set profile = $2 where profile = $1),
documents as (update import_profile_documents set profile = $2 where profile = $1)
update import_profiles set name = $2 where name = $1`,
    [name, to],
  )
  return (rowCount ?? 0) > 0
}

/** Deletes a profile with all its versions. Returns whether there was one. */
export async function deleteProfileVersions(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `with documents as (delete from import_profile_documents where profile = $1)
delete from import_profiles where name = $1`,
    [name],
  )
  return (rowCount ?? 0) > 0
}

/** Stores a profile as the next version of its name, unless the newest equals it. Returns the version. */
export async function insertProfile(
  db: Db,
  profile: ImportProfile,
  { now, savedBy }: { now: string; savedBy: string | null },
): Promise<{ version: number; isNew: boolean }> {
  const text = JSON.stringify(profile)
  await db.query(`select pg_advisory_xact_lock(hashtextextended('import profile ' || $1, 0))`, [profile.name])
  const { rows } = await db.query<{ version: number }>(
    `insert into import_profiles (name, version, profile, saved_at, saved_by)
select $1, coalesce(n.version, 0) + 1, $2::text::json, $3::timestamptz, $4::text from (select 1) one
left join lateral (select version, profile from import_profiles where name = $1 order by version desc limit 1) n on true
where n.profile::text is distinct from $2::text
returning version`,
    [profile.name, text, now, savedBy],
  )
  if (rows[0]) return { version: rows[0].version, isNew: true }
  return { version: (await findProfile(db, profile.name))?.version ?? 1, isNew: false }
}
