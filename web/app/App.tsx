import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { session } from '../api/browser.ts'
import { onReport, type Report } from '../api/report-error.ts'
import { loadTexts } from '../ui/load-texts.ts'
import { part } from '../ui/part.tsx'
import { t } from '../ui/text.ts'
import { currentToasts, showToast, watchToasts } from '../ui/toasts.ts'
import { comesBack } from './came-back.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { isMailedLink } from './mailed-link.ts'
import { useUsed } from './used.ts'

const SignedIn = part(async () => (await Promise.all([import('./SignedIn.tsx'), loadTexts('signed-in')]))[0].SignedIn, {
  missing: 'page',
})
const SignedOut = part(
  async () => (await Promise.all([import('./SignedOut.tsx'), loadTexts('signed-out')]))[0].SignedOut,
  { missing: 'page' },
)

function show({ tone, title, text, standard }: Report): void {
  if (title) showToast(tone, t(title as 'toast.error'), text ?? (standard ? t(standard as 'toast.network') : null))
  else showToast(tone, text ?? '')
}

/** Who is signed in has no pages of the signed-out, but for a link of a mail. Who comes back from single sign-on is signed in as somebody else. */
const forSignedIn = session.signedIn() && !isMailedLink(location) && !comesBack()
const Pages = forSignedIn ? SignedIn : SignedOut
// Asked for before anything is drawn: all else waits for it.
Pages.load()

/** The whole of it: the pages of the signed-in, or the pages of everybody else. Signing in or out loads it anew. */
export function App(): ReactNode {
  useEffect(() => onReport(show), [])
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
  const used = useUsed()
  const [Toasts, setToasts] = useState<() => ReactNode>()
  useEffect(() => {
    // Where they could not be fetched, the next message tries again.
    if (!Toasts && (used || toasts.length > 0))
      import('../ui/Toasts.tsx').then(
        (module) => setToasts(() => module.Toasts),
        () => undefined,
      )
  }, [Toasts, used, toasts])
  return Toasts && <Toasts />
}
