import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { regionScope } from '#contract/key-scopes.ts'
import { withTransaction } from '#database/transaction.ts'
import { commandLine, record } from '../audit/record.ts'
import { areKeysOutdated, insertMissingKey, revokeOtherKeys } from './region-key-queries.ts'
import type { NumberedBy } from './types.ts'

/** A key by which another region calls this one: all regions work its secret out, nobody hands it on. */
export type RegionKey = { name: string; secret: string; numberedBy: NumberedBy }

/** Who makes these keys, as the list of keys says it. */
const maker = 'REGIONS'

/**
 * Makes the keys of other regions that are not there yet, and revokes those that are none any more. A key that staff have
 * revoked stays so. Where all are as they should be, it only reads.
 */
export async function keepRegionKeys(
  deps: { db: Pool; clock: () => Date; newId: () => string },
  keys: readonly RegionKey[],
): Promise<void> {
  const now = deps.clock().toISOString()
  const scope = `ingest:write ${regionScope}`
  const rows = keys.map((key) => ({ ...key, hash: hash('sha256', key.secret, 'buffer') }))
  const kept = { createdBy: maker, hashes: rows.map(({ hash }) => hash) }
  // A start must not need to write: the database may be one that can only be read for now.
  if (!(await areKeysOutdated(deps.db, kept))) return
  await withTransaction(deps.db, async (db) => {
    for (const { name, numberedBy, hash } of rows) {
      const id = deps.newId()
      if (await insertMissingKey(db, { id, name, scope, hash, now, createdBy: maker, numberedBy }))
        await record(deps, db, {
          action: 'key_created',
          caller: commandLine,
          keyId: id,
          details: { scope, numberedBy },
        })
    }
    const revoked = await revokeOtherKeys(db, { ...kept, now })
    for (const keyId of revoked) await record(deps, db, { action: 'key_revoked', caller: commandLine, keyId })
  })
}
