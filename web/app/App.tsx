import { type ReactNode, useEffect } from 'react'
import { session } from '../api/browser.ts'
import { onReport, type Report } from '../api/report-error.ts'
import { loadTexts } from '../ui/load-texts.ts'
import { part } from '../ui/part.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { t } from '../ui/text.ts'
import { showToast } from '../ui/toasts.ts'
import { comesBack } from './came-back.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const SignedIn = part(async () => (await Promise.all([import('./SignedIn.tsx'), loadTexts('signed-in')]))[0].SignedIn)
const SignedOut = part(
  async () => (await Promise.all([import('./SignedOut.tsx'), loadTexts('signed-out')]))[0].SignedOut,
)

function show({ tone, title, text }: Report): void {
  if (title) showToast(tone, t(title as 'toast.error'), text ?? (tone === 'bad' ? t('toast.network') : null))
  else showToast(tone, text ?? '')
}

/** Where links of mails lead to, and the terms: open to everybody, signed in or not. */
const openToAll = new Set(['/register', '/forgotPassword', '/changePassword', '/termsConditions', '/unsubscribe'])
/** Somebody comes back from single sign-on: whoever was signed in before, it is they now. */
const forSignedIn = session.signedIn() && !openToAll.has(location.pathname) && !comesBack()
const Pages = forSignedIn ? SignedIn : SignedOut
// Asked for before anything is drawn: all else waits for it.
Pages.load()

/** The whole of it: the pages of the signed-in, or the pages of everybody else. Signing in or out loads it anew. */
export function App(): ReactNode {
  useEffect(() => onReport(show), [])
  return (
    <ErrorBoundary>
      <Pages />
      <Toasts />
    </ErrorBoundary>
  )
}
