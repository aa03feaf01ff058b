import type { Pool } from 'pg'
import type { LenientReading } from '#contract/ingest/leniency.ts'
import type { Db } from '#database/transaction.ts'

type Taken = Pick<LenientReading, 'kind' | 'path' | 'documents'>

/** How many different readings are kept of a key. */
const mostKept = 300

/** Adds to what was taken leniently of a key, each once; what was not seen for 90 days is forgotten. */
export async function addReadings(db: Pool, keyId: string, taken: readonly Taken[], now: string): Promise<void> {
  await db.query({
    name: 'lenient readings',
    text: `with old as (
  delete from lenient_readings where key_id = $1 and last_at < $5::timestamptz - interval '90 days'
), room as (select $6::int - count(*) as left from lenient_readings where key_id = $1)
insert into lenient_readings as r (key_id, kind, path, documents, first_at, last_at)
select $1, t.kind, t.path, t.documents, $5::timestamptz, $5::timestamptz
from (
  select n.*, k.key_id is not null as is_kept, count(*) filter (where k.key_id is null) over (order by n.kind, n.path) as place
  from unnest($2::text[], $3::text[], $4::bigint[]) as n (kind, path, documents)
  left join lenient_readings k on k.key_id = $1 and k.kind = n.kind and k.path = n.path
) t cross join room where t.is_kept or t.place <= room.left order by t.kind, t.path
on conflict (key_id, kind, path) do update set documents = r.documents + excluded.documents, last_at = greatest(r.last_at, excluded.last_at)`,
    values: [
      keyId,
      ...[taken.map(({ kind }) => kind), taken.map(({ path }) => path), taken.map(({ documents }) => documents)],
      ...[now, mostKept],
    ],
  })
}

/** A reading with its key. */
export type ReadingRow = { keyId: string; kind: string; path: string; documents: number; lastAt: string }

/** What was taken leniently of these keys, at most a hundred of each, what came last first. */
export async function selectReadings(db: Pool, keys: readonly string[]): Promise<ReadingRow[]> {
  const { rows } = await db.query<ReadingRow>(
    `select r.key_id as "keyId", r.kind, r.path, r.documents::float8 as documents, r.last_at as "lastAt"
from unnest($1::uuid[]) as k (id) cross join lateral (
  select * from lenient_readings where key_id = k.id order by last_at desc, kind, path limit 100
) r`,
    [keys],
  )
  return rows
}

/** Forgets what was taken leniently of keys: it is read in another way from now on. */
export async function deleteReadings(db: Db, keys: readonly string[]): Promise<void> {
  await db.query('delete from lenient_readings where key_id = any ($1)', [keys])
}
