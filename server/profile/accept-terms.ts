import type { Pool } from 'pg'
import { PortalError, sentence } from '../../contract/errors.ts'
import { type Caller, record } from '../audit/record.ts'
import { insertAcceptance, inTransaction } from './queries.ts'

export type TermsDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  /** The version of the terms that stand now. */
  termsVersion: string
}

/** Notes that a person accepts the terms. Raises conflict for another version than today's. */
export async function acceptTerms(
  deps: TermsDeps,
  viewer: { userId: string; accountId: string },
  { version, caller }: { version: string; caller: Caller },
): Promise<void> {
  if (version !== deps.termsVersion) {
    throw new PortalError('conflict', sentence('error.termsChanged'))
  }
  const { userId, accountId } = viewer
  await inTransaction(deps.db, async (db) => {
    if (!(await insertAcceptance(db, { userId, version, now: deps.clock(), network: caller.network }))) return
    await record(deps, db, { action: 'terms_accepted', caller, userId, accountId, details: { terms: version } })
  })
}
