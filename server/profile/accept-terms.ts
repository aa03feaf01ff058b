import type { Pool } from 'pg'
import { PortalError, translatable } from '../../contract/errors.ts'
import { type Caller, record } from '../audit/record.ts'
import { insertTermsAcceptance, inTransaction } from './queries.ts'

export type AcceptTermsDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  /** The version of the terms that stand now. */
  termsVersion: string
}

/** Notes that a person accepts the terms. Raises conflict for another version than today's. */
export async function acceptTerms(
  deps: AcceptTermsDeps,
  viewer: { userId: string; accountId: string },
  { version, caller }: { version: string; caller: Caller },
): Promise<void> {
  if (version !== deps.termsVersion) {
    throw new PortalError('conflict', translatable('error.termsChanged'))
  }
  const { userId, accountId } = viewer
  await inTransaction(deps.db, async (db) => {
    if (!(await insertTermsAcceptance(db, { userId, version, now: deps.clock(), network: caller.network }))) return
    await record(deps, db, { action: 'terms_accepted', caller, userId, accountId, details: { terms: version } })
  })
}
