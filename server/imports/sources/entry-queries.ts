import type { FileSourceEntry } from '#contract/console/file-sources.ts'
import type { Db } from '#database/transaction.ts'

/** What came of files of a source. */
export type EntryRow = {
  key: string
  at: string
  outcome: FileSourceEntry['outcome']
  report: string | null
  version: number | null
}

/** The entries of files with these keys. */
export async function selectEntries(db: Db, source: string, keys: readonly string[]): Promise<Map<string, EntryRow>> {
  const { rows } = await db.query<EntryRow>(
    'select key, at, outcome, report, profile_version as version from file_source_entries where source_id = $1 and key = any ($2)',
    [source, keys],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** The newest entry of files of a source, by their key; empty when there is none. */
export async function selectNewestEntry(db: Db, source: string): Promise<Map<string, EntryRow>> {
  const { rows } = await db.query<EntryRow>(
    `select key, at, outcome, report, profile_version as version from file_source_entries
where source_id = $1 and key is not null order by at desc, id desc limit 1`,
    [source],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

type NewEntry = {
  id: string
  source: string
  now: string
  /** Null for a look that failed. */
  key: string | null
  files: readonly string[]
  outcome: FileSourceEntry['outcome']
  reason: string | null
  report: string | null
  version: number | null
  run: string | null
}

/** Records what came of files, or why a look failed. */
export async function insertEntry(db: Db, entry: NewEntry): Promise<void> {
  await db.query(
    `insert into file_source_entries (id, source_id, at, key, files, outcome, reason, report, profile_version, run_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (source_id, key) where key is not null do update set id = excluded.id, at = excluded.at, files = excluded.files,
  outcome = excluded.outcome, reason = excluded.reason, report = excluded.report, profile_version = excluded.profile_version, run_id = excluded.run_id`,
    [
      ...[entry.id, entry.source, entry.now, entry.key, entry.files, entry.outcome],
      ...[entry.reason, entry.report, entry.version, entry.run],
    ],
  )
}

/** Deletes entries older than 90 days of files that are not there any more. */
export async function deleteOldEntries(db: Db, source: string, now: string, present: readonly string[]): Promise<void> {
  await db.query(
    `delete from file_source_entries where source_id = $1 and at < $2::timestamptz - interval '90 days' and (key is null or key <> all ($3))`,
    [source, now, present],
  )
}

/** Forgets what became of files of a source in these ways, so that they are looked at once more by other settings. */
export async function deleteEntries(db: Db, name: string, outcomes: readonly EntryRow['outcome'][]): Promise<void> {
  await db.query(
    'delete from file_source_entries e using file_sources s where s.id = e.source_id and s.name = $1 and e.outcome = any ($2)',
    [name, outcomes],
  )
}

/** Forgets what a profile refused of its sources: versions of another one of its name count from 1 again. */
export async function deleteRefusedOfProfile(db: Db, profile: string): Promise<void> {
  await db.query(
    `delete from file_source_entries e using file_sources s
where s.id = e.source_id and s.settings ->> 'profile' = $1 and e.outcome = 'refused'`,
    [profile],
  )
}

/** The last hundred entries of a source, the newest first. */
export async function selectLastEntries(db: Db, source: string): Promise<FileSourceEntry[]> {
  const { rows } = await db.query<FileSourceEntry>(
    'select id, at, files, outcome, reason, run_id as run from file_source_entries where source_id = $1 order by at desc, id desc limit 100',
    [source],
  )
  return rows
}

/** The sources whose last files were refused, by id; at most 200 sources are looked at. */
export async function selectRefusedSources(db: Db): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select s.id from (select id from file_sources order by name limit 200) s cross join lateral (
  select outcome from file_source_entries e where e.source_id = s.id and e.outcome in ('processed', 'refused')
  order by e.at desc limit 1
) e where e.outcome = 'refused'`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The last files of each source that were refused since the instant, and why the first was; at most 200. */
export async function selectRefusedFiles(
  db: Db,
  since: string,
): Promise<{ name: string; at: string; problem: string | null }[]> {
  const { rows } = await db.query<{ name: string; at: string; problem: string | null }>({
    name: 'file sources refused',
    text: `select s.name, e.at, left(e.reason, 400) as problem from (select id, name from file_sources order by name limit 200) s cross join lateral (
  select at, reason from file_source_entries e where e.source_id = s.id and e.outcome = 'refused' and e.at >= $1 order by e.at desc limit 1
) e`,
    values: [since],
  })
  return rows
}
