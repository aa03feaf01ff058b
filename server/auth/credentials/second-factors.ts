import { type AppKey, codeTries, type FactorMethod, type SecondFactor } from '#contract/auth/factors.ts'
import { PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import {
  isMailedCode,
  mailedCodeHash,
  newMailedCode,
  newRecoveryCodes,
  parseCode,
  recoveryCodeHash,
} from '../factors/codes.ts'
import { deleteDevices } from '../factors/device-queries.ts'
import { codeExpiry } from '../factors/factors.ts'
import {
  countEnrolmentTry,
  countRecoveryCodes,
  deleteEnrolment,
  deleteFactor,
  isFactorRequired,
  lockFactors,
  replaceRecoveryCodes,
  selectFactors,
  upsertEnrolment,
  upsertFactor,
} from '../factors/queries.ts'
import { seal, unseal } from '../factors/sealed.ts'
import { appKey, newAppSecret, timeStepOfCode } from '../factors/totp.ts'
import { countRequest } from '../limits/throttle.ts'
import { minPasswordLength } from '../passwords/passwords.ts'
import type { SessionUser } from '../session/sessions.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { requireRecentProof } from '../sign-in/step-up.ts'
import { findPerson } from '../users/queries.ts'
import { mailCode, notifySignInChanged } from '../users/security-notices.ts'

/** Binds a mailed code to the enrolment that it is for. */
const enrolmentScope = (userId: string) => `enrolment of ${userId}`

/** How a person can sign in beyond their password. */
export async function showFactors(
  { db, policy }: Pick<SignInDeps, 'db' | 'policy'>,
  userId: string,
): Promise<SecondFactor> {
  const factors = await selectFactors(db, userId)
  return {
    methods: factors.map(({ method, since }) => ({ method, since })),
    recoveryCodes: await countRecoveryCodes(db, userId),
    required: await isFactorRequired(db, userId),
    password: ((await findPerson(db, userId))?.hash ?? null) !== null,
    leastPassword: minPasswordLength(policy, factors.length > 0),
  }
}

/** A new key for an authenticator app of this person, which shows it under the name `portal`. Throws proof_needed. */
export async function beginAppEnrolment(deps: SignInDeps, user: SessionUser, portal: string): Promise<AppKey> {
  await requireRecentProof(deps, user)
  const { userId } = user
  const person = await requirePerson(deps, userId)
  const secret = newAppSecret(deps.random)
  const sealed = seal(deps.keys, deps.random, userId, secret)
  await upsertEnrolment(deps.db, { userId, method: 'totp', secret: sealed, expiresAt: codeExpiry(deps.clock()) })
  return appKey(secret, portal, person.email)
}

/** Mails the code that confirms e-mail as the second factor. Throws proof_needed, too_many_requests. */
export async function beginEmailEnrolment(deps: SignInDeps, user: SessionUser, caller: NetworkCaller): Promise<void> {
  await requireRecentProof(deps, user)
  const { userId } = user
  await countRequest(deps.db, { what: 'enrolment code', subject: userId, network: caller.network }, deps.clock())
  const code = newMailedCode(deps.random)
  const expiresAt = codeExpiry(deps.clock())
  const secret = mailedCodeHash(deps.keys, enrolmentScope(userId), code)
  await withTransaction(deps.db, async (db) => {
    await upsertEnrolment(db, { userId, method: 'email', secret, expiresAt })
    await mailCode(deps, db, userId, { code, expiresAt, language: caller.language })
  })
}

/** Confirms the enrolment of a second factor. Throws proof_needed, and wrong_credentials for a wrong code. */
export async function confirmFactor(
  deps: SignInDeps,
  user: SessionUser,
  { method, code, caller }: { method: FactorMethod; code: string; caller: NetworkCaller },
): Promise<void> {
  await requireRecentProof(deps, user)
  const { userId } = user
  const now = deps.clock()
  const secret = await countEnrolmentTry(deps.db, { userId, method, maxTries: codeTries, now })
  if (!secret) throw wrongCode(translatable('factor.took'))
  const lastStep = confirmedTimeStep(deps, userId, method, secret, code)
  if (lastStep === undefined) throw wrongCode(translatable('factor.wrong'))
  await withTransaction(deps.db, async (db) => {
    if (!(await deleteEnrolment(db, userId, method, secret))) throw wrongCode(translatable('factor.used'))
    await upsertFactor(db, { userId, method, sealed: method === 'totp' ? secret : null, lastStep, now })
    await record(deps, db, { action: 'second_factor_added', caller, userId, details: { method } })
    await notifySignInChanged(deps, db, userId, method === 'totp' ? 'appAdded' : 'emailAdded')
  })
}

/** The time step that a confirming code belongs to (0 for a mailed one); undefined when the code is wrong. */
function confirmedTimeStep(
  deps: SignInDeps,
  userId: string,
  method: FactorMethod,
  secret: Buffer,
  typed: string,
): number | undefined {
  const code = parseCode(typed)
  if (!code || !('digits' in code)) return undefined
  if (method === 'email') return isMailedCode(deps.keys, enrolmentScope(userId), code.digits, secret) ? 0 : undefined
  const key = unseal(deps.keys, userId, secret)
  return key === undefined ? undefined : timeStepOfCode(key, code.digits, deps.clock())
}

/**
 * Removes a second factor; devices that were trusted instead are asked again. Throws proof_needed, not_found, and
 * conflict when it is the last factor and an account demands one.
 */
export async function removeFactor(
  deps: SignInDeps,
  user: SessionUser,
  { method, caller }: { method: FactorMethod; caller: NetworkCaller },
): Promise<void> {
  await requireRecentProof(deps, user)
  const { userId } = user
  await withTransaction(deps.db, async (db) => {
    const methods = await lockFactors(db, userId)
    if (!methods.includes(method)) throw new PortalError('not_found', translatable('factor.absent'))
    const last = methods.length === 1
    if (last && (await isFactorRequired(db, userId))) {
      throw new PortalError('conflict', translatable('factor.required'))
    }
    await deleteFactor(db, userId, method)
    if (last) await replaceRecoveryCodes(db, userId, [], deps.clock())
    await deleteDevices(db, userId)
    await record(deps, db, { action: 'second_factor_removed', caller, userId, details: { method } })
    await notifySignInChanged(deps, db, userId, method === 'totp' ? 'appRemoved' : 'emailRemoved')
  })
}

/**
 * Makes ten new recovery codes, which replace those before. Throws proof_needed, and conflict without a second factor.
 */
export async function makeRecoveryCodes(deps: SignInDeps, user: SessionUser, caller: NetworkCaller): Promise<string[]> {
  await requireRecentProof(deps, user)
  const { userId } = user
  const codes = newRecoveryCodes(deps.random)
  const hashes = codes.map((code) => recoveryCodeHash(userId, code))
  await withTransaction(deps.db, async (db) => {
    if ((await lockFactors(db, userId)).length === 0) throw new PortalError('conflict', translatable('factor.first'))
    await replaceRecoveryCodes(db, userId, hashes, deps.clock())
    await record(deps, db, { action: 'recovery_codes_made', caller, userId })
    await notifySignInChanged(deps, db, userId, 'recoveryCodesMade')
  })
  return codes
}

async function requirePerson({ db }: { db: Db }, userId: string) {
  const person = await findPerson(db, userId)
  if (!person) throw new PortalError('not_signed_in', translatable('error.signIn'))
  return person
}

function wrongCode(message: TranslatableText): PortalError {
  return new PortalError('wrong_credentials', message, { errors: [{ field: 'code', message }] })
}
