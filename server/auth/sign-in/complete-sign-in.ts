import type { TwoFactorChallenge } from '#contract/auth/factors.ts'
import { PortalError, type TranslatableText, translatable, type WithTranslatableMessage } from '#contract/errors.ts'
import type { NetworkCaller } from '#server/audit/record.ts'
import { mailChallengeCode } from '../factors/challenge.ts'
import { insertChallenge } from '../factors/challenge-queries.ts'
import { codeExpiry, selectCodeSources } from '../factors/factors.ts'
import { isFactorRequired } from '../factors/queries.ts'
import { isTrustedDevice } from '../factors/trusted-devices.ts'
import { countMailedCode } from '../limits/throttle.ts'
import { recordRefusal } from '../session/refusals.ts'
import { type IssuedTokens, type SessionDeps, startSession } from '../session/sessions.ts'
import { newMailedToken } from '../tokens/mailed-token.ts'
import type { Proof } from '../tokens/proof.ts'

export type ProvenSignIn = {
  userId: string
  proof: Proof
  /** Whether the proof counts as both factors. */
  bothFactors: boolean
  /** Whether a second factor is needed whatever the account demands. */
  needsFactor: boolean
  remember: boolean
  /** The refresh token that the browser still held; its session ends. */
  replaces: string | undefined
  /** The trusted-device token from the browser's cookie. */
  device: string | undefined
  caller: NetworkCaller
}

/**
 * Either a session, or the question for the second factor with the token that the browser keeps until it is answered.
 */
export type SignInOutcome = IssuedTokens | { asked: WithTranslatableMessage<TwoFactorChallenge>; challenge: string }

/**
 * Starts a session for a person who has shown the first proof, or asks for the second factor. Every way of signing in
 * ends here, so none can bypass the second factor. Returns undefined when the proof no longer holds. Throws not_allowed
 * for a person without an account.
 */
export async function completeSignIn(
  deps: SessionDeps,
  provenSignIn: ProvenSignIn,
): Promise<SignInOutcome | undefined> {
  const { userId, bothFactors, device } = provenSignIn
  const now = deps.clock()
  if (bothFactors) return startSession(deps, { ...provenSignIn, secondFactor: true })
  const sources = await selectCodeSources(deps.db, userId)
  const required = provenSignIn.needsFactor || (await isFactorRequired(deps.db, userId))
  if (sources.length === 0 && !required) return startSession(deps, { ...provenSignIn, secondFactor: false })
  // A trusted device stands in for a factor that the person has; a person who has none left is asked to set one up.
  if (sources.length > 0 && (await isTrustedDevice(deps.db, userId, device, now))) {
    return startSession(deps, { ...provenSignIn, secondFactor: true })
  }
  return askForSecondFactor(deps, provenSignIn, sources, now)
}

async function askForSecondFactor(
  deps: SessionDeps,
  { userId, proof, remember, caller }: ProvenSignIn,
  sources: TwoFactorChallenge['methods'] & {},
  now: Date,
): Promise<SignInOutcome> {
  const { token, hash } = newMailedToken(deps.random)
  const enrols = sources.length === 0
  const methods = enrols ? (['email'] as const) : sources
  // Counted before anything is mailed: somebody who knows the password must not be able to fill the mailbox.
  if (methods[0] === 'email')
    await countMailedCode(deps.db, userId, caller.network, deps.clock()).catch(async (error: unknown) => {
      if (error instanceof PortalError)
        await recordRefusal(deps, deps.db, { action: 'second_factor_failed', caller, userId, reason: 'codesMailed' })
      throw error
    })
  await insertChallenge(deps.db, { hash, userId, proof, remembered: remember, enrols, expiresAt: codeExpiry(now) })
  if (methods[0] === 'email') await mailChallengeCode(deps, hash, caller)
  const prompt = { TwoFactor: true as const, message: promptMessage(enrols, methods), methods: [...methods] }
  return { challenge: token, asked: enrols ? { ...prompt, enrols } : prompt }
}

function promptMessage(enrols: boolean, methods: readonly string[]): TranslatableText {
  if (enrols) {
    return translatable('signIn.enrol')
  }
  return methods[0] === 'email' ? translatable('signIn.codeByEmail') : translatable('signIn.codeByApp')
}
