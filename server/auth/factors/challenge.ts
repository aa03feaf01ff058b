import { codeTries, type TwoFactorChallenge } from '#contract/auth/factors.ts'
import { PortalError, translatable, type WithTranslatableMessage } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, type NetworkCaller, record } from '#server/audit/record.ts'
import { resetWrongCodes } from '../limits/alarm-queries.ts'
import { recordWrongCode } from '../limits/alarms.ts'
import { countMailedCode, countRequest } from '../limits/throttle.ts'
import { recordRefusal } from '../session/refusals.ts'
import { type IssuedTokens, type SessionDeps, startSession } from '../session/sessions.ts'
import { mailedTokenHash } from '../tokens/mailed-token.ts'
import { mailCode, notifySignInChanged } from '../users/security-notices.ts'
import {
  type ChallengeRow,
  consumeMailedCode,
  countChallengeTry,
  deleteChallenge,
  deleteEndedChallenge,
  replaceMailedCode,
  selectChallengeUserId,
} from './challenge-queries.ts'
import { mailedCodeHash, newMailedCode, parseCode } from './codes.ts'
import { consumeCountedCode } from './counted-code.ts'
import { codeExpiry, selectCodeSources } from './factors.ts'
import { upsertFactor } from './queries.ts'
import { trustDevice } from './trusted-devices.ts'

const maxCodesSent = 3

export type CodeSubmission = {
  /** The challenge token from the browser's cookie. */
  challenge: string | undefined
  code: string
  /** Whether to trust this device, so that it is not asked again for a while. */
  trustDevice: boolean
  replaces: string | undefined
  caller: NetworkCaller
}

/** A session, with the device's token when it is trusted from now on; or the question again. */
export type CodeOutcome =
  | { issued: IssuedTokens; device: string | undefined }
  | { asked: WithTranslatableMessage<TwoFactorChallenge> }

/** The error when the sign-in must start again: it took too long, or too many codes were wrong. */
function signInExpired(): PortalError {
  const message = translatable('signIn.took')
  return new PortalError('wrong_credentials', message, { errors: [{ message }] })
}

/**
 * Checks the second factor. A wrong code asks again, five tries in all. Throws wrong_credentials when the sign-in must
 * start again or digits are blocked for this person, too_many_requests after thirty wrong codes within an hour.
 */
export async function submitCode(deps: SessionDeps, submission: CodeSubmission): Promise<CodeOutcome> {
  const hash = submission.challenge === undefined ? undefined : mailedTokenHash(submission.challenge)
  const row = hash && (await countChallengeTry(deps.db, hash, codeTries, deps.clock()))
  if (!hash || !row) {
    if (hash) await recordExpired(deps, hash, submission.caller)
    throw signInExpired()
  }
  const { userId } = row
  const { caller } = submission
  const attempt = { userId, typed: submission.code, mailed: mailedCodeOf(deps, hash, row), caller }
  const source = await consumeCountedCode(deps, attempt).catch(async (error: unknown) => {
    if (error instanceof PortalError) {
      const reason = error.code === 'too_many_requests' ? 'locked' : 'codesEnded'
      await recordRefusal(deps, deps.db, { action: 'second_factor_failed', caller, userId, reason })
    }
    throw error
  })
  if (!source) {
    await withTransaction(deps.db, async (db) => {
      const reason = isExpiredCode(deps, hash, row, submission.code) ? 'codeExpired' : 'code'
      await recordRefusal(deps, db, { action: 'second_factor_failed', caller, userId, reason })
      await recordWrongCode(deps, db, userId)
    })
    return askAgain(deps, hash, row)
  }
  if (!(await deleteChallenge(deps.db, hash))) throw signInExpired()
  await resetWrongCodes(deps.db, userId)
  // Only a code from a mail proves that the mailbox is theirs.
  return completeChallenge(deps, submission, { ...row, enrols: row.enrols && source === 'email' })
}

