import { PortalError, type Sentence, sentence } from '../../contract/errors.ts'
import { type AppKey, codeTries, type FactorMethod, type SecondFactor } from '../../contract/second-factor.ts'
import { type NetworkCaller, record } from '../audit/record.ts'
import { isMailedCode, mailedCodeHash, newMailedCode, newRecoveryCodes, readCode, recoveryCodeHash } from './codes.ts'
import { deleteDevices } from './device-queries.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  endEnrolment,
  factorsOf,
  isFactorRequired,
  putEnrolment,
  putFactor,
  replaceRecoveryCodes,
  tryEnrolment,
} from './factor-queries.ts'
import { codeExpiry } from './factors.ts'
import { findPerson } from './password-queries.ts'
import { leastLength } from './passwords.ts'
import { type Db, inTransaction } from './queries.ts'
import { seal, unseal } from './sealed.ts'
import type { SignInDeps } from './sign-in.ts'
import { type Asker, needRecentProof } from './step-up.ts'
import { mailCode, tellOfSignIn } from './tell.ts'
import { countRequest } from './throttle.ts'
import { appKey, newAppSecret, stepOfCode } from './totp.ts'

/** What a mailed code of an enrolment was made for. */
const scopeOf = (userId: string) => `enrolment of ${userId}`

/** How a person signs in beyond their password. */
export async function showFactors(
  { db, policy }: Pick<SignInDeps, 'db' | 'policy'>,
  userId: string,
): Promise<SecondFactor> {
  const factors = await factorsOf(db, userId)
  return {
    methods: factors.map(({ method, since }) => ({ method, since })),
    recoveryCodes: await countRecoveryCodes(db, userId),
    required: await isFactorRequired(db, userId),
    password: ((await findPerson(db, userId))?.hash ?? null) !== null,
    leastPassword: leastLength(policy, factors.length > 0),
  }
}

/** A key for an authenticator app of this person; `portal` names it there. Raises proof_needed. */
export async function beginApp(deps: SignInDeps, asker: Asker, portal: string): Promise<AppKey> {
  await needRecentProof(deps, asker)
  const { userId } = asker
  const person = await existing(deps, userId)
  const secret = newAppSecret(deps.random)
  const sealed = seal(deps.keys, deps.random, userId, secret)
  await putEnrolment(deps.db, { userId, method: 'totp', secret: sealed, expiresAt: codeExpiry(deps.clock()) })
  return appKey(secret, portal, person.email)
}

/** Mails a code that makes e-mail the second factor. Raises proof_needed, too_many_requests. */
export async function beginEmail(deps: SignInDeps, asker: Asker, caller: NetworkCaller): Promise<void> {
  await needRecentProof(deps, asker)
  const { userId } = asker
  await countRequest(deps.db, { what: 'enrolment code', subject: userId, network: caller.network }, deps.clock())
  const code = newMailedCode(deps.random)
  const expiresAt = codeExpiry(deps.clock())
  const secret = mailedCodeHash(deps.keys, scopeOf(userId), code)
  await inTransaction(deps.db, async (db) => {
    await putEnrolment(db, { userId, method: 'email', secret, expiresAt })
    await mailCode(deps, db, userId, { code, expiresAt, language: caller.language })
  })
}

/** Makes what was begun the second factor. Raises proof_needed, and wrong_credentials for a code that is not right. */
export async function confirmFactor(
  deps: SignInDeps,
  asker: Asker,
  { method, code, caller }: { method: FactorMethod; code: string; caller: NetworkCaller },
): Promise<void> {
  await needRecentProof(deps, asker)
  const { userId } = asker
  const now = deps.clock()
  const secret = await tryEnrolment(deps.db, { userId, method, most: codeTries, now })
  if (!secret) throw wrong(sentence('factor.took'))
  const lastStep = stepOf(deps, userId, method, secret, code)
  if (lastStep === undefined) throw wrong(sentence('factor.wrong'))
  await inTransaction(deps.db, async (db) => {
    if (!(await endEnrolment(db, userId, method, secret))) throw wrong(sentence('factor.used'))
    await putFactor(db, { userId, method, sealed: method === 'totp' ? secret : null, lastStep, now })
    await record(deps, db, { action: 'second_factor_added', caller, userId, details: { method } })
    await tellOfSignIn(deps, db, userId, method === 'totp' ? 'appAdded' : 'emailAdded')
  })
}

/** The time step that a confirming code belongs to (0 for a mailed one); undefined when it is not right. */
function stepOf(
  deps: SignInDeps,
  userId: string,
  method: FactorMethod,
  secret: Buffer,
  typed: string,
): number | undefined {
  const code = readCode(typed)
  if (!code || !('digits' in code)) return undefined
  if (method === 'email') return isMailedCode(deps.keys, scopeOf(userId), code.digits, secret) ? 0 : undefined
  const key = unseal(deps.keys, userId, secret)
  return key === undefined ? undefined : stepOfCode(key, code.digits, deps.clock())
}

/**
 * Takes a second factor away. The devices that were trusted in its place are asked again. Raises proof_needed,
 * not_found, and conflict when it is the last and an account asks for one.
 */
export async function removeFactor(
  deps: SignInDeps,
  asker: Asker,
  { method, caller }: { method: FactorMethod; caller: NetworkCaller },
): Promise<void> {
  await needRecentProof(deps, asker)
  const { userId } = asker
  await inTransaction(deps.db, async (db) => {
    if (!(await deleteFactor(db, userId, method))) throw new PortalError('not_found', sentence('factor.absent'))
    const last = (await factorsOf(db, userId)).length === 0
    if (last && (await isFactorRequired(db, userId))) {
      throw new PortalError('conflict', sentence('factor.required'))
    }
    if (last) await replaceRecoveryCodes(db, userId, [], deps.clock())
    await deleteDevices(db, userId)
    await record(deps, db, { action: 'second_factor_removed', caller, userId, details: { method } })
    await tellOfSignIn(deps, db, userId, method === 'totp' ? 'appRemoved' : 'emailRemoved')
  })
}

/** Ten new recovery codes; those before them no longer work. Raises proof_needed, and conflict without a factor. */
export async function makeRecoveryCodes(deps: SignInDeps, asker: Asker, caller: NetworkCaller): Promise<string[]> {
  await needRecentProof(deps, asker)
  const { userId } = asker
  const codes = newRecoveryCodes(deps.random)
  const hashes = codes.map((code) => recoveryCodeHash(userId, code))
  await inTransaction(deps.db, async (db) => {
    if ((await factorsOf(db, userId)).length === 0) {
      throw new PortalError('conflict', sentence('factor.first'))
    }
    await replaceRecoveryCodes(db, userId, hashes, deps.clock())
    await record(deps, db, { action: 'recovery_codes_made', caller, userId })
    await tellOfSignIn(deps, db, userId, 'recoveryCodesMade')
  })
  return codes
}

async function existing({ db }: { db: Db }, userId: string) {
  const person = await findPerson(db, userId)
  if (!person) throw new PortalError('not_signed_in', sentence('error.signIn'))
  return person
}

function wrong(message: Sentence): PortalError {
  return new PortalError('wrong_credentials', message, { errors: [{ field: 'code', message }] })
}
