import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { SignOnFailure } from '#contract/auth/sign-on-failures.ts'
import { showPortal } from '#contract/portal.ts'
import { session } from '../api/browser-session.ts'
import { call } from '../api/call.ts'
import type { AuthPageProps } from '../auth/auth-page-props.ts'
import { LoginPage } from '../auth/LoginPage.tsx'
import { SignOutPage } from '../auth/SignOutPage.tsx'
import { useLoad } from '../auth/use-load.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PortalContext } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { rememberAccount, takeAccount } from './opened-account.ts'
import { hasReturnPath, rememberReturnPath, takeReturnPath } from './return-to.ts'
import { expiredSignOnPath, takeSignOnFailure } from './sign-on-failure.ts'
import { isSignOnReturn } from './sign-on-return.ts'
import '../signed-out.css'

type Page = ComponentType<AuthPageProps>

/** The code of a page is loaded when it is opened: the first load contains only the sign-in. */
const wholePage = { failureDisplay: 'page' } as const

/**
 * The signed-out pages, by path. There are few, and they share no state; without a router the first load of a new
 * customer is a quarter smaller.
 */
const pages: Readonly<Record<string, Page>> = {
  '/': LoginPage,
  '/2fa': lazyComponent(() => import('../auth/SecondFactorPage.tsx'), 'SecondFactorPage', wholePage),
  '/forgotPassword': lazyComponent(
    () => import('../auth/ForgottenPasswordPage.tsx'),
    'ForgottenPasswordPage',
    wholePage,
  ),
  '/changePassword': lazyComponent(() => import('../auth/ChangePasswordPage.tsx'), 'ChangePasswordPage', wholePage),
  '/register': lazyComponent(() => import('../auth/RegisterPage.tsx'), 'RegisterPage', wholePage),
  '/unsubscribe': lazyComponent(() => import('../auth/UnsubscribePage.tsx'), 'UnsubscribePage', wholePage),
  '/termsConditions': lazyComponent(() => import('../auth/TermsPage.tsx'), 'TermsPage', wholePage),
}

const SignInAnnouncements = lazyComponent(
  () => import('../announcements/SignInAnnouncements.tsx'),
  'SignInAnnouncements',
  { failureDisplay: 'nothing' },
)

type OpenPage = { path: string; notice: string | null; failure: SignOnFailure | null }

/** The page of the current address, and the failure of a single sign-on. */
function pageFromAddress(): OpenPage {
  const failure = takeSignOnFailure()
  rememberAccount(location)
  return { path: currentPath(), notice: null, failure }
}

/** The path to show. The path of a signed-in page is stored, to be opened after the sign-in. */
function currentPath(): string {
  if (pages[location.pathname]) return location.pathname
  rememberReturnPath(location)
  history.replaceState(null, '', '/')
  return '/'
}

// Read once, because reading removes the failure from the address; and only at the first render, because this code may
// be loaded ahead.
let initialPage: OpenPage | undefined
const getInitialPage = () => {
  initialPage ??= pageFromAddress()
  return initialPage
}

const loadPortal = () => call(showPortal, {})

/** Whoever has an account no more sees the one that they had open last. */
const keepAccount = () => undefined

/** Opens the page that was asked for, of the account for which the person came from another region. */
async function onSignedIn(): Promise<void> {
  const account = takeAccount()
  if (account !== null)
    await import('../api/account.ts').then(({ changeAccount }) => changeAccount(account)).catch(keepAccount)
  location.assign(takeReturnPath())
}

export function SignedOut(): ReactNode {
  const [resuming, setResuming] = useState(isSignOnReturn)
  const [openPage, setOpenPage] = useState(getInitialPage)
  const portal = useLoad(loadPortal)
  const [signOutWaits, setSignOutWaits] = useState(() => session.signOutWaits())
  useEffect(() => {
    // When the session turns out to have ended, the page reloads: at an address that says so.
    if (!resuming) return
    history.replaceState(null, '', expiredSignOnPath)
    session.resume().then(onSignedIn, () => {
      setResuming(false)
      setOpenPage(pageFromAddress())
    })
  }, [resuming])
  useEffect(() => {
    const onBack = () => setOpenPage({ path: currentPath(), notice: null, failure: null })
    window.addEventListener('popstate', onBack)
    return () => window.removeEventListener('popstate', onBack)
  }, [])

  const pageViews = portal.data?.pageViews
  useEffect(() => {
    if (pageViews && !resuming)
      import('./page-views.ts').then(
        ({ sendPageView }) => sendPageView(pageViews, openPage.path),
        // Nobody on the page misses a page view that is not counted.
        () => undefined,
      )
  }, [pageViews, openPage.path, resuming])

  /** Changes the page without a reload, so that toasts stay. A signed-in person goes to the portal instead. */
  function goTo(path: string, notice: string | null = null) {
    if (session.signedIn()) return location.assign(path)
    history.pushState(null, '', path)
    setOpenPage({ path, notice, failure: null })
    scrollTo(0, 0)
  }
  const onSignedOut = useCallback(() => {
    setSignOutWaits(false)
    setOpenPage({ path: '/', notice: t('signOut.done'), failure: null })
  }, [])
  const Page = pages[openPage.path] ?? LoginPage
  if (resuming) return null
  const portalFacts = { name: portal.data?.name ?? null, today: portal.data?.today ?? null }
  if (signOutWaits && openPage.path === '/') {
    return (
      <PortalContext value={portalFacts}>
        <SignOutPage portal={portal} onDone={onSignedOut} onSignIn={() => setSignOutWaits(false)} />
      </PortalContext>
    )
  }
  return (
    <PortalContext value={portalFacts}>
      {portal.data?.announced && openPage.path === '/' && <SignInAnnouncements />}
      <Page
        key={openPage.path}
        portal={portal}
        notice={openPage.failure ? t(`login.signOn.${openPage.failure}`) : openPage.notice}
        continues={hasReturnPath()}
        goTo={goTo}
        onSignedIn={() => void onSignedIn()}
      />
    </PortalContext>
  )
}
