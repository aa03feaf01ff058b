import { submitCode, type TwoFactorChallenge } from '#contract/auth/factors.ts'
import { type Assertion, signInWithPasskey } from '#contract/auth/passkeys.ts'
import { login } from '#contract/auth/sign-in.ts'
import type { Body } from '#contract/endpoint.ts'
import { session } from '../api/browser-session.ts'
import { call } from '../api/call.ts'
import { forgetChallenge, rememberChallenge } from './second-factor-challenge.ts'

/** Signs in and stores the token, or finds that a second factor is needed. Throws what `call` throws. */
export async function signIn(credentials: Body<typeof login>): Promise<'signed in' | 'second factor'> {
  const answer = await call(login, { body: credentials })
  if (typeof answer !== 'string') {
    rememberChallenge(answer)
    return 'second factor'
  }
  session.storeToken(answer)
  return 'signed in'
}

/**
 * Submits a code of the second factor and stores the token, or returns the new challenge. Throws what `call` throws.
 */
export async function submitSecondFactor(answer: Body<typeof submitCode>): Promise<'signed in' | TwoFactorChallenge> {
  const reply = await call(submitCode, { body: answer })
  if (!('token' in reply)) {
    rememberChallenge(reply)
    return reply
  }
  forgetChallenge()
  session.storeToken(reply.token)
  return 'signed in'
}

/** Signs in with a passkey's assertion and stores the token. Throws what `call` throws. */
export async function completePasskeySignIn(credential: Assertion, remember: boolean): Promise<void> {
  const { token } = await call(signInWithPasskey, { body: { credential, remember } })
  session.storeToken(token)
}
