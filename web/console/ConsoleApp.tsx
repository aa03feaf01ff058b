import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { staffSignOnPaths } from '#contract/console/sign-on.ts'
import { CallError } from '../api/call.ts'
import { createQueryClient } from '../api/query-client.ts'
import { absentStateOf } from '../api/query-state.ts'
import { onReport, type Report } from '../api/report-error.ts'
import { ErrorBoundary } from '../app/ErrorBoundary.tsx'
import { ErrorScreen } from '../app/ErrorScreen.tsx'
import { RouterProvider } from '../routing/RouterProvider.tsx'
import { Toasts } from '../ui/overlays/Toasts.tsx'
import { currentToasts, showToast, watchToasts } from '../ui/overlays/toasts.ts'
import { PortalContext } from '../ui/portal.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { JoinPage } from './access/JoinPage.tsx'
import { ProvenPage } from './access/ProvenPage.tsx'
import { meQuery } from './access/queries.ts'
import { SignInPage } from './access/SignInPage.tsx'
import { returnToPage } from './access/SignOnWay.tsx'
import { Frame, NoPage } from './Frame.tsx'
import { Proof } from './Proof.tsx'
import { portalQuery } from './portal-query.ts'
import { router } from './router.ts'

const queryClient = createQueryClient()

function showReport({ tone, title, text, standard }: Report): void {
  if (title) showToast(tone, t(title as 'toast.error'), text ?? (standard ? t(standard as 'toast.network') : null))
  else showToast(tone, text ?? '')
}

/** The whole console: the sign-in, an invitation, or the pages of whoever is signed in. */
export function ConsoleApp(): ReactNode {
  useEffect(() => onReport(showReport), [])
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Pages />
      </QueryClientProvider>
      <Messages />
    </ErrorBoundary>
  )
}

function Messages() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts)
  return toasts.length > 0 ? <Toasts /> : null
}

function Pages() {
  const { data: portal } = useQuery(portalQuery)
  const isInvitation = location.pathname === '/console/invitation'
  const facts = { name: portal ? t('console.name', { portal: portal.name }) : null, today: portal?.today ?? null }
  const isProof = location.pathname === staffSignOnPaths.proven
  return (
    <PortalContext value={facts}>
      {isInvitation ? <JoinPage /> : isProof ? <ProvenPage /> : <SignedInOrOut />}
    </PortalContext>
  )
}

function SignedInOrOut() {
  const me = useQuery(meQuery)
  const cache = useQueryClient()
  useEffect(
    () =>
      // Whoever is disabled or signed out elsewhere is asked to sign in with the next call.
      cache.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state
        if (error instanceof CallError && error.status === 401) cache.setQueryData(meQuery.queryKey, null)
      }),
    [cache],
  )
  const isSignedIn = Boolean(me.data)
  useEffect(() => {
    if (isSignedIn) returnToPage()
  }, [isSignedIn])
  if (me.data === null) return <SignInPage />
  const absence = absentStateOf(me)
  if (absence) return <AbsentState absent={absence} skeleton={<Skeleton className="m-8 h-24 w-72" />} />
  return (
    <>
      <RouterProvider router={router} notFoundPage={NoPage} errorPage={ErrorScreen}>
        <Frame />
      </RouterProvider>
      <Proof />
    </>
  )
}
