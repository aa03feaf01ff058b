import type { Pool } from 'pg'
import type { FileSource } from '#contract/imports/file-sources.ts'
import type { Db } from '#database/transaction.ts'
import type { SourceState } from './connector.ts'

/** A source as it is stored, with how it goes. */
export type SourceRow = {
  id: string
  settings: FileSource
  secret: Buffer | null
  state: SourceState
  savedAt: string
  savedBy: string | null
  nextAt: string
  lookedAt: string | null
  lastFileAt: string | null
  failingSince: string | null
  failure: string | null
  alarm: string | null
}

const columns = `id, settings, secret, state, saved_at as "savedAt", saved_by as "savedBy", next_at as "nextAt", looked_at as "lookedAt",
  last_file_at as "lastFileAt", failing_since as "failingSince", failure, alarm`

/** All sources by name. */
export async function selectSources(db: Db): Promise<SourceRow[]> {
  const { rows } = await db.query<SourceRow>(`select ${columns} from file_sources order by name limit 200`)
  return rows
}

/** A source by its name. */
export async function findSource(db: Db, name: string): Promise<SourceRow | undefined> {
  const { rows } = await db.query<SourceRow>(`select ${columns} from file_sources where name = $1`, [name])
  return rows[0]
}

/** The names of sources that are to be looked at, those that have waited longest first. */
export async function selectDueSources(db: Pool, now: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>({
    name: 'file sources due',
    text: `select name from file_sources where next_at <= $1 and (settings ->> 'isOn')::boolean order by next_at limit 20`,
    values: [now],
  })
  return rows.map(({ name }) => name)
}

type SavedSource = {
  id: string
  source: FileSource
  secret: Buffer | null
  now: string
  savedBy: string | null
  isNew: boolean
}

/**
 * Stores a source under its name: how it went before counts no longer, and it is looked at soon. Returns false for a new
 * one whose name is taken, which stores nothing.
 */
export async function upsertSource(db: Db, saved: SavedSource): Promise<boolean> {
  const { id, source, secret, now, savedBy, isNew } = saved
  const { rowCount } = await db.query(
    `insert into file_sources (id, name, settings, secret, saved_at, saved_by, next_at) values ($1, $2, $3, $4, $5, $6, $5)
on conflict (name) do update set settings = excluded.settings, secret = excluded.secret, saved_at = excluded.saved_at,
  saved_by = excluded.saved_by, next_at = excluded.next_at, state = '{}', failing_since = null, failure = null, alarm = null
  where not $7::boolean`,
    [id, source.name, JSON.stringify(source), secret, now, savedBy, isNew],
  )
  return rowCount === 1
}

/** Deletes a source with its entries. Returns whether there was one. */
export async function deleteSourceNamed(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from file_sources where name = $1', [name])
  return rowCount === 1
}

/** Makes a source due. Returns whether there is one. */
export async function makeDue(db: Db, name: string, now: string): Promise<boolean> {
  const { rowCount } = await db.query('update file_sources set next_at = $2 where name = $1', [name, now])
  return rowCount === 1
}

/** Keeps the fingerprint of the key that a server has shown first. */
export async function pinHostKey(db: Db, id: string, hostKey: string): Promise<void> {
  await db.query(
    `update file_sources set settings = settings || jsonb_build_object('hostKey', $2::text) where id = $1 and not settings ? 'hostKey'`,
    [id, hostKey],
  )
}

/** Notes that new files of a source were read: it is silent no longer. */
export async function noteFile(db: Db, id: string, now: string): Promise<void> {
  await db.query(`update file_sources set last_file_at = $2, alarm = nullif(alarm, 'silent') where id = $1`, [id, now])
}

type Looked = { id: string; now: string; nextAt: string; savedAt: string }

/** Notes that a source could be looked at. A source that was saved meanwhile is looked at again. */
export async function noteLook(
  db: Db,
  { id, now, nextAt, savedAt, state }: Looked & { state: SourceState | undefined },
): Promise<void> {
  await db.query(
    `update file_sources set looked_at = $2, next_at = $3, state = coalesce($5, state), failing_since = null, failure = null,
  alarm = nullif(alarm, 'failing') where id = $1 and saved_at = $4`,
    [id, now, nextAt, savedAt, state === undefined ? null : JSON.stringify(state)],
  )
}

/** Notes why a source could not be looked at. Returns whether it failed with another reason than before. */
export async function noteFailure(
  db: Db,
  { id, now, nextAt, savedAt, failure }: Looked & { failure: string },
): Promise<boolean> {
  const { rows } = await db.query<{ isNew: boolean }>(
    `update file_sources s set looked_at = $2, next_at = $3, failing_since = coalesce(s.failing_since, $2), failure = $5
from (select id, failure from file_sources where id = $1 for update) before where s.id = before.id and s.saved_at = $4
returning before.failure is distinct from $5 as "isNew"`,
    [id, now, nextAt, savedAt, failure],
  )
  return rows[0]?.isNew ?? false
}

/** Gives the sources of a profile its new name. */
export async function renameProfileOfSources(db: Db, profile: string, to: string): Promise<void> {
  await db.query(
    `update file_sources set settings = settings || jsonb_build_object('profile', $2::text) where settings ->> 'profile' = $1`,
    [profile, to],
  )
}

export type AlarmRow = { name: string; alarm: string; since: string; failure: string | null }

/**
 * Marks the sources that have failed for an hour or have had no new file for as long as was set, each once until it is
 * over, and returns them.
 */
export async function markAlarms(db: Db, now: string): Promise<AlarmRow[]> {
  const { rows } = await db.query<AlarmRow>(
    `with due as (
  select id, case when failing_since < $1::timestamptz - interval '1 hour' then 'failing' else 'silent' end as alarm
  from file_sources where alarm is null and (settings ->> 'isOn')::boolean and (
    failing_since < $1::timestamptz - interval '1 hour'
    or greatest(last_file_at, saved_at) < $1::timestamptz - (settings ->> 'silentHours')::integer * interval '1 hour'
  ) for update skip locked
)
update file_sources s set alarm = due.alarm from due where s.id = due.id
returning s.name, s.alarm, case when s.alarm = 'failing' then s.failing_since else greatest(s.last_file_at, s.saved_at) end as since, s.failure`,
    [now],
  )
  return rows
}
