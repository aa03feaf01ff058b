import type { Pool } from 'pg'
import { PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { insertTermsAcceptance } from './queries.ts'

export type AcceptTermsDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  /** The current version of the terms. */
  termsVersion: () => string
}

/** Records that a person accepts the terms. Throws conflict when `version` is not the current one. */
export async function acceptTerms(
  deps: AcceptTermsDeps,
  viewer: { userId: string; accountId: string },
  { version, caller }: { version: string; caller: Caller },
): Promise<void> {
  if (version !== deps.termsVersion()) {
    throw new PortalError('conflict', translatable('error.termsChanged'))
  }
  const { userId, accountId } = viewer
  await withTransaction(deps.db, async (db) => {
    if (!(await insertTermsAcceptance(db, { userId, version, now: deps.clock(), network: caller.network }))) return
    await record(deps, db, { action: 'terms_accepted', caller, userId, accountId, details: { terms: version } })
  })
}
