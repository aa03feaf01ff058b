import type { Pool } from 'pg'
import type { Db } from '#database/transaction.ts'

/** What became of the messages of a source within an hour. */
export type HourCounts = {
  source: string
  hour: string
  lastAt: string
  created: number
  updated: number
  unchanged: number
  rejected: number
  quarantined: number
}

/** Adds to the hours of sources; a source that speaks is silent no longer. */
export async function addHours(db: Pool, hours: readonly HourCounts[]): Promise<void> {
  const column = (name: keyof HourCounts) => hours.map((hour) => hour[name])
  await db.query({
    name: 'intake add hours',
    text: `with sent as (
  select * from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[])
    as t (source, hour, last_at, created, updated, unchanged, rejected, quarantined)
), sources as (
  insert into intake_sources as s (id, last_at) select source, max(last_at) from sent group by source order by source
  on conflict (id) do update set last_at = greatest(s.last_at, excluded.last_at), silent_since = null returning id
)
insert into intake_hours as h (source_id, hour, created, updated, unchanged, rejected, quarantined)
select source, hour, created, updated, unchanged, rejected, quarantined from sent join sources on id = source order by source, hour
on conflict (source_id, hour) do update set created = h.created + excluded.created, updated = h.updated + excluded.updated,
  unchanged = h.unchanged + excluded.unchanged, rejected = h.rejected + excluded.rejected, quarantined = h.quarantined + excluded.quarantined`,
    values: [
      ...[column('source'), column('hour'), column('lastAt')],
      ...[column('created'), column('updated'), column('unchanged'), column('rejected'), column('quarantined')],
    ],
  })
}

/** A source that has spoken since `since`, with the hours in which it did. */
export type ActiveSource = {
  id: string
  name: string | null
  lastAt: string
  silentSince: string | null
  hours: string[]
}

/** The sources that can still speak, at most 200, with the hours in which they did since the instant. */
export async function selectActiveSources(db: Db, since: string): Promise<ActiveSource[]> {
  const { rows } = await db.query<ActiveSource>({
    name: 'intake spoken sources',
    text: `select s.id, k.name, s.last_at as "lastAt", s.silent_since as "silentSince",
  array(select h.hour from intake_hours h where h.source_id = s.id and h.hour >= $1 order by h.hour) as hours
from intake_sources s join api_keys k on k.id = s.id and k.revoked_at is null order by s.last_at desc limit 200`,
    values: [since],
  })
  return rows
}

/** Notes that a source has been silent since its last message. False when that is known, or it has spoken since. */
export async function markSilent(db: Db, id: string, lastAt: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'intake mark silent',
    text: 'update intake_sources set silent_since = last_at where id = $1 and silent_since is null and last_at = $2',
    values: [id, lastAt],
  })
  return rowCount === 1
}

/** Who of the staff hears of a silent source: those of these roles, at most 100. */
export async function selectStaffOfRoles(db: Db, roles: readonly string[]): Promise<{ name: string; email: string }[]> {
  const { rows } = await db.query<{ name: string; email: string }>({
    name: 'intake staff to tell',
    text: 'select name, email from staff where disabled_at is null and role = any ($1::text[]) order by email limit 100',
    values: [roles],
  })
  return rows
}
