import { PortalError } from '../../contract/errors.ts'
import { type NetworkCaller, record } from '../audit/record.ts'
import { hashPassword, isWeakHash, type RandomBytes, unmatchableHash, verifyPassword } from './passwords.ts'
import { findUser, renewHash } from './queries.ts'
import { type Issued, type SessionDeps, startSession } from './sessions.ts'
import { type Claim, claimAttempt, releaseAttempt } from './throttle.ts'

export type SignInDeps = SessionDeps & {
  random: RandomBytes
  /** Runs a piece of work that takes a core; raises too_many_requests when too many wait. */
  onCore: <T>(work: () => Promise<T>) => Promise<T>
}

export type Credentials = {
  email: string
  password: string
  remember: boolean
  caller: NetworkCaller
  replaces: string | undefined
}

type Person = { id: string; hash: string }

/** What came of looking at a password: the person whose it is, or at least whose it should have been. */
type Checked = { person: Person | undefined; userId: string | null }

/** The one spelling of an e-mail address under which a user is kept. */
export function normalEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** The answer to a wrong password, an unknown e-mail and a disabled user alike. */
function wrongCredentials(): PortalError {
  const message = 'The e-mail address or the password is not right.'
  return new PortalError('wrong_credentials', message, { errors: [{ message }] })
}

/** Signs in with e-mail and password. Raises wrong_credentials, too_many_requests, or not_allowed without an account. */
export async function signIn(deps: SignInDeps, credentials: Credentials): Promise<Issued> {
  const email = normalEmail(credentials.email)
  const { caller } = credentials
  const claim = await claimAttempt(deps.db, { email, network: caller.network }, deps.clock())
  const { person, userId } = await checkPassword(deps, email, credentials.password, claim)
  if (!person) {
    // Written for an unknown e-mail too, without the e-mail: it may well be a password in the wrong field.
    await record(deps, deps.db, { action: 'sign_in_failed', caller, userId })
    throw wrongCredentials()
  }
  await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
  const issued = await startSession(deps, {
    userId: person.id,
    hash: person.hash,
    remember: credentials.remember,
    replaces: credentials.replaces,
    caller,
  })
  if (!issued) throw wrongCredentials()
  return issued
}

/** The person whose password it is, with the hash that is kept from now on. Does the same work for an unknown e-mail. */
async function checkPassword(deps: SignInDeps, email: string, password: string, claim: Claim): Promise<Checked> {
  try {
    const user = await findUser(deps.db, email)
    const hash = user?.hash ?? unmatchableHash(deps.random)
    const right = await deps.onCore(() => verifyPassword(password, hash))
    if (!user || !right || user.disabled) return { person: undefined, userId: user?.id ?? null }
    return { person: { id: user.id, hash: await renewed(deps, user.id, password, hash) }, userId: user.id }
  } catch (error) {
    // Nothing was learnt about the password, so nothing was guessed.
    await releaseAttempt(deps.db, claim, { proven: false }, deps.clock())
    throw error
  }
}

async function renewed(deps: SignInDeps, userId: string, password: string, hash: string): Promise<string> {
  if (!isWeakHash(hash)) return hash
  const stronger = await deps.onCore(() => hashPassword(password, deps.random))
  await renewHash(deps.db, userId, hash, stronger)
  return stronger
}
