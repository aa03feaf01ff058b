import { PortalError, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import { parseCode } from '../factors/codes.ts'
import { unseal } from '../factors/sealed.ts'
import { timeStepOfCode } from '../factors/totp.ts'
import { claimAttempt, releaseAttempt } from '../limits/throttle.ts'
import { unmatchableHash, verifyPassword } from '../passwords/passwords.ts'
import { normaliseEmail } from '../users/email.ts'
import { type Credentials, consumeStaffStep, findCredentials, lockStaff } from './queries.ts'
import { type StartedSession, startStaffSession } from './sessions.ts'
import { refuseSignOnStaff, type StaffSignOnDeps } from './sign-on.ts'

export type StaffSignIn = { email: string; password: string; code: string; caller: NetworkCaller }

/**
 * Signs a member of staff in with password and app at once, so that nobody learns which of the two was wrong. Throws
 * wrong_credentials, and too_many_requests: tries are counted as those of customers, apart from theirs.
 */
export async function signInStaff(deps: StaffSignOnDeps, signIn: StaffSignIn): Promise<StartedSession> {
  const email = normaliseEmail(signIn.email)
  const { caller } = signIn
  const claim = await claimAttempt(deps.db, { email: `console ${email}`, network: caller.network }, deps.clock())
  const credentials = await findCredentials(deps.db, email)
  const hash = credentials?.hash ?? unmatchableHash(deps.random, deps.hashCost)
  let isRight: boolean
  try {
    isRight = await deps.onCore(() => verifyPassword(signIn.password, hash))
  } catch (error) {
    // The password was not checked, so this was no guess.
    await releaseAttempt(deps.db, claim, { proven: false }, deps.clock())
    throw error
  }
  const started = credentials && isRight ? await startWithCode(deps, credentials, signIn) : undefined
  if (!started) {
    // Without the e-mail: it may be a password typed into the wrong field.
    await record(deps, deps.db, { action: 'staff_sign_in_failed', caller, staffId: credentials?.id ?? null })
    const message = translatable('staff.wrong')
    throw new PortalError('wrong_credentials', message, { errors: [{ message }] })
  }
  await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
  return started
}

/** A session for whoever brings the app's code too; undefined when it is wrong, used, or they are disabled meanwhile. */
function startWithCode(
  deps: StaffSignOnDeps,
  credentials: Credentials,
  { code, caller }: StaffSignIn,
): Promise<StartedSession | undefined> {
  return withTransaction(deps.db, async (db) => {
    const staff = await lockStaff(db, credentials.id)
    if (!staff || staff.disabled || !(await consumeCode(deps, db, credentials, code))) return undefined
    await refuseSignOnStaff(deps, db, staff.id)
    return startStaffSession(deps, db, staff, caller)
  })
}

/** Uses up a code of a member's app. Returns false for one that is wrong or was used. */
export async function consumeCode(
  { keys, clock }: Pick<StaffSignOnDeps, 'keys' | 'clock'>,
  db: Db,
  { id, sealed }: Credentials,
  code: string,
): Promise<boolean> {
  const typed = parseCode(code)
  const secret = unseal(keys, id, sealed)
  if (!typed || !('digits' in typed) || secret === undefined) return false
  const step = timeStepOfCode(secret, typed.digits, clock())
  return step !== undefined && (await consumeStaffStep(db, id, step))
}
