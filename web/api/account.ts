import { switchAccount } from '../../contract/profile.ts'
import { session } from './browser-session.ts'
import { call } from './call.ts'

/** Goes over to another account of the same person; everything is loaded anew, so nothing of the old one stays. */
export async function switchAccountTo(number: string): Promise<void> {
  const { token } = await call(switchAccount, { body: { number } })
  session.storeToken(token)
  location.assign('/')
}
