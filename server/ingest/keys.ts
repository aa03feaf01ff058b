import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { type KeyScope, parseScopes } from '#contract/key-scopes.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, commandLine, record } from '../audit/record.ts'
import {
  findKeyByHash,
  insertKey,
  type KeyRow,
  replaceHash,
  revokeKeys,
  selectKeys,
  updateLastUse,
} from './keys-queries.ts'
import { type Numbering, supplierNumbering } from './types.ts'

/** What API keys depend on: the pool of the role portal_server, the clock and ids (UUIDv7). */
type KeyDeps = { db: Pool; clock: () => Date; newId: () => string }

/** Who makes, rotates or revokes a key: the operator by command, or a member of staff. */
export type KeyActor = { name: string | null; staffId: string | null; caller: Caller }
const operator: KeyActor = { name: null, staffId: null, caller: commandLine }

type Random = { random: (bytes: number) => Buffer }

/**
 * A use is recorded at most once in this time (in milliseconds), so that a key in constant use does not write
 * constantly.
 */
const useInterval = 60_000

const tokenPattern = /^tt_[A-Za-z0-9_-]{43}$/

/**
 * Creates an API key for scopes, separated by spaces, and stores its hash. Returns the key, which is shown once and
 * cannot be recovered.
 */
export async function createKey(
  deps: KeyDeps & Random,
  { name, scope, numbering = supplierNumbering }: { name: string; scope: string; numbering?: Numbering },
  { name: createdBy, staffId, caller }: KeyActor = operator,
): Promise<string> {
  const secret = newSecret(deps)
  const id = deps.newId()
  const now = deps.clock().toISOString()
  await withTransaction(deps.db, async (db) => {
    await insertKey(db, { id, name, scope, ...numbering, hash: digest(secret), now, createdBy })
    const details = { scope, ...numbering }
    await record(deps, db, { action: 'key_created', caller, staffId, keyId: id, details })
  })
  return secret
}

/**
 * Gives a key a new secret and returns it; the old one works for so many hours yet. The key stays the same source, with
 * its rhythm and what was refused of it. Undefined when there is none that still works.
 */
export async function rotateKey(
  deps: KeyDeps & Random,
  id: string,
  overlapHours: number,
  { staffId, caller }: KeyActor = operator,
): Promise<string | undefined> {
  const secret = newSecret(deps)
  const formerUntil = new Date(deps.clock().getTime() + overlapHours * 3_600_000).toISOString()
  return withTransaction(deps.db, async (db) => {
    if (!(await replaceHash(db, { id, hash: digest(secret), formerUntil }))) return undefined
    await record(deps, db, { action: 'key_rotated', caller, staffId, keyId: id, details: { formerUntil } })
    return secret
  })
}

const newSecret = ({ random }: Random) => `tt_${random(32).toString('base64url')}`

/**
 * The API key of a token with its scopes; undefined when it is wrong or revoked. It is found by its hash, so that no
 * comparison leaks its text.
 */
export async function findKey(
  deps: Pick<KeyDeps, 'db' | 'clock'>,
  token: string,
): Promise<({ id: string; scopes: ReadonlySet<KeyScope> } & Numbering) | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const now = deps.clock()
  const since = new Date(now.getTime() - useInterval).toISOString()
  const key = await findKeyByHash(deps.db, digest(token), { since, now: now.toISOString() })
  if (!key) return undefined
  if (!key.isFresh) await updateLastUse(deps.db, key.id, now.toISOString())
  const { id, scope, source, numberedBy } = key
  return { id, scopes: parseScopes(scope) ?? new Set(), source, numberedBy }
}

/** All keys without their secrets, the newest first. */
export async function listKeys(deps: Pick<KeyDeps, 'db'>): Promise<KeyRow[]> {
  return selectKeys(deps.db)
}

/** Revokes a key by its id or name. Returns how many were revoked. */
export async function revokeKey(
  deps: KeyDeps,
  idOrName: string,
  { staffId, caller }: KeyActor = operator,
): Promise<number> {
  return withTransaction(deps.db, async (db) => {
    const revoked = await revokeKeys(db, idOrName, deps.clock().toISOString())
    for (const keyId of revoked) await record(deps, db, { action: 'key_revoked', caller, staffId, keyId })
    return revoked.length
  })
}

/** A secret of 256 random bits needs no salt and no slow hash. */
function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
