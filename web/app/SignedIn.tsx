import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { createQueryClient } from '../api/query.ts'
import { portalQuery, profileQuery } from '../api/viewer.ts'
import { loadTexts } from '../ui/load-texts.ts'
import { loadChunk } from './chunk.ts'
import { useLive } from './live.ts'
import { router } from './router.ts'

const queryClient = createQueryClient()
const NewTermsPage = lazy(async () => {
  // Its texts are those of the pages before signing in.
  const [{ NewTermsPage: page }] = await Promise.all([
    loadChunk(() => import('../auth/NewTermsPage.tsx')),
    loadTexts('signed-out'),
  ])
  return { default: page }
})

/** The pages of the signed-in, with one cache for all of them. */
export function SignedIn(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>
  )
}

/** What everybody wanted to open, or first the terms when they have changed since this person accepted them. */
function Pages() {
  const { data: profile } = useQuery(profileQuery)
  const { data: portal } = useQuery(portalQuery)
  const cache = useQueryClient()
  useLive(cache)
  if (!profile?.termsDue) return <RouterProvider router={router} />
  return (
    <Suspense fallback={null}>
      <NewTermsPage
        logo={portal?.logo ?? null}
        onAccepted={() => cache.invalidateQueries({ queryKey: profileQuery.queryKey })}
      />
    </Suspense>
  )
}
