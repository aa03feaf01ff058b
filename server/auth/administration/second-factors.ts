import { PortalError } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { actOn, operator, record } from '#server/audit/record.ts'
import { deleteAllFactors, endSessionsWithoutFactor, setFactorRequired } from '../factors/queries.ts'
import { normaliseEmail } from '../users/email.ts'
import { findUser } from '../users/queries.ts'
import { notifySignInChanged } from '../users/security-notices.ts'
import type { AdminDeps } from './users.ts'

/**
 * Sets whether an account demands a second factor of its members. Members whose session in it has none are signed out
 * at once and set one up at their next sign-in. Returns how many sessions ended. Throws not_found.
 */
export async function requireSecondFactor(
  deps: AdminDeps,
  number: string,
  required: boolean,
  actor = operator,
): Promise<number> {
  return withTransaction(deps.db, async (db) => {
    const account = await setFactorRequired(db, number, required)
    if (!account) throw new PortalError('not_found', `There is no account with the number "${number}".`)
    const action = required ? 'second_factor_required' : 'second_factor_not_required'
    await record(deps, db, { action, ...actor, ...account })
    return required ? endSessionsWithoutFactor(db, account.accountId, deps.clock()) : 0
  })
}

/**
 * Removes all second factors of a person who has lost them, and informs them by mail. They sign in with the password
 * alone, or set a factor up again when their account demands it. Throws not_found.
 */
export async function resetSecondFactors(
  deps: AdminDeps & { mail: Outbox<Db> },
  email: string,
  actor = operator,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    const user = await findUser(db, normaliseEmail(email))
    if (!user) throw new PortalError('not_found', `There is no user with the e-mail "${email}".`)
    const factors = await deleteAllFactors(db, user.id)
    await record(deps, db, { action: 'second_factors_reset', ...actOn(actor, user.id, { factors }) })
    await notifySignInChanged(deps, db, user.id, 'factorsReset')
  })
}
