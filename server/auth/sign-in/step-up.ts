import { proofMinutes } from '#contract/auth/factors.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import { consumeCountedCode } from '../factors/counted-code.ts'
import { resetWrongCodes } from '../limits/alarm-queries.ts'
import { recordWrongCode } from '../limits/alarms.ts'
import { claimAttempt, releaseAttempt } from '../limits/throttle.ts'
import { unmatchableHash, verifyPassword } from '../passwords/passwords.ts'
import { isProvenSince, noteProof } from '../session/queries.ts'
import type { SessionUser } from '../session/sessions.ts'
import { findPerson } from '../users/queries.ts'
import type { SignInDeps } from './sign-in.ts'

/**
 * Requires that the person has recently proven who they are in this session: a stolen token, or a screen left unlocked,
 * must not suffice to change how they sign in. Throws proof_needed.
 */
export async function requireRecentProof(deps: SignInDeps, { sessionId }: SessionUser): Promise<void> {
  const since = new Date(deps.clock().getTime() - proofMinutes * 60_000)
  if (await isProvenSince(deps.db, sessionId, since)) return
  throw new PortalError('proof_needed', translatable('proof.needed'))
}

/**
 * Proves again, with the password or a code, that it is the same person. Throws wrong_credentials, and
 * too_many_requests: guesses count like those of a sign-in, and digits are refused after as many wrong ones in a row.
 */
export async function reauthenticate(
  deps: SignInDeps,
  user: SessionUser,
  { password, code, caller }: { password?: string; code?: string; caller: NetworkCaller },
): Promise<void> {
  const field = password === undefined ? 'code' : 'password'
  if ((password === undefined) === (code === undefined)) {
    const message = translatable('proof.either')
    throw new PortalError('invalid_input', message, { errors: [{ message }] })
  }
  const right =
    password === undefined
      ? await isRightCode(deps, user, code ?? '', caller)
      : await isRightPassword(deps, user, password, caller)
  if (!right) {
    await withTransaction(deps.db, async (db) => {
      await record(deps, db, { action: 'proof_failed', caller, userId: user.userId })
      if (field === 'code') await recordWrongCode(deps, db, user.userId)
    })
    const message = field === 'code' ? translatable('proof.codeWrong') : translatable('proof.passwordWrong')
    throw new PortalError('wrong_credentials', message, { errors: [{ field, message }] })
  }
  await noteProof(deps.db, user.sessionId, deps.clock())
}

async function isRightPassword(
  deps: SignInDeps,
  { userId }: SessionUser,
  password: string,
  caller: NetworkCaller,
): Promise<boolean> {
  const person = await findPerson(deps.db, userId)
  if (!person) throw new PortalError('not_signed_in', translatable('error.signIn'))
  const claim = await claimAttempt(deps.db, { email: person.email, network: caller.network }, deps.clock())
  const hash = person.hash ?? unmatchableHash(deps.random, deps.hashCost)
  let right: boolean
  try {
    right = await deps.onCore(() => verifyPassword(password, hash))
  } catch (error) {
    await releaseAttempt(deps.db, claim, { proven: false }, deps.clock())
    throw error
  }
  if (right) await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
  return right
}

async function isRightCode(
  deps: SignInDeps,
  { userId }: SessionUser,
  typed: string,
  caller: NetworkCaller,
): Promise<boolean> {
  const source = await consumeCountedCode(deps, { userId, typed, mailed: undefined, caller })
  if (source) await resetWrongCodes(deps.db, userId)
  return source !== undefined
}
