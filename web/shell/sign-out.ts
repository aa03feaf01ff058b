import { logBackgroundError } from '../api/background-error.ts'
import { session } from '../api/browser-session.ts'
import { t } from '../ui/text.ts'

/** Hides all personal data, signs out, and goes to the sign-in; after a failure the page that loads says so. */
export async function signOut(): Promise<void> {
  document.body.dataset.leaving = t('signOut.leaving')
  history.replaceState(null, '', '/')
  await session.signOut().catch(logBackgroundError)
}
