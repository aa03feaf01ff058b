import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { showPortal } from '../../contract/portal.ts'
import type { SignOnFailure } from '../../contract/sign-on-paths.ts'
import { session } from '../api/browser.ts'
import { call } from '../api/call.ts'
import { useAnswer } from '../auth/answer.ts'
import { LoginPage } from '../auth/LoginPage.tsx'
import type { AuthPageProps } from '../auth/page.ts'
import { SignOutPage } from '../auth/SignOutPage.tsx'
import { loadTexts } from '../ui/load-texts.ts'
import { part } from '../ui/part.tsx'
import { PortalContext } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { comesBack, failedPath, whySignOnFailed } from './came-back.ts'
import { rememberReturn, returnWaits, takeReturn } from './return-to.ts'

type Page = ComponentType<AuthPageProps>

/** A page whose code is fetched when somebody opens it: the first load is the sign-in alone. */
function page<Name extends string>(load: () => Promise<Record<Name, Page>>, name: Name): Page {
  return part(async () => (await load())[name], { missing: 'page' })
}

/**
 * The pages of those who are not signed in, by path. There are few, and they keep no state between them; without a
 * router the first thing a customer ever loads is a quarter smaller.
 */
const pages: Readonly<Record<string, Page>> = {
  '/': LoginPage,
  '/2fa': page(() => import('../auth/SecondFactorPage.tsx'), 'SecondFactorPage'),
  '/forgotPassword': page(() => import('../auth/ForgottenPasswordPage.tsx'), 'ForgottenPasswordPage'),
  '/changePassword': page(() => import('../auth/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
  '/register': page(() => import('../auth/RegisterPage.tsx'), 'RegisterPage'),
  '/unsubscribe': page(
    async () => (await Promise.all([import('../auth/UnsubscribePage.tsx'), loadTexts('notice-settings')]))[0],
    'UnsubscribePage',
  ),
  '/termsConditions': page(() => import('../auth/TermsPage.tsx'), 'TermsPage'),
}

type Opened = { path: string; notice: string | null; failure: SignOnFailure | null }

/** The page that is open, and what came of a single sign-on. */
function arrival(): Opened {
  const failure = whySignOnFailed()
  return { path: openedPath(), notice: null, failure }
}

/** The path that is open. A page that only the signed-in have is remembered, and opened after the sign-in. */
function openedPath(): string {
  if (pages[location.pathname]) return location.pathname
  rememberReturn(location)
  history.replaceState(null, '', '/')
  return '/'
}

// Read once: reading takes what is told out of the address. Not before it is drawn: these pages are fetched ahead.
let first: Opened | undefined
const firstOpened = () => {
  first ??= arrival()
  return first
}

const loadPortal = () => call(showPortal, {})
const onSignedIn = () => location.assign(takeReturn())

export function SignedOut(): ReactNode {
  const [resuming, setResuming] = useState(comesBack)
  const [opened, setOpened] = useState(firstOpened)
  const portal = useAnswer(loadPortal)
  const [signOutWaits, setSignOutWaits] = useState(() => session.signOutWaits())
  useEffect(() => {
    // Where the session turns out to be over the page loads anew: at an address that says so.
    if (!resuming) return
    history.replaceState(null, '', failedPath)
    session.resume().then(onSignedIn, () => {
      setResuming(false)
      setOpened(arrival())
    })
  }, [resuming])
  useEffect(() => {
    const onBack = () => setOpened({ path: openedPath(), notice: null, failure: null })
    window.addEventListener('popstate', onBack)
    return () => window.removeEventListener('popstate', onBack)
  }, [])

  const pageViews = portal.data?.pageViews
  useEffect(() => {
    if (pageViews && !resuming)
      import('./page-views.ts').then(
        ({ sendPageView }) => sendPageView(pageViews, opened.path),
        () => undefined,
      )
  }, [pageViews, opened.path, resuming])

  /** Without loading anew, so that messages in sight stay. Who is signed in goes on where they were. */
  function goTo(path: string, notice: string | null = null) {
    if (session.signedIn()) return location.assign(path)
    history.pushState(null, '', path)
    setOpened({ path, notice, failure: null })
    scrollTo(0, 0)
  }
  const signedOut = useCallback(() => {
    setSignOutWaits(false)
    setOpened({ path: '/', notice: t('signOut.done'), failure: null })
  }, [])
  const Page = pages[opened.path] ?? LoginPage
  if (resuming) return null
  const named = { name: portal.data?.name ?? null, today: portal.data?.today ?? null }
  if (signOutWaits && opened.path === '/') {
    return (
      <PortalContext value={named}>
        <SignOutPage portal={portal} onDone={signedOut} onSignIn={() => setSignOutWaits(false)} />
      </PortalContext>
    )
  }
  return (
    <PortalContext value={named}>
      <Page
        key={opened.path}
        portal={portal}
        notice={opened.failure ? t(`login.signOn.${opened.failure}`) : opened.notice}
        continues={returnWaits()}
        goTo={goTo}
        onSignedIn={onSignedIn}
      />
    </PortalContext>
  )
}
