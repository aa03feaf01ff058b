import type { Db } from '#database/transaction.ts'

/** A bucket as stored; times in milliseconds since 1970. */
export type BucketRow = {
  key: Buffer
  level: number
  updatedAt: number
  blockedUntil: number | null
  provenAt: number | null
}

/** The buckets with these keys, created when missing, locked in a fixed order until the end of the transaction. */
export async function lockBuckets(db: Db, keys: readonly Buffer[], now: Date): Promise<BucketRow[]> {
  await db.query({
    name: 'throttle-make',
    text: `insert into throttle_buckets (key, level, updated_at)
      select key, 0, $2 from unnest($1::bytea[]) as k(key) order by key on conflict (key) do nothing`,
    values: [keys, now],
  })
  const { rows } = await db.query<BucketRow>({
    name: 'throttle-hold',
    text: `select key, level,
        (extract(epoch from updated_at) * 1000)::float8 as "updatedAt",
        (extract(epoch from blocked_until) * 1000)::float8 as "blockedUntil",
        (extract(epoch from proven_at) * 1000)::float8 as "provenAt"
      from throttle_buckets where key = any ($1::bytea[]) order by key for update`,
    values: [keys],
  })
  return rows
}

/** Whether the right password came from this pair after `since`. */
export async function isProven(db: Db, key: Buffer, since: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'throttle-is-proven',
    text: 'select from throttle_buckets where key = $1 and proven_at > $2',
    values: [key, since],
  })
  return rowCount === 1
}

/** Updates buckets that are locked. */
export async function updateBuckets(db: Db, buckets: readonly BucketRow[]): Promise<void> {
  const toDate = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds))
  await db.query({
    name: 'throttle-write',
    text: `update throttle_buckets b
      set level = n.level, updated_at = n.updated_at, blocked_until = n.blocked_until, proven_at = n.proven_at
      from unnest($1::bytea[], $2::float8[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
        as n(key, level, updated_at, blocked_until, proven_at)
      where b.key = n.key`,
    values: [
      buckets.map(({ key }) => key),
      buckets.map(({ level }) => level),
      buckets.map(({ updatedAt }) => toDate(updatedAt)),
      buckets.map(({ blockedUntil }) => toDate(blockedUntil)),
      buckets.map(({ provenAt }) => toDate(provenAt)),
    ],
  })
}
