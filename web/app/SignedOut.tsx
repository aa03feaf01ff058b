import type { ReactNode } from 'react'
import { LoginPage } from '../auth/LoginPage.tsx'
import { rememberReturn, returnWaits, takeReturn } from './return-to.ts'

/**
 * The pages of those who are not signed in, by path. Each is opened by a plain link: there are few, they keep no state
 * between them, and without a router the first thing a customer ever loads is a quarter smaller.
 */
const pages: Readonly<Record<string, () => ReactNode>> = { '/': Login }

function Login(): ReactNode {
  return <LoginPage continues={returnWaits()} onSignedIn={() => location.assign(takeReturn())} />
}

/** The page at this address. A page that only the signed-in have is remembered, and opened after the sign-in. */
function openedPage(): () => ReactNode {
  const page = pages[location.pathname]
  if (page) return page
  rememberReturn(location.pathname + location.search + location.hash)
  history.replaceState(null, '', '/')
  return Login
}

const Page = openedPage()

export function SignedOut(): ReactNode {
  return <Page />
}
