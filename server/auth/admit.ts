import { type Sentence, type Spoken, sentence } from '../../contract/errors.ts'
import type { TwoFactorAsked } from '../../contract/second-factor.ts'
import type { NetworkCaller } from '../audit/record.ts'
import { insertChallenge } from './challenge-queries.ts'
import { isFactorRequired } from './factor-queries.ts'
import { codeExpiry, codeSourcesOf } from './factors.ts'
import { newMailedToken } from './mailed-token.ts'
import type { Proof } from './proof.ts'
import { mailChallengeCode } from './second-step.ts'
import { type Issued, type SessionDeps, startSession } from './sessions.ts'
import { countMailedCode } from './throttle.ts'
import { isTrusted } from './trusted-devices.ts'

export type Admission = {
  userId: string
  proof: Proof
  /** Whether what was shown counts as both factors. */
  bothFactors: boolean
  /** Whether it is too little without a second factor, whatever the account asks for. */
  needsFactor: boolean
  remember: boolean
  /** The refresh cookie that the browser still held: its session ends. */
  replaces: string | undefined
  /** What the browser keeps when it is trusted. */
  device: string | undefined
  caller: NetworkCaller
}

/** Either a session, or the question for the second factor with what the browser keeps until it is answered. */
export type Admitted = Issued | { asked: Spoken<TwoFactorAsked>; challenge: string }

/**
 * Lets in who has shown the first proof, or asks for the second factor. Every way of signing in ends here, so that none
 * goes past it. Undefined when the proof does not hold any more. Raises not_allowed without an account.
 */
export async function admit(deps: SessionDeps, admission: Admission): Promise<Admitted | undefined> {
  const { userId, bothFactors, device } = admission
  const now = deps.clock()
  if (bothFactors) return startSession(deps, { ...admission, secondFactor: true })
  const sources = await codeSourcesOf(deps.db, userId)
  const required = admission.needsFactor || (await isFactorRequired(deps.db, userId))
  if (sources.length === 0 && !required) return startSession(deps, { ...admission, secondFactor: false })
  // A device is trusted for a factor that the person has: whoever has none left is asked to set one up.
  if (sources.length > 0 && (await isTrusted(deps.db, userId, device, now))) {
    return startSession(deps, { ...admission, secondFactor: true })
  }
  return ask(deps, admission, sources, now)
}

async function ask(
  deps: SessionDeps,
  { userId, proof, remember, caller }: Admission,
  sources: TwoFactorAsked['methods'] & {},
  now: Date,
): Promise<Admitted> {
  const { token, hash } = newMailedToken(deps.random)
  const enrols = sources.length === 0
  const methods = enrols ? (['email'] as const) : sources
  // Before anything is asked for: whoever has the password must not fill the mailbox.
  if (methods[0] === 'email') await countMailedCode(deps.db, userId, caller.network, deps.clock())
  await insertChallenge(deps.db, { hash, userId, proof, remembered: remember, enrols, expiresAt: codeExpiry(now) })
  if (methods[0] === 'email') await mailChallengeCode(deps, hash, caller)
  const asked = { TwoFactor: true as const, message: question(enrols, methods), methods: [...methods] }
  return { challenge: token, asked: enrols ? { ...asked, enrols } : asked }
}

function question(enrols: boolean, methods: readonly string[]): Sentence {
  if (enrols) {
    return sentence('signIn.enrol')
  }
  return methods[0] === 'email' ? sentence('signIn.codeByEmail') : sentence('signIn.codeByApp')
}
