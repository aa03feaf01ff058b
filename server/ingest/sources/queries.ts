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

/** The last message of a key that was refused and waits. */
export type KeyRefusal = { id: string; name: string; at: string; problem: string }

/** The keys of whose messages something was refused since the instant and waits, with the last of each; at most 200. */
export async function selectRefusedKeys(db: Db, since: string): Promise<KeyRefusal[]> {
  const { rows } = await db.query<KeyRefusal>({
    name: 'intake refused keys',
    text: `select k.id, k.name, r.at, r.problem from api_keys k cross join lateral (
  select last_at as at, left(coalesce(problems -> 0 ->> 'message', reason), 400) as problem
  from refused_messages where source_id = k.id and settled_at is null order by last_at desc, id desc limit 1
) r where k.revoked_at is null and r.at >= $1 order by r.at desc limit 200`,
    values: [since],
  })
  return rows
}

/**
 * Notes when sources were refused something last. Returns those of which nothing had been refused in the week before;
 * of several servers that note the same, one gets them.
 */
export async function noteRefusals(
  db: Db,
  refusals: readonly { source: string; at: string }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ source: string }>({
    name: 'intake note refusals',
    text: `with refused as (
  select * from unnest($1::text[], $2::timestamptz[]) as t (source, at)
), noted as (
  insert into refusal_alarms as a (source, last_at) select source, at from refused order by source
  on conflict (source) do update set last_at = excluded.last_at where a.last_at < excluded.last_at returning source, last_at
)
-- What the table held before: a statement does not see what it writes.
select n.source from noted n
where not exists (select from refusal_alarms a where a.source = n.source and a.last_at >= n.last_at - interval '7 days')`,
    values: [refusals.map(({ source }) => source), refusals.map(({ at }) => at)],
  })
  return new Set(rows.map(({ source }) => source))
}

/** Has the next refusal of a source count as the first again, unless one was noted since the instant. */
export async function forgetRefusals(db: Db, source: string, before: string): Promise<void> {
  await db.query({
    name: 'intake forget refusals',
    text: `update refusal_alarms set last_at = '-infinity' where source = $1 and last_at < $2 and last_at > '-infinity'`,
    values: [source, before],
  })
}

/** The members of staff in these roles who may sign in, at most 100. */
export async function selectStaffOfRoles(db: Db, roles: readonly string[]): Promise<{ name: string; email: string }[]> {
  const { rows } = await db.query<{ name: string; email: string }>({
    name: 'intake staff of roles',
    text: 'select name, email from staff where disabled_at is null and role = any ($1::text[]) order by email limit 100',
    values: [roles],
  })
  return rows
}
