import type { Db } from '#database/transaction.ts'
import type { NumberedBy } from './types.ts'

export type NewRegionKey = {
  id: string
  name: string
  scope: string
  hash: Buffer
  now: string
  createdBy: string
  numberedBy: NumberedBy
}

/** Whether one of the hashes has no key, or a key of the maker works that has none of them. */
export async function areKeysOutdated(
  db: Db,
  { createdBy, hashes }: { createdBy: string; hashes: readonly Buffer[] },
): Promise<boolean> {
  const { rows } = await db.query<{ outdated: boolean }>(
    `select exists (select from unnest($2::bytea[]) as h (hash) where not exists (select from api_keys k where k.hash = h.hash))
       or exists (select from api_keys where created_by = $1 and revoked_at is null and hash <> all ($2::bytea[])) as outdated`,
    [createdBy, hashes],
  )
  return rows[0]?.outdated ?? true
}

/** Stores a key unless there is one with its hash. Returns whether it did. */
export async function insertMissingKey(db: Db, key: NewRegionKey): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into api_keys (id, name, scope, hash, created_at, numbered_by, created_by)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (hash) do nothing`,
    [key.id, key.name, key.scope, key.hash, key.now, key.numberedBy, key.createdBy],
  )
  return rowCount === 1
}

/** Revokes the keys of a maker that have none of the hashes. Returns the ids of those that had worked. */
export async function revokeOtherKeys(
  db: Db,
  { createdBy, hashes, now }: { createdBy: string; hashes: readonly Buffer[]; now: string },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update api_keys set revoked_at = $3 where created_by = $1 and revoked_at is null and hash <> all ($2::bytea[])
     returning id`,
    [createdBy, hashes, now],
  )
  return rows.map(({ id }) => id)
}
