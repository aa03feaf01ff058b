import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Staff } from '#contract/console/staff.ts'
import { invalidField, PortalError, translatable } from '#contract/errors.ts'
import { type Leniency, type LenientReading, unknownStatuses } from '#contract/ingest/leniency.ts'
import {
  dangerousScope,
  isConsoleScope,
  type KeyScope,
  limitedConsoleScopes,
  parseScopes,
  regionScope,
  requiredConsoleScopes,
} from '#contract/key-scopes.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, commandLine, record } from '../audit/record.ts'
import {
  findKeyByHash,
  insertKey,
  insertKeyAccounts,
  insertStaffOfKey,
  type KeyFilter,
  type KeyRow,
  lockScope,
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

/**
 * Who makes, rotates or revokes a key: the operator by command, or a member of staff, who hands on no more than they may
 * do themselves.
 */
export type KeyActor = {
  name: string | null
  staffId: string | null
  caller: Caller
  permissions?: Staff['permissions']
}
const operator: KeyActor = { name: null, staffId: null, caller: commandLine }

/** A key to be made; `accounts` are the numbers of those that it is for, all when absent. */
type NewKey = { name: string; scope: string; accounts?: readonly string[]; numbering?: Numbering }

type Random = { random: (bytes: number) => Buffer }

/**
 * A use is recorded at most once in this time (in milliseconds), so that a key in constant use does not write
 * constantly.
 */
const useInterval = 60_000

const tokenPattern = /^tt_[A-Za-z0-9_-]{43}$/

/**
 * Creates an API key for scopes, separated by spaces, and stores its hash. Returns the key, which is shown once and
 * cannot be recovered. Throws invalid_input for a scope of the console that whoever makes the key has not, or that a key
 * for some accounts cannot have, and for an account that there is none of.
 */
export async function createKey(
  deps: KeyDeps & Random,
  { name, scope, accounts, numbering = supplierNumbering }: NewKey,
  actor: KeyActor = operator,
): Promise<string> {
  const { name: createdBy, staffId, caller } = actor
  requireOwnScopes(scope, actor)
  if (accounts) requireLimitedScopes(scope)
  const secret = newSecret(deps)
  const id = deps.newId()
  const now = deps.clock().toISOString()
  await withTransaction(deps.db, async (db) => {
    const limited = accounts !== undefined
    await insertKey(db, { id, name, scope, ...numbering, hash: digest(secret), now, createdBy, limited })
    const unknown = accounts ? await insertKeyAccounts(db, id, accounts) : []
    if (unknown.length > 0)
      throw invalidField('accounts', translatable('content.account.unknown', { numbers: unknown.join(', ') }))
    if (scopesOf(scope).some(isConsoleScope)) {
      const role = limited ? 'limited_key' : 'key'
      await insertStaffOfKey(db, { id: deps.newId(), keyId: id, name, role, now })
    }
    const details = { scope, ...numbering, ...(accounts ? { accounts: accounts.join(', ') } : {}) }
    await record(deps, db, { action: 'key_created', caller, staffId, keyId: id, details })
  })
  return secret
}

const scopesOf = (scope: string): readonly KeyScope[] => [...(parseScopes(scope) ?? [])]

/** Whoever holds a key may do what it may: nobody makes or reads the secret of one that may do more than they may. */
function requireOwnScopes(scope: string, { permissions }: KeyActor): void {
  if (!permissions) return
  const own = new Set<KeyScope>([...permissions].flatMap((permission) => requiredConsoleScopes({ permission }) ?? []))
  const foreign = scopesOf(scope).find((one) => isConsoleScope(one) && one !== dangerousScope && !own.has(one))
  if (foreign !== undefined) throw invalidField('scopes', translatable('keys.scopes.notOwn', { scope: foreign }))
}

/** What salespeople do is bounded to accounts; the rest of the console is not. */
function requireLimitedScopes(scope: string): void {
  const allowed: readonly KeyScope[] = limitedConsoleScopes
  const foreign = scopesOf(scope).find((one) => isConsoleScope(one) && !allowed.includes(one))
  if (foreign !== undefined) throw invalidField('scopes', translatable('keys.scopes.limited', { scope: foreign }))
}

/**
 * Gives a key a new secret and returns it; the old one works for so many hours yet. The key stays the same source, with
 * its rhythm and what was refused of it. Undefined when there is none that still works. Throws invalid_input for a key
 * of a region, and for one with a scope of the console that whoever rotates it has not.
 */
export async function rotateKey(
  deps: KeyDeps & Random,
  id: string,
  overlapHours: number,
  actor: KeyActor = operator,
): Promise<string | undefined> {
  const { staffId, caller } = actor
  const secret = newSecret(deps)
  const formerUntil = new Date(deps.clock().getTime() + overlapHours * 3_600_000).toISOString()
  return withTransaction(deps.db, async (db) => {
    const scope = (await lockScope(db, id)) ?? ''
    requireOwnScopes(scope, actor)
    // Regions work the secrets of these keys out; nobody else is given one.
    if (scopesOf(scope).includes(regionScope)) throw new PortalError('invalid_input', translatable('keys.ofRegion'))
    if (!(await replaceHash(db, { id, hash: digest(secret), formerUntil }))) return undefined
    await record(deps, db, { action: 'key_rotated', caller, staffId, keyId: id, details: { formerUntil } })
    return secret
  })
}

const newSecret = ({ random }: Random) => `tt_${random(32).toString('base64url')}`

type FoundKey = Numbering & {
  id: string
  name: string
  scopes: ReadonlySet<KeyScope>
  /** The row of staff as which it acts in the console. */
  staffId: string | null
  /** The ids of the accounts that it is for; null: all. */
  accountIds: ReadonlySet<string> | null
  leniency: Leniency | null
}

/**
 * The API key of a token with its scopes; undefined when it is wrong or revoked. It is found by its hash, so that no
 * comparison leaks its text.
 */
export async function findKey(deps: Pick<KeyDeps, 'db' | 'clock'>, token: string): Promise<FoundKey | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const now = deps.clock()
  const since = new Date(now.getTime() - useInterval).toISOString()
  const key = await findKeyByHash(deps.db, digest(token), { since, now: now.toISOString() })
  if (!key) return undefined
  if (!key.isFresh) await updateLastUse(deps.db, key.id, now.toISOString())
  const { id, name, scope, staffId, accountIds, source, numberedBy, leniency } = key
  return {
    ...{ id, name, scopes: parseScopes(scope) ?? new Set(), staffId, source, numberedBy },
    accountIds: accountIds && new Set(accountIds),
    // Only changeLeniency writes it.
    leniency: leniency as Leniency | null,
  }
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
    throw invalidField('statuses', translatable('keys.lenient.noStatus', { status: unknown }))
  }
  return withTransaction(deps.db, async (db) => {
    const changed = await updateLeniency(db, idOrName, leniency)
    const keyIds = changed.map(({ id }) => id)
    await deleteReadings(db, keyIds)
    for (const { id: keyId, before } of changed) {
      const details = { before: before && JSON.stringify(before), after: JSON.stringify(leniency) }
      await record(deps, db, { action: 'key_changed', caller, staffId, keyId, details })
    }
    return changed.length > 0
  })
}

/** Milliseconds without a use after which a key that works counts as idle. */
const idleAfter = 90 * 24 * 3_600_000

/** Keys without their secrets, those that work first, then the newest first, at most 500. */
export function listKeys({ db, clock }: Pick<KeyDeps, 'db' | 'clock'>, filter: KeyFilter = {}): Promise<KeyRow[]> {
  return selectKeys(db, filter, new Date(clock().getTime() - idleAfter))
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
