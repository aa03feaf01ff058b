import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { session } from '../api/browser-session.ts'
import { onReport, type Report } from '../api/report-error.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { loadTexts } from '../ui/load-texts.ts'
import { t } from '../ui/text.ts'
import { currentToasts, showToast, watchToasts } from '../ui/toasts.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useHasInteracted } from './has-interacted.ts'
import { isMailedLink } from './mailed-link.ts'
import { isSignOnReturn } from './sign-on-return.ts'

const SignedIn = lazyComponent(
  async () => (await Promise.all([import('./SignedIn.tsx'), loadTexts('signed-in')]))[0].SignedIn,
  {
    failureDisplay: 'page',
  },
)
const SignedOut = lazyComponent(
  async () => (await Promise.all([import('./SignedOut.tsx'), loadTexts('signed-out')]))[0].SignedOut,
  { failureDisplay: 'page' },
)

function showReport({ tone, title, text, standard }: Report): void {
  if (title) showToast(tone, t(title as 'toast.error'), text ?? (standard ? t(standard as 'toast.network') : null))
  else showToast(tone, text ?? '')
}

/** Who is signed in has no pages of the signed-out, but for a link of a mail. Who comes back from single sign-on is signed in as somebody else. */
const forSignedIn = session.signedIn() && !isMailedLink(location) && !isSignOnReturn()
const Pages = forSignedIn ? SignedIn : SignedOut
// Asked for before anything is drawn: all else waits for it.
Pages.load()

/** The whole of it: the pages of the signed-in, or the pages of everybody else. Signing in or out loads it anew. */
export function App(): ReactNode {
  useEffect(() => onReport(showReport), [])
  return (
    <ErrorBoundary>
      <Pages />
      <Messages />
    </ErrorBoundary>
  )
}

/** Fetched as soon as somebody does anything: by the time that something fails they are there. */
function Messages(): ReactNode {
  const toasts = useSyncExternalStore(watchToasts, currentToasts)
  const hasInteracted = useHasInteracted()
  const [Toasts, setToasts] = useState<() => ReactNode>()
  useEffect(() => {
    // Where they could not be fetched, the next message tries again.
    if (!Toasts && (hasInteracted || toasts.length > 0))
      import('../ui/Toasts.tsx').then(
        (module) => setToasts(() => module.Toasts),
        () => undefined,
      )
  }, [Toasts, hasInteracted, toasts])
  return Toasts && <Toasts />
}
