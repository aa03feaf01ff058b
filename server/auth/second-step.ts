import { PortalError, type Spoken, sentence } from '../../contract/errors.ts'
import { codeTries, type TwoFactorAsked } from '../../contract/second-factor.ts'
import { type Caller, type NetworkCaller, record } from '../audit/record.ts'
import { forgetWrongCodes } from './alarm-queries.ts'
import { noteWrongCode, refuseEndedCodes } from './alarms.ts'
import {
  type ChallengeRow,
  endChallenge,
  putMailedCode,
  spendMailedCode,
  tryChallenge,
  userOfChallenge,
} from './challenge-queries.ts'
import { isRecoveryCode, mailedCodeHash, newMailedCode } from './codes.ts'
import { putFactor } from './factor-queries.ts'
import { codeExpiry, codeSourcesOf, takeCode } from './factors.ts'
import { mailedTokenHash } from './mailed-token.ts'
import { inTransaction } from './queries.ts'
import { type Issued, type SessionDeps, startSession } from './sessions.ts'
import { mailCode, tellOfSignIn } from './tell.ts'
import { claimCode, countMailedCode, countRequest, releaseAttempt } from './throttle.ts'
import { trustDevice } from './trusted-devices.ts'

const mostCodesSent = 3

export type Answer = {
  /** What the browser has kept since the question. */
  challenge: string | undefined
  code: string
  /** Whether this device is not to be asked again for a while. */
  trustDevice: boolean
  replaces: string | undefined
  caller: NetworkCaller
}

/** A session, with what the browser keeps when the device is trusted from now on; or the question again. */
export type Answered = { issued: Issued; device: string | undefined } | { asked: Spoken<TwoFactorAsked> }

/** The sign-in has to begin anew: it took too long, or too many codes were wrong. */
function beginAnew(): PortalError {
  const message = sentence('signIn.took')
  return new PortalError('wrong_credentials', message, { errors: [{ message }] })
}

/**
 * Answers the question for the second factor. A wrong code asks again, with five tries in all. Raises wrong_credentials
 * when the sign-in has to begin anew or digits have ended for this person, too_many_requests after thirty wrong codes
 * within an hour.
 */
export async function submitCode(deps: SessionDeps, answer: Answer): Promise<Answered> {
  const hash = answer.challenge === undefined ? undefined : mailedTokenHash(answer.challenge)
  const row = hash && (await tryChallenge(deps.db, hash, codeTries, deps.clock()))
  if (!hash || !row) throw beginAnew()
  const { userId } = row
  const source = await countedCode(deps, {
    userId,
    typed: answer.code,
    mailed: mailedOf(deps, hash, row),
    caller: answer.caller,
  })
  if (!source) {
    await inTransaction(deps.db, async (db) => {
      await record(deps, db, { action: 'second_factor_failed', caller: answer.caller, userId })
      await noteWrongCode(deps, db, userId)
    })
    return askAgain(deps, hash, row)
  }
  if (!(await endChallenge(deps.db, hash))) throw beginAnew()
  await forgetWrongCodes(deps.db, userId)
  // Only a code from the mail shows that the mailbox is theirs.
  return letIn(deps, answer, { ...row, enrols: row.enrols && source === 'email' })
}

/**
 * Where a right code comes from. Digits are counted, and refused after too many; recovery codes, which nobody guesses, are
 * always looked at.
 */
async function countedCode(
  deps: SessionDeps,
  given: Parameters<typeof takeCode>[1] & { caller: NetworkCaller },
): Promise<Awaited<ReturnType<typeof takeCode>>> {
  const { userId, typed, caller } = given
  if (isRecoveryCode(typed)) return takeCode(deps, given)
  await refuseEndedCodes(deps.db, userId)
  const claim = await claimCode(deps.db, userId, caller.network, deps.clock())
  const source = await takeCode(deps, given)
  if (source) await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
  return source
}

function mailedOf(deps: SessionDeps, challenge: Buffer, { codeHash }: ChallengeRow) {
  if (!codeHash) return undefined
  return { scope: scopeOf(challenge), hash: codeHash, use: () => spendMailedCode(deps.db, challenge, codeHash) }
}

const scopeOf = (challenge: Buffer) => challenge.toString('hex')

async function askAgain(deps: SessionDeps, hash: Buffer, row: ChallengeRow): Promise<Answered> {
  const left = codeTries - row.tries
  if (left === 0) {
    await endChallenge(deps.db, hash)
    throw beginAnew()
  }
  const methods = row.enrols ? (['email'] as const) : await codeSourcesOf(deps.db, row.userId)
  const message = sentence('signIn.codeWrong', { left })
  const asked = { TwoFactor: true as const, message, methods: [...methods] }
  return { asked: row.enrols ? { ...asked, enrols: true } : asked }
}

async function letIn(deps: SessionDeps, answer: Answer, row: ChallengeRow): Promise<Answered> {
  const { userId } = row
  const { caller } = answer
  if (row.enrols) {
    await inTransaction(deps.db, async (db) => {
      await putFactor(db, { userId, method: 'email', sealed: null, lastStep: 0, now: deps.clock() })
      await record(deps, db, { action: 'second_factor_added', caller, userId, details: { method: 'email' } })
      await tellOfSignIn(deps, db, userId, 'emailAdded')
    })
  }
  const issued = await startSession(deps, {
    userId,
    proof: { by: row.proofBy, key: row.proof },
    secondFactor: true,
    remember: row.remembered,
    replaces: answer.replaces,
    caller,
  })
  if (!issued) throw beginAnew()
  const device = answer.trustDevice
    ? await inTransaction(deps.db, (db) => trustDevice(deps, db, userId, caller))
    : undefined
  return { issued, device }
}

/** Mails a code for a sign-in that waits for it. Raises wrong_credentials when it is over or has had its codes. */
export async function sendCode(deps: SessionDeps, challenge: string | undefined, caller: NetworkCaller): Promise<void> {
  const hash = challenge === undefined ? undefined : mailedTokenHash(challenge)
  await countRequest(deps.db, { what: 'mailed code', network: caller.network }, deps.clock())
  const userId = hash && (await userOfChallenge(deps.db, hash))
  if (userId) await countMailedCode(deps.db, userId, caller.network, deps.clock())
  if (!hash || !(await mailChallengeCode(deps, hash, caller))) throw beginAnew()
}

/** Mails a code for a challenge; those before it no longer work. False when no more are sent. */
export async function mailChallengeCode(deps: SessionDeps, challenge: Buffer, caller: Caller): Promise<boolean> {
  const now = deps.clock()
  const expiresAt = codeExpiry(now)
  const code = newMailedCode(deps.random)
  const hash = mailedCodeHash(deps.keys, scopeOf(challenge), code)
  return inTransaction(deps.db, async (db) => {
    const held = await putMailedCode(db, { challenge, hash, expiresAt, most: mostCodesSent, now })
    if (held) await mailCode(deps, db, held.userId, { code, expiresAt, language: caller.language })
    return held !== undefined
  })
}
