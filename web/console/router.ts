import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { inboxViews } from '#contract/console/inbox.ts'
import { requestKinds } from '#contract/requests/rules.ts'
import { parseSearch, searchReader } from '#contract/search-parameters.ts'
import { stringifySearch } from '../paths.ts'
import { SessionsPage } from './access/SessionsPage.tsx'
import { Frame, NoPage } from './Frame.tsx'
import { InboxPage } from './inbox/InboxPage.tsx'
import { StaffPage } from './staff/StaffPage.tsx'

/** How the queue is narrowed, as its address says. */
export type InboxSearch = { [Name in 'view' | 'kind' | 'account' | 'assignee' | 'olderThan']?: string | undefined }

const readInboxSearch = searchReader<InboxSearch>({
  view: new RegExp(`^(${Object.keys(inboxViews).join('|')})$`),
  kind: new RegExp(`^(${requestKinds.join('|')})$`),
  account: /^.{1,100}$/,
  assignee: /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  olderThan: /^\d{1,3}$/,
})

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
