import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { answeredAhead } from '../api/call.ts'
import { createQueryClient } from '../api/query-client.ts'
import { portalQuery, profileQuery } from '../api/viewer.ts'
import { RouterProvider } from '../routing/RouterProvider.tsx'
import { Shell } from '../shell/Shell.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
// First, so that no page asks for what is sent ahead.
import './first-calls.ts'
import { useHasInteracted } from './has-interacted.ts'
import { useLiveUpdates } from './live-updates.ts'
import { router } from './router.ts'
import '../styles.css'

const queryClient = createQueryClient()
const NotFoundPage = lazyComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage', { failureDisplay: 'page' })
const WorkerNote = lazyComponent(() => import('./WorkerNote.tsx'), 'WorkerNote', { failureDisplay: 'nothing' })
// Its texts are those of the signed-out pages.
const NewTermsPage = lazyComponent(() => import('../auth/NewTermsPage.tsx'), 'NewTermsPage', { failureDisplay: 'page' })

/** Milliseconds for which a page whose code is there waits for its first replies, before it shows that they are on their way. */
const longestWait = 300

/**
 * Resolves when the first page can be drawn: with its code, and with the replies to its first calls unless they take
 * long. Drawn earlier, it would be drawn twice, which on a slow phone takes longer than the replies.
 */
export async function firstPageLoaded(): Promise<void> {
  await router.load()
  await Promise.race([answeredAhead(), new Promise((resolve) => setTimeout(resolve, longestWait))])
}

/** The signed-in pages, with one query cache for all of them. */
export function SignedIn(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>
  )
}

/** The requested page, or first the terms when they have changed since this person accepted them. */
function Pages() {
  const { data: profile } = useQuery(profileQuery)
  const { data: portal } = useQuery(portalQuery)
  const cache = useQueryClient()
  useLiveUpdates(cache)
  const hasInteracted = useHasInteracted()
  const pageViews = portal?.pageViews
  useEffect(() => {
    if (pageViews)
      import('./page-views.ts').then(
        ({ trackPages }) => trackPages(pageViews, router),
        // Nobody on the page misses a page view that is not counted.
        () => undefined,
      )
  }, [pageViews])
  if (!profile?.termsDue) {
    return (
      <>
        <RouterProvider router={router} notFoundPage={NotFoundPage} errorPage={ErrorScreen}>
          <Shell />
        </RouterProvider>
        {hasInteracted && <WorkerNote />}
      </>
    )
  }
  return <NewTermsPage onAccepted={() => cache.invalidateQueries({ queryKey: profileQuery.queryKey })} />
}
