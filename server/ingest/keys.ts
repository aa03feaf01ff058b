import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { PortalError, translatable } from '#contract/errors.ts'
import { type Leniency, type LenientReading, unknownStatuses } from '#contract/ingest/leniency.ts'
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
  updateLeniency,
} from './keys-queries.ts'
import { deleteReadings, selectReadings } from './lenient-queries.ts'
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
): Promise<({ id: string; scopes: ReadonlySet<KeyScope>; leniency: Leniency | null } & Numbering) | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const now = deps.clock()
  const since = new Date(now.getTime() - useInterval).toISOString()
  const key = await findKeyByHash(deps.db, digest(token), { since, now: now.toISOString() })
  if (!key) return undefined
  if (!key.isFresh) await updateLastUse(deps.db, key.id, now.toISOString())
  const { id, scope, source, numberedBy, leniency } = key
  // Only changeLeniency writes it.
  const settings = leniency as Leniency | null
  return { id, scopes: parseScopes(scope) ?? new Set(), source, numberedBy, leniency: settings }
}

/**
 * Says how documents of a key are read from now on; what was taken leniently before is forgotten. Returns whether there is
 * such a key that works. Throws invalid_input for what is no status.
 */
export async function changeLeniency(
  deps: KeyDeps,
  idOrName: string,
  leniency: Leniency,
  { staffId, caller }: KeyActor = operator,
): Promise<boolean> {
  const [unknown] = unknownStatuses(leniency)
  if (unknown !== undefined) {
    const message = translatable('keys.lenient.noStatus', { status: unknown })
    throw new PortalError('invalid_input', message, { errors: [{ field: 'statuses', message }] })
  }
  return withTransaction(deps.db, async (db) => {
    const changed = await updateLeniency(db, idOrName, leniency)
    await deleteReadings(db, changed)
    const details = { leniency: JSON.stringify(leniency) }
    for (const keyId of changed) await record(deps, db, { action: 'key_changed', caller, staffId, keyId, details })
    return changed.length > 0
  })
}

/** All keys without their secrets, the newest first. */
export async function listKeys(deps: Pick<KeyDeps, 'db'>): Promise<KeyRow[]> {
  return selectKeys(deps.db)
}

/** What was taken leniently of keys, by their ids. */
export async function readingsOfKeys(
  deps: Pick<KeyDeps, 'db'>,
  keys: readonly { id: string }[],
): Promise<Map<string, LenientReading[]>> {
  const rows = await selectReadings(
    deps.db,
    keys.map(({ id }) => id),
  )
  // The table's check constraint allows only these kinds.
  const readings = rows.map(({ kind, ...row }) => ({ ...row, kind: kind as LenientReading['kind'] }))
  return Map.groupBy(readings, ({ keyId }) => keyId)
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
