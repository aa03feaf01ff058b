import type { Pool } from 'pg'
import type { KeyState } from '#contract/console/keys.ts'
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
  /** The numbers of the accounts that it is for; null: all. */
  accounts: string[] | null
  formerUntil: string | null
  lastUsedAt: string | null
  revokedAt: string | null
  leniency: unknown
}

/** Stores a new API key by its hash. */
export async function insertKey(
  db: Db,
  key: {
    id: string
    name: string
    scope: string
    hash: Buffer
    now: string
    createdBy: string | null
    limited: boolean
  } & Numbering,
): Promise<void> {
  await db.query(
    `insert into api_keys (id, name, scope, hash, created_at, source, numbered_by, created_by, limited)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [key.id, key.name, key.scope, key.hash, key.now, key.source, key.numberedBy, key.createdBy, key.limited],
  )
}

/**
 * Says which accounts a limited key is for, by their numbers; a merged one stands for the account that it was merged
 * into. Returns the numbers that no account has.
 */
export async function insertKeyAccounts(db: Db, keyId: string, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ number: string; id: string | null }>(
    `select n.number, a.account_id as id
      from unnest($1::text[]) as n (number) left join account_numbers a on a.number = n.number`,
    [numbers],
  )
  await db.query(
    `insert into key_accounts (account_id, key_id) select id, $1 from unnest($2::uuid[]) as a (id)
      where id is not null on conflict do nothing`,
    [keyId, rows.map(({ id }) => id)],
  )
  return rows.filter(({ id }) => id === null).map(({ number }) => number)
}

/** Writes the row of staff as which a key acts in the console. */
export async function insertStaffOfKey(
  db: Db,
  { id, keyId, name, role, now }: { id: string; keyId: string; name: string; role: 'key' | 'limited_key'; now: string },
): Promise<void> {
  await db.query(
    'insert into staff (id, key_id, email, name, role, created_at) values ($1, $2, $2::uuid::text, $3, $4, $5)',
    [id, keyId, name, role, now],
  )
}

type ActiveKey = {
  id: string
  name: string
  scope: string
  staffId: string | null
  accountIds: string[] | null
  leniency: unknown
  isFresh: boolean
} & Numbering

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
    text: `select k.id, k.name, k.scope, s.id as "staffId", k.leniency, k.source, k.numbered_by as "numberedBy",
  coalesce(k.last_used_at >= $2::timestamptz, false) as "isFresh",
  case when k.limited then array(select a.account_id::text from key_accounts a where a.key_id = k.id) end as "accountIds"
from api_keys k left join staff s on s.key_id = k.id
where (k.hash = $1 or k.former_hash = $1 and k.former_until > $3) and k.revoked_at is null`,
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

/** Says how documents of the keys with this id or name are read. Returns those that work, and how it was before. */
export async function updateLeniency(
  db: Db,
  idOrName: string,
  leniency: Leniency,
): Promise<{ id: string; before: Leniency | null }[]> {
  const { rows } = await db.query<{ id: string; before: Leniency | null }>(
    `update api_keys k set leniency = $2
      from (select id, leniency from api_keys where (id::text = $1 or name = $1) and revoked_at is null for update) b
      where k.id = b.id returning k.id, b.leniency as before`,
    [idOrName, leniency],
  )
  return rows
}

/** Records that an API key was used. */
export async function updateLastUse(db: Pool, id: string, now: string): Promise<void> {
  await db.query({
    name: 'ingest key used',
    text: 'update api_keys set last_used_at = $2 where id = $1',
    values: [id, now],
  })
}

/** Which keys: one, those with a text in their name or for the customer of that number, those in a state. */
export type KeyFilter = { id?: string | undefined; text?: string | undefined; state?: KeyState | undefined }

/** The keys, those that work first, then the newest first, at most 500. `idleSince` decides what `idle` is. */
export async function selectKeys(db: Pool, { id, text, state }: KeyFilter, idleSince: Date): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `select id, name, scope, source, numbered_by as "numberedBy", created_at as "createdAt", created_by as "createdBy", former_until as "formerUntil", last_used_at as "lastUsedAt", revoked_at as "revokedAt", leniency,
  case when limited then array(select a.number from key_accounts l join accounts a using (account_id) where l.key_id = api_keys.id order by a.number) end as accounts
from api_keys where ($1::uuid is null or id = $1)
  and ($2::text is null or strpos(lower(name), lower($2)) > 0
    or exists (select from key_accounts l join accounts a using (account_id) where l.key_id = api_keys.id and lower(a.number) = lower($2)))
  and case $3::text when 'active' then revoked_at is null when 'revoked' then revoked_at is not null
    when 'idle' then revoked_at is null and coalesce(last_used_at, created_at) < $4 else true end
order by revoked_at is not null, created_at desc, id desc limit 500`,
    [id ?? null, text ?? null, state ?? null, idleSince],
  )
  return rows
}

/** Revokes the keys with this id or name that are not revoked yet, in the console too. Returns their ids. */
export async function revokeKeys(db: Db, idOrName: string, now: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'update api_keys set revoked_at = $2 where (id::text = $1 or name = $1) and revoked_at is null returning id',
    [idOrName, now],
  )
  const ids = rows.map(({ id }) => id)
  await db.query('update staff set disabled_at = $2 where key_id = any ($1::uuid[])', [ids, now])
  return ids
}

/** The scopes of a key that works, as one text; locked until the end of the transaction. */
export async function lockScope(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ scope: string }>(
    'select scope from api_keys where id = $1 and revoked_at is null for update',
    [id],
  )
  return rows[0]?.scope
}
