import { switchAccount } from '#contract/profile/endpoints.ts'
import { session } from './browser-session.ts'
import { call } from './call.ts'

/** Changes to another account of the same person; pages that are open go on showing the old one. */
export async function changeAccount(number: string): Promise<void> {
  const { token } = await call(switchAccount, { body: { number } })
  session.storeToken(token)
}

/** Switches to another account of the same person and reloads the page, so that no data of the old account stays. */
export async function switchAccountTo(number: string): Promise<void> {
  await changeAccount(number)
  location.assign('/')
}
