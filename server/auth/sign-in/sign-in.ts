import { passwordLength } from '#contract/auth/passwords.ts'
import type { RefusalReason } from '#contract/console/refusal-reasons.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { NetworkCaller } from '#server/audit/record.ts'
import { findTrustedDevice } from '../factors/trusted-devices.ts'
import { type Claim, claimAttempt, releaseAttempt } from '../limits/throttle.ts'
import {
  type HashCost,
  hashPassword,
  isWeakHash,
  type PasswordPolicy,
  unmatchableHash,
  verifyPassword,
} from '../passwords/passwords.ts'
import { recordRefusal } from '../session/refusals.ts'
import type { SessionDeps } from '../session/sessions.ts'
import { passwordProof } from '../tokens/proof.ts'
import { normaliseEmail } from '../users/email.ts'
import { findUser, updatePasswordHash } from '../users/queries.ts'
import { completeSignIn, type SignInOutcome } from './complete-sign-in.ts'

export type SignInDeps = SessionDeps & {
  policy: PasswordPolicy
  /** What hashing a password costs; the standard cost when it is left out. */
  hashCost?: HashCost | undefined
  /** Runs work that occupies a core. Throws too_many_requests when too many calls wait. */
  onCore: <T>(work: () => Promise<T>) => Promise<T>
}

export type Credentials = {
  email: string
  password: string
  remember: boolean
  caller: NetworkCaller
  replaces: string | undefined
  /** The trusted-device token from the browser's cookie. */
  device: string | undefined
}

type PersonWithHash = { id: string; hash: string }

/**
 * The result of a password check: the person when it was right, else why it was not taken, and the id of the user with
 * that e-mail, if any.
 */
type PasswordCheck = { person: PersonWithHash | undefined; userId: string | null; reason: RefusalReason | null }

/** The same error for a wrong password, an unknown e-mail and a disabled user. */
function wrongCredentials(): PortalError {
  const message = translatable('signIn.wrong')
  return new PortalError('wrong_credentials', message, { errors: [{ message }] })
}

/**
 * Signs in with e-mail and password, or asks for the second factor. Throws wrong_credentials, too_many_requests, and
 * not_allowed for a person without an account.
 */
export async function signIn(deps: SignInDeps, credentials: Credentials): Promise<SignInOutcome> {
  const email = normaliseEmail(credentials.email)
  const { caller } = credentials
  const device = await findTrustedDevice(deps.db, email, credentials.device, deps.clock())
  const claim = await claimAttempt(deps.db, { email, network: caller.network, device }, deps.clock())
  const { person, userId, reason } = await checkPassword(deps, email, credentials.password, claim)
  if (!person) {
    // Recorded for an unknown e-mail too, but without the e-mail: it may be a password typed into the wrong field.
    const details = { until: blockedBy(claim) }
    await recordRefusal(deps, deps.db, { action: 'sign_in_failed', caller, userId, reason, details })
    throw wrongCredentials()
  }
  await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
  const outcome = await completeSignIn(deps, {
    userId: person.id,
    proof: passwordProof(person.hash),
    bothFactors: false,
    needsFactor: isShort(credentials.password, deps.policy),
    remember: credentials.remember,
    replaces: credentials.replaces,
    device: credentials.device,
    caller,
  })
  if (!outcome) throw wrongCredentials()
  return outcome
}

/**
 * Whether a password is only long enough beside a second factor; a person who has removed theirs must set one up again.
 */
function isShort(password: string, policy: PasswordPolicy): boolean {
  return [...password.normalize('NFC')].length < (policy.minimum ?? passwordLength.min)
}

/**
 * The person whose password it is, with the hash that is stored from now on. Does the same work for an unknown e-mail.
 */
async function checkPassword(deps: SignInDeps, email: string, password: string, claim: Claim): Promise<PasswordCheck> {
  try {
    const user = await findUser(deps.db, email)
    const hash = user?.hash ?? unmatchableHash(deps.random, deps.hashCost)
    const right = await deps.onCore(() => verifyPassword(password, hash))
    if (!user) return { person: undefined, userId: null, reason: null }
    const reason = refusalOf(user, right)
    if (reason !== null) return { person: undefined, userId: user.id, reason }
    return { person: { id: user.id, hash: await rehashIfWeak(deps, user.id, password, hash) }, userId: user.id, reason }
  } catch (error) {
    // The password was not checked, so this was no guess.
    await releaseAttempt(deps.db, claim, { proven: false }, deps.clock())
    throw error
  }
}

function refusalOf(
  { hash, disabled }: { hash: string | null; disabled: boolean },
  right: boolean,
): RefusalReason | null {
  if (hash === null) return 'noPassword'
  if (!right) return 'password'
  return disabled ? 'disabled' : null
}

/** Until when the next try is refused. */
function blockedBy({ counted }: Claim): string | null {
  const until = Math.max(0, ...counted.map(({ blockedUntil }) => blockedUntil ?? 0))
  return until === 0 ? null : new Date(until).toISOString()
}

async function rehashIfWeak(deps: SignInDeps, userId: string, password: string, hash: string): Promise<string> {
  if (!isWeakHash(hash, deps.hashCost)) return hash
  const stronger = await deps.onCore(() => hashPassword(password, deps.random, deps.hashCost))
  await updatePasswordHash(deps.db, userId, hash, stronger)
  return stronger
}
