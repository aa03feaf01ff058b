import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { parseSearch } from '#contract/search-parameters.ts'
import { stringifySearch } from '../paths.ts'
import { SessionsPage } from './access/SessionsPage.tsx'
import { Frame, NoPage } from './Frame.tsx'
import { InboxPage } from './inbox/InboxPage.tsx'
import { readInboxSearch } from './inbox/inbox-search.ts'
import { StaffPage } from './staff/StaffPage.tsx'

const root = createRootRoute({ component: Frame, notFoundComponent: NoPage })
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/requests', replace: true })
  },
})
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: readInboxSearch,
  component: InboxPage,
})
const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$id',
  validateSearch: readInboxSearch,
  component: InboxPage,
})
const sessions = createRoute({ getParentRoute: () => root, path: '/sessions', component: SessionsPage })
const staff = createRoute({ getParentRoute: () => root, path: '/staff', component: StaffPage })

export const router = createRouter({
  routeTree: root.addChildren([home, inbox, request, sessions, staff]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
