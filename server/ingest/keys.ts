import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { type KeyScope, parseScopes } from '#contract/key-scopes.ts'
import { withTransaction } from '#database/transaction.ts'
import { commandLine, record } from '../audit/record.ts'
import { findKeyByHash, insertKey, type KeyRow, revokeKeys, selectKeys, updateLastUse } from './keys-queries.ts'
import { type Numbering, supplierNumbering } from './types.ts'

/** What API keys depend on: the pool of the role portal_server, the clock and ids (UUIDv7). */
type KeyDeps = { db: Pool; clock: () => Date; newId: () => string }

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
  deps: KeyDeps & { random: (bytes: number) => Buffer },
  { name, scope, numbering = supplierNumbering }: { name: string; scope: string; numbering?: Numbering },
): Promise<string> {
  const secret = `tt_${deps.random(32).toString('base64url')}`
  const id = deps.newId()
  await withTransaction(deps.db, async (db) => {
    await insertKey(db, { id, name, scope, ...numbering, hash: digest(secret), now: deps.clock().toISOString() })
    await record(deps, db, { action: 'key_created', caller: commandLine, keyId: id, details: { scope, ...numbering } })
  })
  return secret
}

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
  const key = await findKeyByHash(deps.db, digest(token), since)
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
export async function revokeKey(deps: KeyDeps, idOrName: string): Promise<number> {
  return withTransaction(deps.db, async (db) => {
    const revoked = await revokeKeys(db, idOrName, deps.clock().toISOString())
    for (const keyId of revoked) await record(deps, db, { action: 'key_revoked', caller: commandLine, keyId })
    return revoked.length
  })
}

/** A secret of 256 random bits needs no salt and no slow hash. */
function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
