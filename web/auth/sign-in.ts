import { login } from '../../contract/auth.ts'
import type { Body } from '../../contract/endpoint.ts'
import { type Assertion, signInWithPasskey } from '../../contract/passkeys.ts'
import { submitCode, type TwoFactorChallenge } from '../../contract/second-factor.ts'
import { session } from '../api/browser-session.ts'
import { call } from '../api/call.ts'
import { forgetChallenge, rememberChallenge } from './second-factor-challenge.ts'

/** Signs in and keeps the token, or finds that the second factor is asked for. Raises what `call` does. */
export async function signIn(credentials: Body<typeof login>): Promise<'signed in' | 'second factor'> {
  const answer = await call(login, { body: credentials })
  if (typeof answer !== 'string') {
    rememberChallenge(answer)
    return 'second factor'
  }
  session.storeToken(answer)
  return 'signed in'
}

/** Answers the question for the second factor and keeps the token, or gives what is asked again. Raises what `call` does. */
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

/** Signs in with what a passkey has signed, and keeps the token. Raises what `call` does. */
export async function completePasskeySignIn(credential: Assertion, remember: boolean): Promise<void> {
  const { token } = await call(signInWithPasskey, { body: { credential, remember } })
  session.storeToken(token)
}
