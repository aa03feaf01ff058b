import type { Pool } from 'pg'
import type { Leniency } from '#contract/ingest/leniency.ts'
import type { Db } from '#database/transaction.ts'
import type { Numbering } from './types.ts'

/** An API key as the operator sees it; the secret itself is not stored. */
export type KeyRow = Numbering & {
  id: string
  name: string
  scope: string
  createdAt: string
  createdBy: string | null
  formerUntil: string | null
  lastUsedAt: string | null
  revokedAt: string | null
  leniency: unknown
}

/** Stores a new API key by its hash. */
export async function insertKey(
  db: Db,
  key: { id: string; name: string; scope: string; hash: Buffer; now: string; createdBy: string | null } & Numbering,
): Promise<void> {
  await db.query(
    'insert into api_keys (id, name, scope, hash, created_at, source, numbered_by, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [key.id, key.name, key.scope, key.hash, key.now, key.source, key.numberedBy, key.createdBy],
  )
}

type ActiveKey = { id: string; scope: string; leniency: unknown; isFresh: boolean } & Numbering

/**
 * The API key with this hash, unless revoked, or the one that had it before and may yet be called by it; `isFresh` when
 * its last use was recorded at or after `since`.
 */
export async function findKeyByHash(
  db: Pool,
  hash: Buffer,
  { since, now }: { since: string; now: string },
): Promise<ActiveKey | undefined> {
  const { rows } = await db.query<ActiveKey>({
    name: 'ingest key',
    text: `select id, scope, leniency, source, numbered_by as "numberedBy", coalesce(last_used_at >= $2::timestamptz, false) as "isFresh"
from api_keys where (hash = $1 or former_hash = $1 and former_until > $3) and revoked_at is null`,
    values: [hash, since, now],
  })
  return rows[0]
}

/** Gives a key another hash, and lets the one before work until the instant. False when no such key works. */
export async function replaceHash(
  db: Db,
  { id, hash, formerUntil }: { id: string; hash: Buffer; formerUntil: string },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ingest rotate key',
    text: 'update api_keys set former_hash = hash, former_until = $3, hash = $2 where id = $1 and revoked_at is null',
    values: [id, hash, formerUntil],
  })
  return rowCount === 1
}

/** Says how documents of the keys with this id or name are read. Returns the ids of those that work. */
export async function updateLeniency(db: Db, idOrName: string, leniency: Leniency): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'update api_keys set leniency = $2 where (id::text = $1 or name = $1) and revoked_at is null returning id',
    [idOrName, leniency],
  )
  return rows.map(({ id }) => id)
}

/** Records that an API key was used. */
export async function updateLastUse(db: Pool, id: string, now: string): Promise<void> {
  await db.query({
    name: 'ingest key used',
    text: 'update api_keys set last_used_at = $2 where id = $1',
    values: [id, now],
  })
}

/** The keys, the newest first, at most 500. */
export async function selectKeys(db: Pool): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `select id, name, scope, source, numbered_by as "numberedBy", created_at as "createdAt", created_by as "createdBy", former_until as "formerUntil", last_used_at as "lastUsedAt", revoked_at as "revokedAt", leniency
from api_keys order by created_at desc, id desc limit 500`,
  )
  return rows
}

/** Revokes the keys with this id or name that are not revoked yet. Returns their ids. */
export async function revokeKeys(db: Db, idOrName: string, now: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'update api_keys set revoked_at = $2 where (id::text = $1 or name = $1) and revoked_at is null returning id',
    [idOrName, now],
  )
  return rows.map(({ id }) => id)
}
