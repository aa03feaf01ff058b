import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  RouterProvider,
  useRouterState,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoginPage } from '../auth/LoginPage.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
import { rememberReturn, returnWaits, takeReturn } from './return-to.ts'

function Login(): ReactNode {
  return <LoginPage continues={returnWaits()} onSignedIn={() => location.assign(takeReturn())} />
}

/** A page that only the signed-in have: it is remembered, and opened after the sign-in. */
function Elsewhere(): ReactNode {
  rememberReturn(useRouterState({ select: (state) => state.location.href }))
  return <Navigate to="/" replace />
}

const root = createRootRoute({ component: Outlet, notFoundComponent: Elsewhere })
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: Login })])
const router = createRouter({ routeTree, defaultErrorComponent: ErrorScreen })

/** The pages of those who are not signed in. */
export function SignedOut(): ReactNode {
  return <RouterProvider router={router as never} />
}
