import { PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import { hasSecondFactor } from '../factors/factors.ts'
import { resetWrongCodes } from '../limits/alarm-queries.ts'
import { claimAttempt, releaseAttempt } from '../limits/throttle.ts'
import { hashPassword, passwordFault, unmatchableHash, verifyPassword } from '../passwords/passwords.ts'
import { revokeSessionsOf } from '../session/queries.ts'
import { findPerson } from '../users/queries.ts'
import { voidResets } from '../users/reset-queries.ts'
import { replacePasswordHash } from '../users/user-queries.ts'
import { notifyPasswordChanged, type PasswordDeps } from './forgotten-password.ts'

export type OwnPasswordChange = { current: string; password: string; endOthers: boolean; caller: NetworkCaller }

/**
 * Changes the password of the person who is signed in, and ends their other sessions when they wish. Throws
 * wrong_credentials when the current password is wrong, invalid_input for a bad new one, and too_many_requests: guesses
 * count like sign-ins.
 */
export async function changeOwnPassword(
  deps: PasswordDeps,
  viewer: { userId: string; sessionId: string },
  { current, password, endOthers, caller }: OwnPasswordChange,
): Promise<void> {
  const person = await findPerson(deps.db, viewer.userId)
  if (!person) throw new PortalError('not_signed_in', translatable('error.signIn'))
  const from = person.hash ?? unmatchableHash(deps.random, deps.hashCost)
  const claim = await claimAttempt(deps.db, { email: person.email, network: caller.network }, deps.clock())
  const right = await deps
    .onCore(() => verifyPassword(current, from))
    .catch(async (error: unknown) => {
      await releaseAttempt(deps.db, claim, { proven: false }, deps.clock())
      throw error
    })
  if (!right) {
    await record(deps, deps.db, { action: 'password_change_failed', caller, userId: person.id })
    const message = translatable('password.current')
    throw new PortalError('wrong_credentials', message, { errors: [{ field: 'current', message }] })
  }
  await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
  const fault = passwordFault(password, person, deps.policy, await hasSecondFactor(deps.db, person.id))
  if (fault !== undefined)
    throw new PortalError('invalid_input', fault, { errors: [{ field: 'password', message: fault }] })
  const to = await deps.onCore(() => hashPassword(password, deps.random, deps.hashCost))
  const ended = await withTransaction(deps.db, async (db) => {
    const now = deps.clock()
    if (!(await replacePasswordHash(db, { userId: person.id, from, to, now }))) {
      throw new PortalError('conflict', translatable('password.elsewhere'))
    }
    await voidResets(db, person.id, now)
    await resetWrongCodes(db, person.id)
    const revoked = endOthers ? await revokeSessionsOf(db, person.id, 'password_changed', now, viewer.sessionId) : []
    const details = { by: 'person', endOthers }
    await record(deps, db, { action: 'password_changed', caller, userId: person.id, details })
    await notifyPasswordChanged(deps, db, person, caller.language)
    return revoked
  })
  for (const id of ended) deps.revocations.refuse({ id, version: 0, revoked: true })
}
