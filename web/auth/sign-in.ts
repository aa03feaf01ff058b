import { login } from '../../contract/auth.ts'
import type { Body } from '../../contract/endpoint.ts'
import { session } from '../api/browser.ts'
import { CallError, call } from '../api/call.ts'
import { t } from '../ui/text.ts'

/** What is wrong, beside the field or above the form. */
export type SignInFaults = { form?: string; email?: string; password?: string }

/** What can be seen to be wrong before anybody is asked. */
function inputFaults(email: string, password: string): SignInFaults {
  const faults: SignInFaults = {}
  if (email === '') faults.email = t('login.email.missing')
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) faults.email = t('login.email.wrong')
  if (password === '') faults.password = t('login.password.missing')
  return faults
}

/** Signs in and keeps the token, or says what is wrong. */
export async function signIn(credentials: Body<typeof login>): Promise<'signed in' | SignInFaults> {
  const faults = inputFaults(credentials.email, credentials.password)
  if (Object.keys(faults).length > 0) return faults
  try {
    const answer = await call(login, { body: credentials })
    if (typeof answer !== 'string') return { form: t('login.twoFactor') }
    session.keep(answer)
    return 'signed in'
  } catch (error) {
    return refusal(error)
  }
}

function refusal(error: unknown): SignInFaults {
  if (!(error instanceof CallError)) return { form: t('toast.network') }
  if (error.status === 429) return { form: t('toast.tooMany') }
  if (error.status >= 500) return { form: t('state.unavailable.text') }
  const faults: SignInFaults = {}
  for (const { field, message } of error.errors) if (field === 'email' || field === 'password') faults[field] = message
  return Object.keys(faults).length > 0 ? faults : { form: error.message }
}