/** Records a code that came after its sign-in had ended; the challenge goes, so that this is recorded once. */
async function recordExpired(deps: SessionDeps, hash: Buffer, caller: NetworkCaller): Promise<void> {
  const userId = await deleteEndedChallenge(deps.db, hash, deps.clock())
  if (userId === undefined) return
  await recordRefusal(deps, deps.db, { action: 'second_factor_failed', caller, userId, reason: 'signInExpired' })
}

/** Whether a code is the one that was mailed, but typed too late. */
function isExpiredCode(deps: SessionDeps, challenge: Buffer, { expiredCodeHash }: ChallengeRow, typed: string) {
  const code = parseCode(typed)
  if (!expiredCodeHash || !code || !('digits' in code)) return false
  return mailedCodeHash(deps.keys, challengeScope(challenge), code.digits).equals(expiredCodeHash)
}

function mailedCodeOf(deps: SessionDeps, challenge: Buffer, { codeHash }: ChallengeRow) {
  if (!codeHash) return undefined
  return {
    scope: challengeScope(challenge),
    hash: codeHash,
    use: () => consumeMailedCode(deps.db, challenge, codeHash),
  }
}

const challengeScope = (challenge: Buffer) => challenge.toString('hex')

async function askAgain(deps: SessionDeps, hash: Buffer, row: ChallengeRow): Promise<CodeOutcome> {
  const left = codeTries - row.tries
  if (left === 0) {
    await deleteChallenge(deps.db, hash)
    throw signInExpired()
  }
  const methods = row.enrols ? (['email'] as const) : await selectCodeSources(deps.db, row.userId)
  const message = translatable('signIn.codeWrong', { left })
  const prompt = { TwoFactor: true as const, message, methods: [...methods] }
  return { asked: row.enrols ? { ...prompt, enrols: true } : prompt }
}

async function completeChallenge(
  deps: SessionDeps,
  submission: CodeSubmission,
  row: ChallengeRow,
): Promise<CodeOutcome> {
  const { userId } = row
  const { caller } = submission
  if (row.enrols) {
    await withTransaction(deps.db, async (db) => {
      await upsertFactor(db, { userId, method: 'email', sealed: null, lastStep: 0, now: deps.clock() })
      await record(deps, db, { action: 'second_factor_added', caller, userId, details: { method: 'email' } })
      await notifySignInChanged(deps, db, userId, 'emailAdded')
    })
  }
  const issued = await startSession(deps, {
    userId,
    proof: { by: row.proofBy, key: row.proof },
    secondFactor: true,
    remember: row.remembered,
    replaces: submission.replaces,
    caller,
  })
  if (!issued) throw signInExpired()
  const device = submission.trustDevice
    ? await withTransaction(deps.db, (db) => trustDevice(deps, db, userId, caller))
    : undefined
  return { issued, device }
}

/**
 * Mails a code for a sign-in that waits for it. Throws wrong_credentials when it has expired or no more codes may be
 * sent.
 */
export async function sendCode(deps: SessionDeps, challenge: string | undefined, caller: NetworkCaller): Promise<void> {
  const hash = challenge === undefined ? undefined : mailedTokenHash(challenge)
  await countRequest(deps.db, { what: 'mailed code', network: caller.network }, deps.clock())
  const userId = hash && (await selectChallengeUserId(deps.db, hash))
  if (userId) await countMailedCode(deps.db, userId, caller.network, deps.clock())
  if (!hash || !(await mailChallengeCode(deps, hash, caller))) throw signInExpired()
}

/** Mails a code for a challenge; it replaces those before. Returns false when no more may be sent. */
export async function mailChallengeCode(deps: SessionDeps, challenge: Buffer, caller: Caller): Promise<boolean> {
  const now = deps.clock()
  const expiresAt = codeExpiry(now)
  const code = newMailedCode(deps.random)
  const hash = mailedCodeHash(deps.keys, challengeScope(challenge), code)
  return withTransaction(deps.db, async (db) => {
    const challengeUser = await replaceMailedCode(db, { challenge, hash, expiresAt, maxCodes: maxCodesSent, now })
    if (challengeUser) await mailCode(deps, db, challengeUser.userId, { code, expiresAt, language: caller.language })
    return challengeUser !== undefined
  })
}
