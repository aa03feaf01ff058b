import { codeMinutes } from '#contract/auth/factors.ts'
import type { Db } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import type { RandomBytes } from '../passwords/passwords.ts'
import type { SessionDeps } from '../session/sessions.ts'
import type { TokenKeys } from '../tokens/token-keys.ts'
import { notifySignInChanged } from '../users/security-notices.ts'
import { isMailedCode, parseCode, recoveryCodeHash } from './codes.ts'
import {
  consumeRecoveryCode,
  consumeTimeStep,
  countRecoveryCodes,
  isFactorRequired,
  selectFactors,
  selectOutdatedSecrets,
  updateSealedSecret,
} from './queries.ts'
import { seal, unseal } from './sealed.ts'
import { timeStepOfCode } from './totp.ts'

export type CodeSource = 'totp' | 'email' | 'recovery'

/** The kinds of code with which a person can answer the question for a second factor; empty when they have none. */
export async function selectCodeSources(db: Db, userId: string): Promise<CodeSource[]> {
  const factors = await selectFactors(db, userId)
  if (factors.length === 0) return []
  const remaining = await countRecoveryCodes(db, userId)
  return [...factors.map(({ method }) => method), ...(remaining > 0 ? (['recovery'] as const) : [])]
}

/** Whether a person is asked for a second factor: they have set one up, or one of their accounts demands it. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await selectFactors(db, userId)).length > 0 || (await isFactorRequired(db, userId))
}

/** How a mailed code is checked: the stored hash, the scope that it was made for, and how it is used up. */
export type MailedCode = { scope: string; hash: Buffer; use: () => Promise<boolean> }

/**
 * Checks a typed code and uses it up. Returns its kind, or undefined when it is wrong: of several calls with the same
 * code at the same moment only one succeeds.
 */
export async function consumeCode(
  deps: SessionDeps,
  { userId, typed, mailed, caller }: { userId: string; typed: string; mailed: MailedCode | undefined; caller: Caller },
): Promise<CodeSource | undefined> {
  const code = parseCode(typed)
  if (!code) return undefined
  if ('recovery' in code)
    return (await acceptRecoveryCode(deps, userId, code.recovery, caller)) ? 'recovery' : undefined
  if (mailed && isMailedCode(deps.keys, mailed.scope, code.digits, mailed.hash) && (await mailed.use())) return 'email'
  const app = (await selectFactors(deps.db, userId)).find(({ method }) => method === 'totp')
  const secret = app?.sealed ? unseal(deps.keys, userId, app.sealed) : undefined
  const step = secret === undefined ? undefined : timeStepOfCode(secret, code.digits, deps.clock())
  return step !== undefined && (await consumeTimeStep(deps.db, userId, step)) ? 'totp' : undefined
}

async function acceptRecoveryCode(deps: SessionDeps, userId: string, code: string, caller: Caller): Promise<boolean> {
  if (!(await consumeRecoveryCode(deps.db, userId, recoveryCodeHash(userId, code), deps.clock()))) return false
  const left = await countRecoveryCodes(deps.db, userId)
  await record(deps, deps.db, { action: 'recovery_code_used', caller, userId, details: { left } })
  await notifySignInChanged(deps, deps.db, userId, 'recoveryCodeUsed')
  return true
}

/** When a code that is mailed now expires. */
export function codeExpiry(now: Date): Date {
  return new Date(now.getTime() + codeMinutes * 60_000)
}

/** Encrypts the secrets of all authenticator apps with the newest key, so that the one before can be removed. */
export async function resealAppSecrets({
  db,
  keys,
  random,
}: {
  db: Db
  keys: TokenKeys
  random: RandomBytes
}): Promise<void> {
  for (const { userId, sealed } of await selectOutdatedSecrets(db, keys[0].id)) {
    const secret = unseal(keys, userId, sealed)
    if (secret !== undefined) await updateSealedSecret(db, userId, sealed, seal(keys, random, userId, secret))
  }
}
