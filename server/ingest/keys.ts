import { hash } from 'node:crypto'
import { type KeyScope, readScopes } from '../../contract/key-scopes.ts'
import { commandLine, record } from '../audit/record.ts'
import { type IngestDeps, type Numbering, ownNumbers } from './incoming.ts'
import { insertKey, inTransaction, type KeyRow, keyByHash, revokeKeys, selectKeys, touchKey } from './keys-queries.ts'

/** Uses within this time are one use on record: a key that is used all day does not write all day. */
const recorded = 60_000

const shape = /^tt_[A-Za-z0-9_-]{43}$/

/** Makes a key for scopes, with spaces between them, and keeps its hash. Gives the key, which is shown once and cannot be found again. */
export async function createKey(
  deps: IngestDeps & { random: (bytes: number) => Buffer },
  { name, scope, numbering = ownNumbers }: { name: string; scope: string; numbering?: Numbering },
): Promise<string> {
  const secret = `tt_${deps.random(32).toString('base64url')}`
  const id = deps.newId()
  await inTransaction(deps.pool, async (db) => {
    await insertKey(db, { id, name, scope, ...numbering, hash: digest(secret), now: deps.clock().toISOString() })
    await record(deps, db, { action: 'key_created', caller: commandLine, keyId: id, details: { scope, ...numbering } })
  })
  return secret
}

/** Who holds this key, and what it may do; undefined when it is wrong or revoked. Found by hash: no comparison leaks. */
export async function findKey(
  deps: Pick<IngestDeps, 'pool' | 'clock'>,
  token: string,
): Promise<({ id: string; scopes: ReadonlySet<KeyScope> } & Numbering) | undefined> {
  if (!shape.test(token)) return undefined
  const now = deps.clock()
  const since = new Date(now.getTime() - recorded).toISOString()
  const found = await keyByHash(deps.pool, digest(token), since)
  if (!found) return undefined
  if (!found.isFresh) await touchKey(deps.pool, found.id, now.toISOString())
  const { id, scope, source, numberedBy } = found
  return { id, scopes: readScopes(scope) ?? new Set(), source, numberedBy }
}

/** All keys without their secrets, the newest first. */
export async function listKeys(deps: Pick<IngestDeps, 'pool'>): Promise<KeyRow[]> {
  return selectKeys(deps.pool)
}

/** Revokes a key by its id or name. Gives how many were revoked. */
export async function revokeKey(deps: Pick<IngestDeps, 'pool' | 'clock' | 'newId'>, idOrName: string): Promise<number> {
  return inTransaction(deps.pool, async (db) => {
    const revoked = await revokeKeys(db, idOrName, deps.clock().toISOString())
    for (const keyId of revoked) await record(deps, db, { action: 'key_revoked', caller: commandLine, keyId })
    return revoked.length
  })
}

/** 256 random bits need no salt and no slow hash. */
function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
