import type { Pool } from 'pg'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { Db } from '#database/transaction.ts'

/** A version of a profile as it is stored. */
export type StoredProfile = { profile: ImportProfile; version: number; savedAt: string }
/** A profile in a list, with its last run. */
export type ListedProfile = {
  name: string
  title: string | null
  version: number
  savedAt: string
  lastRunAt: string | null
  received: number | null
  rejected: number | null
  failure: string | null
}

/** The newest version of a profile. */
export async function findProfile(db: Db, name: string): Promise<StoredProfile | undefined> {
  const { rows } = await db.query<StoredProfile>({
    name: 'import profile',
    text: `select profile, version, saved_at as "savedAt" from import_profiles where name = $1 order by version desc limit 1`,
    values: [name],
  })
  return rows[0]
}

/** All profiles by name, each in its newest version. */
export async function selectProfiles(db: Pool): Promise<ListedProfile[]> {
  const { rows } = await db.query<ListedProfile>(
    `select p.name, p.profile ->> 'title' as title, p.version, p.saved_at as "savedAt",
  r.started_at as "lastRunAt", r.received, r.rejected, r.failure
from (select distinct on (name) name, version, profile, saved_at from import_profiles order by name, version desc limit 1000) p
left join lateral (
  select started_at, received, rejected, failure from import_runs where profile = p.name order by started_at desc limit 1
) r on true
order by p.name`,
  )
  return rows
}

/** Stores a profile as the next version of its name, unless the newest equals it. Returns the version. */
export async function insertProfile(
  db: Db,
  profile: ImportProfile,
  now: string,
): Promise<{ version: number; isNew: boolean }> {
  const text = JSON.stringify(profile)
  await db.query(`select pg_advisory_xact_lock(hashtextextended('import profile ' || $1, 0))`, [profile.name])
  const { rows } = await db.query<{ version: number }>(
    `insert into import_profiles (name, version, profile, saved_at)
select $1, coalesce(n.version, 0) + 1, $2::text::json, $3::timestamptz from (select 1) one
left join lateral (select version, profile from import_profiles where name = $1 order by version desc limit 1) n on true
where n.profile::text is distinct from $2::text
returning version`,
    [profile.name, text, now],
  )
  if (rows[0]) return { version: rows[0].version, isNew: true }
  return { version: (await findProfile(db, profile.name))?.version ?? 1, isNew: false }
}
