import type { Db } from '#database/transaction.ts'

/** How a way goes, as it is stored and as its runs show it. */
export type WayRow = {
  way: string
  profile: string
  silentHours: number | null
  lookedAt: string | null
  failingSince: string | null
  failure: string | null
  alarm: string | null
  lastTakenAt: string | null
}

type Which = { now: string; watches: boolean; way: string | null; profile: string | null }

/**
 * The watched folder and the call, for each profile for which files came by them, which has a folder, or for which an alarm
 * is set. A folder into which no server has looked for an hour fails where an alarm is set, and else is left out when
 * nothing came by it. Without `watches` no folder is expected to be looked into.
 */
export async function selectWays(db: Db, { now, watches, way, profile }: Which): Promise<WayRow[]> {
  const { rows } = await db.query<WayRow>(
    `with candidates as (
  select way, profile from import_ways
  union select w.way, p.name from (select distinct name from import_profiles order by name limit 1000) p
    cross join (values ('folder'), ('call')) w (way)
)
select c.way, c.profile, w.silent_hours as "silentHours", w.looked_at as "lookedAt", w.failure, w.alarm,
  case when w.failing_since is not null then w.failing_since
    when $2::boolean and w.silent_hours is not null and w.looked_at < $1::timestamptz - interval '1 hour' then w.looked_at end as "failingSince",
  (select r.started_at from import_runs r where r.profile = c.profile and r.way = c.way and not r.dry_run
    and r.finished_at is not null and r.failure is null and r.rejected = 0 and r.full_list ->> 'heldBack' is null
    order by r.started_at desc limit 1) as "lastTakenAt"
from candidates c left join import_ways w on w.way = c.way and w.profile = c.profile
where ($3::text is null or c.way = $3) and ($4::text is null or c.profile = $4)
  and (w.silent_hours is not null or w.looked_at >= $1::timestamptz - interval '1 hour'
    or exists (select from import_runs r where r.profile = c.profile and r.way = c.way and not r.dry_run))
order by c.way desc, c.profile limit 400`,
    [now, watches, way, profile],
  )
  return rows
}

type SavedHours = { way: string; profile: string; silentHours: number | null; now: string; savedBy: string | null }

/** Stores after how many hours without a file staff are mailed. Returns after how many they were before; null: never. */
export async function upsertSilentHours(
  db: Db,
  { way, profile, silentHours, now, savedBy }: SavedHours,
): Promise<number | null> {
  const { rows } = await db.query<{ before: number | null }>(
    `with before as (select silent_hours from import_ways where way = $1 and profile = $2)
insert into import_ways (way, profile, silent_hours, saved_at, saved_by) values ($1, $2, $3, $4, $5)
on conflict (way, profile) do update set silent_hours = excluded.silent_hours, saved_at = excluded.saved_at,
  saved_by = excluded.saved_by, alarm = nullif(import_ways.alarm, 'silent')
returning (select silent_hours from before) as before`,
    [way, profile, silentHours, now, savedBy],
  )
  return rows[0]?.before ?? null
}

/** What a look into the folder of a profile came to. */
export type FolderLook = { profile: string; failure: string | null }

/** Notes that a server has looked into these folders, and why it could not. */
export async function noteFolderLooks(db: Db, looks: readonly FolderLook[], now: string): Promise<void> {
  await db.query({
    name: 'import folder looks',
    text: `insert into import_ways as w (way, profile, looked_at, failing_since, failure)
select 'folder', l.profile, $3::timestamptz, case when l.failure is not null then $3::timestamptz end, l.failure
from unnest($1::text[], $2::text[]) as l (profile, failure) order by l.profile
on conflict (way, profile) do update set looked_at = excluded.looked_at, failure = excluded.failure,
  failing_since = case when excluded.failure is not null then coalesce(w.failing_since, excluded.failing_since) end`,
    values: [looks.map(({ profile }) => profile), looks.map(({ failure }) => failure), now],
  })
}

/** The profiles whose folders servers have looked into, or on whose folders an alarm is set. */
export async function selectFolderNames(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ profile: string }>(
    `select profile from import_ways where way = 'folder' order by profile limit 1000`,
  )
  return rows.map(({ profile }) => profile)
}

/** Forgets folders that are not there any more and on which no alarm is set. */
export async function deleteFolders(db: Db, profiles: readonly string[]): Promise<void> {
  await db.query(`delete from import_ways where way = 'folder' and profile = any ($1) and silent_hours is null`, [
    profiles,
  ])
}

/** Gives the ways of a profile its new name. The folder keeps its own, so that of the old name stays until it is gone. */
export async function renameProfileOfWays(db: Db, profile: string, to: string): Promise<void> {
  await db.query('delete from import_ways where profile = $1', [to])
  await db.query('update import_ways set profile = $2 where profile = $1', [profile, to])
}

/** Forgets the ways of a profile that is deleted. */
export async function deleteWaysOfProfile(db: Db, profile: string): Promise<void> {
  await db.query('delete from import_ways where profile = $1', [profile])
}

export type WayAlarmRow = { way: string; profile: string; alarm: string; since: string }

/**
 * Marks the ways that have failed for an hour or by which no file has come for as long as was set, each once until it is
 * over, and returns them. With `watches` an alarm on a folder into which no server looks any more counts as failed.
 */
export async function markWayAlarms(db: Db, { now, watches }: Pick<Which, 'now' | 'watches'>): Promise<WayAlarmRow[]> {
  const { rows } = await db.query<WayAlarmRow>({
    name: 'import way alarms',
    text: `with looked as (
  select w.way, w.profile, w.silent_hours, case when w.failing_since is not null then w.failing_since
      when $2::boolean and w.way = 'folder' and w.silent_hours is not null then w.looked_at end as failing_since,
    greatest(w.saved_at, (select r.started_at from import_runs r where r.profile = w.profile and r.way = w.way and not r.dry_run
      order by r.started_at desc limit 1)) as last_at
  from import_ways w where w.silent_hours is not null or w.failing_since is not null or w.alarm is not null
), judged as (
  select *, case when failing_since < $1::timestamptz - interval '1 hour' then 'failing'
    when last_at < $1::timestamptz - silent_hours * interval '1 hour' then 'silent' end as new_alarm from looked
), changed as (
  update import_ways w set alarm = j.new_alarm from judged j
  where w.way = j.way and w.profile = j.profile and w.alarm is distinct from j.new_alarm
  returning w.way, w.profile, w.alarm, case when w.alarm = 'failing' then j.failing_since else j.last_at end as since
)
select way, profile, alarm, since from changed where alarm is not null`,
    values: [now, watches],
  })
  return rows
}

export type RefusedRun = { way: string; profile: string; at: string; problem: string | null }

/**
 * The last files by the watched folder and by calls of each profile that were refused since the instant, and why; at most
 * 400. Of calls those alone that could not be read at all: documents that are refused stand with the caller's key.
 */
export async function selectRefusedRuns(db: Db, since: string): Promise<RefusedRun[]> {
  const { rows } = await db.query<RefusedRun>({
    name: 'import refused runs',
    text: `select distinct on (way, profile) way, profile, finished_at as at, left(coalesce(failure, problems #>> '{errors,0,message}'), 400) as problem
from import_runs where started_at >= $1 and finished_at is not null and not dry_run and (failure is not null or rejected > 0 or full_list ->> 'heldBack' is not null)
  and (way = 'folder' or way = 'call' and failure is not null)
order by way, profile, started_at desc limit 400`,
    values: [since],
  })
  return rows
}
