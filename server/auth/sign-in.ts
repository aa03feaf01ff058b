import { passwordLength } from '../../contract/auth.ts'
import { PortalError, translatable } from '../../contract/errors.ts'
import { type NetworkCaller, record } from '../audit/record.ts'
import { completeSignIn, type SignInOutcome } from './complete-sign-in.ts'
import { hashPassword, isWeakHash, type PasswordPolicy, unmatchableHash, verifyPassword } from './passwords.ts'
import { passwordProof } from './proof.ts'
import { findUser, updatePasswordHash } from './queries.ts'
import type { SessionDeps } from './sessions.ts'
import { type Claim, claimAttempt, releaseAttempt } from './throttle.ts'
import { findTrustedDevice } from './trusted-devices.ts'

export type SignInDeps = SessionDeps & {
  policy: PasswordPolicy
  /** Runs a piece of work that takes a core; raises too_many_requests when too many wait. */
  onCore: <T>(work: () => Promise<T>) => Promise<T>
}

export type Credentials = {
  email: string
  password: string
  remember: boolean
  caller: NetworkCaller
  replaces: string | undefined
  /** What the browser keeps when it is trusted. */
  device: string | undefined
}

type PersonWithHash = { id: string; hash: string }

/** What came of looking at a password: the person whose it is, or at least whose it should have been. */
type PasswordCheck = { person: PersonWithHash | undefined; userId: string | null }

/** The one spelling of an e-mail address under which a user is kept. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** The answer to a wrong password, an unknown e-mail and a disabled user alike. */
function wrongCredentials(): PortalError {
  const message = translatable('signIn.wrong')
  return new PortalError('wrong_credentials', message, { errors: [{ message }] })
}

/**
 * Signs in with e-mail and password, or asks for the second factor. Raises wrong_credentials, too_many_requests, or
 * not_allowed without an account.
 */
export async function signIn(deps: SignInDeps, credentials: Credentials): Promise<SignInOutcome> {
  const email = normaliseEmail(credentials.email)
  const { caller } = credentials
  const device = await findTrustedDevice(deps.db, email, credentials.device, deps.clock())
  const claim = await claimAttempt(deps.db, { email, network: caller.network, device }, deps.clock())
  const { person, userId } = await checkPassword(deps, email, credentials.password, claim)
  if (!person) {
    // Written for an unknown e-mail too, without the e-mail: it may well be a password in the wrong field.
    await record(deps, deps.db, { action: 'sign_in_failed', caller, userId })
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

/** A password may be this short beside a second factor only; whoever has given theirs up sets one up again. */
function isShort(password: string, policy: PasswordPolicy): boolean {
  return [...password.normalize('NFC')].length < (policy.minimum ?? passwordLength.min)
}

/** The person whose password it is, with the hash that is kept from now on. Does the same work for an unknown e-mail. */
async function checkPassword(deps: SignInDeps, email: string, password: string, claim: Claim): Promise<PasswordCheck> {
  try {
    const user = await findUser(deps.db, email)
    const hash = user?.hash ?? unmatchableHash(deps.random)
    const right = await deps.onCore(() => verifyPassword(password, hash))
    if (!user || !right || user.disabled) return { person: undefined, userId: user?.id ?? null }
    return { person: { id: user.id, hash: await rehashIfWeak(deps, user.id, password, hash) }, userId: user.id }
  } catch (error) {
    // Nothing was learnt about the password, so nothing was guessed.
    await releaseAttempt(deps.db, claim, { proven: false }, deps.clock())
    throw error
  }
}

async function rehashIfWeak(deps: SignInDeps, userId: string, password: string, hash: string): Promise<string> {
  if (!isWeakHash(hash)) return hash
  const stronger = await deps.onCore(() => hashPassword(password, deps.random))
  await updatePasswordHash(deps.db, userId, hash, stronger)
  return stronger
}
