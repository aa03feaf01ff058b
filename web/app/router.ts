import { createRootRoute, createRoute, createRouter, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { readListSearch } from '#contract/documents/list-search.ts'
import { parseSearch } from '#contract/search-parameters.ts'
import { type DocumentType, isDocumentType } from '#contract/values.ts'
import {
  readDocumentSearch,
  readEnquirySearch,
  readFaqSearch,
  readItemSearch,
  readNotificationSearch,
  readRequestSearch,
  readResultSearch,
  readStatementSearch,
  stringifySearch,
} from '../paths.ts'
import { Shell } from '../shell/Shell.tsx'
import { afterPaint } from '../ui/after-paint.ts'
import { loadChunk } from '../ui/chunk.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { loadWithTexts } from '../ui/load-texts.ts'
import { ErrorScreen } from './ErrorScreen.tsx'

/** A page whose code and texts are loaded when it is opened, or when a pointer comes near a link to it. */
function page<Name extends string>(load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) {
  return lazyRouteComponent(() => loadChunk(() => loadWithTexts(load, name)), name)
}

const NotFoundPage = lazyComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage', { failureDisplay: 'page' })

/** The path that was requested last. */
let requestedPath = ''
const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  // The menu marks the requested page before that page renders, so that the person sees that the click counted.
  beforeLoad: ({ cause, location: { pathname } }) => {
    if (cause === 'preload') return undefined
    const moves = cause === 'stay' && pathname !== requestedPath
    requestedPath = pathname
    return moves ? afterPaint() : undefined
  },
})
const dashboard = page(() => import('../dashboard/DashboardPage.tsx'), 'DashboardPage')

// Each route is a constant of its own: inside addChildren it would lose its types.
const home = createRoute({ getParentRoute: () => root, path: '/', component: dashboard })
const dashboardRoute = createRoute({ getParentRoute: () => root, path: '/dashboard', component: dashboard })
const itemTracker = createRoute({
  getParentRoute: () => root,
  path: '/itemTracker',
  validateSearch: readItemSearch,
  // Shown to members who may not see items.
  notFoundComponent: NotFoundPage,
  component: page(() => import('../items/ItemTrackerPage.tsx'), 'ItemTrackerPage'),
})
const item = createRoute({
  getParentRoute: () => root,
  path: '/itemTracker/$sku',
  component: page(() => import('../items/ItemPage.tsx'), 'ItemPage'),
})
const unit = createRoute({
  getParentRoute: () => root,
  path: '/itemTracker/units/$code',
  component: page(() => import('../items/UnitPage.tsx'), 'UnitPage'),
})
const masterSearch = createRoute({
  getParentRoute: () => root,
  path: '/masterSearch/$search',
  validateSearch: readResultSearch,
  component: page(() => import('../search/SearchPage.tsx'), 'SearchPage'),
})
const faq = createRoute({
  getParentRoute: () => root,
  path: '/faq',
  validateSearch: readFaqSearch,
  component: page(() => import('../faq/FaqPage.tsx'), 'FaqPage'),
})
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  // Shown for parts that are not for this person.
  notFoundComponent: NotFoundPage,
  component: page(() => import('../profile/ProfileFrame.tsx'), 'ProfileFrame'),
})
const profileOverview = createRoute({
  getParentRoute: () => profile,
  path: '/',
  component: page(() => import('./ProfileOverview.tsx'), 'ProfileOverview'),
})
const security = createRoute({
  getParentRoute: () => profile,
  path: '/security',
  component: page(() => import('../profile/SecurityPage.tsx'), 'SecurityPage'),
})
const statement = createRoute({
  getParentRoute: () => root,
  path: '/profile/statement',
  validateSearch: readStatementSearch,
  // Shown to members who may not see amounts.
  notFoundComponent: NotFoundPage,
  component: page(() => import('../statement/StatementPage.tsx'), 'StatementPage'),
})
const requests = createRoute({
  getParentRoute: () => root,
  path: '/profile/requests',
  validateSearch: readRequestSearch,
  component: page(() => import('../requests/RequestsPage.tsx'), 'RequestsPage'),
})
const enquiry = createRoute({
  getParentRoute: () => root,
  path: '/profile/requests/new',
  validateSearch: readEnquirySearch,
  // Shown to members who may not ask for quotes.
  notFoundComponent: NotFoundPage,
  component: page(() => import('../requests/enquiry/EnquiryPage.tsx'), 'EnquiryPage'),
})
const company = createRoute({
  getParentRoute: () => profile,
  path: '/company',
  component: page(() => import('../company/CompanyPage.tsx'), 'CompanyPage'),
})
const appearance = createRoute({
  getParentRoute: () => profile,
  path: '/appearance',
  component: page(() => import('../profile/AppearancePage.tsx'), 'AppearancePage'),
})
const savedViews = createRoute({
  getParentRoute: () => profile,
  path: '/views',
  component: page(() => import('../profile/ViewsPage.tsx'), 'ViewsPage'),
})
const personalData = createRoute({
  getParentRoute: () => profile,
  path: '/data',
  component: page(() => import('../profile/DataPage.tsx'), 'DataPage'),
})
const terms = createRoute({
  getParentRoute: () => profile,
  path: '/terms',
  component: page(() => import('./ProfileTerms.tsx'), 'ProfileTerms'),
})
const notifications = createRoute({
  getParentRoute: () => profile,
  path: '/notifications',
  validateSearch: readNotificationSearch,
  component: page(() => import('../notifications/NotificationsPage.tsx'), 'NotificationsPage'),
})

/** Throws notFound for a first segment that is not one of the four document types. */
function requireType(type: string): void {
  if (!isDocumentType(type)) throw notFound()
}

const list = createRoute({
  getParentRoute: () => root,
  path: '/$type',
  params: { parse: ({ type }) => ({ type: type as DocumentType }), stringify: ({ type }) => ({ type }) },
  beforeLoad: ({ params }) => requireType(params.type),
  validateSearch: readListSearch,
  component: page(async () => {
    const module = await import('../documents/list/DocumentListPage.tsx')
    await module.rowsLoaded
    return { DocumentListPage: module.DocumentListPage }
  }, 'DocumentListPage'),
})
const detail = createRoute({
  getParentRoute: () => root,
  path: '/$type/$number',
  params: {
    parse: ({ type, number }) => ({ type: type as DocumentType, number }),
    stringify: ({ type, number }) => ({ type, number }),
  },
  beforeLoad: ({ params }) => requireType(params.type),
  validateSearch: readDocumentSearch,
  component: page(() => import('../documents/detail/DocumentPage.tsx'), 'DocumentPage'),
})

const profilePages = profile.addChildren([
  ...[profileOverview, security, notifications, company],
  ...[appearance, savedViews, personalData, terms],
])
const routeTree = root.addChildren([
  home,
  dashboardRoute,
  itemTracker,
  item,
  unit,
  masterSearch,
  faq,
  profilePages,
  statement,
  requests,
  enquiry,
  list,
  detail,
])

/** The router of the signed-in pages. All links and search parameters are type-checked against this tree. */
export const router = createRouter({
  routeTree,
  defaultErrorComponent: ErrorScreen,
  notFoundMode: 'root',
  caseSensitive: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  search: { strict: true },
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
