import { session } from '../api/browser.ts'

/** Signs out and shows the sign-in, not the page that was open. */
export async function signOut(): Promise<void> {
  history.replaceState(null, '', '/')
  await session.signOut()
}
