import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { onReport, type Report } from '../api/report-error.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { currentToasts, showToast, watchToasts } from '../ui/overlays/toasts.ts'
import { t } from '../ui/text.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useHasInteracted } from './has-interacted.ts'
import { opensSignedIn } from './opens-signed-in.ts'

const SignedIn = lazyComponent(() => import('./SignedIn.tsx'), 'SignedIn', {
  failureDisplay: 'page',
  prepare: ({ firstPageLoaded }) => firstPageLoaded(),
})
const SignedOut = lazyComponent(() => import('./SignedOut.tsx'), 'SignedOut', { failureDisplay: 'page' })

function showReport({ tone, title, text, standard }: Report): void {
  if (title) showToast(tone, t(title as 'toast.error'), text ?? (standard ? t(standard as 'toast.network') : null))
  else showToast(tone, text ?? '')
}

const Pages = opensSignedIn ? SignedIn : SignedOut

/** Resolves when the pages can be rendered, or could not be loaded: until then the frame of index.html stands. */
export const pagesLoaded: Promise<void> = Pages.load()

/** The whole application: the signed-in or the signed-out pages. Signing in or out reloads the page. */
export function App(): ReactNode {
  useEffect(() => onReport(showReport), [])
  return (
    <ErrorBoundary>
      <Pages />
      <Messages />
    </ErrorBoundary>
  )
}

/** The toasts. Their code is loaded after the first interaction, so that it is there when something fails. */
function Messages(): ReactNode {
  const toasts = useSyncExternalStore(watchToasts, currentToasts)
  const hasInteracted = useHasInteracted()
  const [Toasts, setToasts] = useState<() => ReactNode>()
  useEffect(() => {
    if (!Toasts && (hasInteracted || toasts.length > 0))
      import('../ui/overlays/Toasts.tsx').then(
        (module) => setToasts(() => module.Toasts),
        // The next toast tries again.
        () => undefined,
      )
  }, [Toasts, hasInteracted, toasts])
  return Toasts && <Toasts />
}
