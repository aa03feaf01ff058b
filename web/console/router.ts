import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseSearch } from '#contract/search-parameters.ts'
import { ErrorScreen } from '../app/ErrorScreen.tsx'
import { stringifySearch } from '../paths.ts'
import { loadChunk } from '../ui/chunk.ts'
import { readAuditSearch } from './audit/audit-search.ts'
import { readContentSearch } from './content/content-search.ts'
import { readCustomersSearch } from './customers/customers-search.ts'
import { Frame, NoPage } from './Frame.tsx'
import { readImportsSearch } from './imports/imports-search.ts'
import { readInboxSearch } from './inbox/inbox-search.ts'
import { readInsightSearch } from './insight/insight-search.ts'
import { readIntakeSearch } from './intake/intake-search.ts'
import { readKeysSearch } from './keys/keys-search.ts'
import { loadWithTexts } from './load-texts.ts'
import { readPeopleSearch } from './people/people-search.ts'
import { readViewAsSearch } from './view-as/view-as-search.ts'

/** A page whose code and texts are loaded when it is opened. */
function page<Name extends string>(load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) {
  return lazyRouteComponent(() => loadChunk(() => loadWithTexts(load, name)), name)
}

const root = createRootRoute({ component: Frame, notFoundComponent: NoPage })
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: page(() => import('./today/TodayPage.tsx'), 'TodayPage'),
})
const inboxPage = page(() => import('./inbox/InboxPage.tsx'), 'InboxPage')
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: readInboxSearch,
  component: inboxPage,
})
const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$id',
  validateSearch: readInboxSearch,
  component: inboxPage,
})
const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  component: page(() => import('./access/SessionsPage.tsx'), 'SessionsPage'),
})
const staff = createRoute({
  getParentRoute: () => root,
  path: '/staff',
  component: page(() => import('./staff/StaffPage.tsx'), 'StaffPage'),
})
const absences = createRoute({
  getParentRoute: () => root,
  path: '/absences',
  component: page(() => import('./absences/AbsencesPage.tsx'), 'AbsencesPage'),
})
const viewAs = createRoute({
  getParentRoute: () => root,
  path: '/view-as',
  validateSearch: readViewAsSearch,
  component: page(() => import('./view-as/ViewAsPage.tsx'), 'ViewAsPage'),
})
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: page(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
})
const system = createRoute({
  getParentRoute: () => root,
  path: '/system',
  component: page(() => import('./system/SystemPage.tsx'), 'SystemPage'),
})

const intake = createRoute({
  getParentRoute: () => root,
  path: '/intake',
  validateSearch: readIntakeSearch,
  component: page(() => import('./intake/IntakePage.tsx'), 'IntakePage'),
})
const refused = createRoute({
  getParentRoute: () => root,
  path: '/intake/$id',
  validateSearch: readIntakeSearch,
  component: page(() => import('./intake/RefusedPage.tsx'), 'RefusedPage'),
})
const imports = createRoute({
  getParentRoute: () => root,
  path: '/imports',
  validateSearch: readImportsSearch,
  component: page(() => import('./imports/ImportsPage.tsx'), 'ImportsPage'),
})
const newImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/new',
  validateSearch: readImportsSearch,
  component: page(() => import('./imports/NewImportPage.tsx'), 'NewImportPage'),
})
const importProfile = createRoute({
  getParentRoute: () => root,
  path: '/imports/profiles/$name',
  component: page(() => import('./imports/ProfilePage.tsx'), 'ProfilePage'),
})
const importRun = createRoute({
  getParentRoute: () => root,
  path: '/imports/runs/$id',
  component: page(() => import('./imports/RunPage.tsx'), 'RunPage'),
})
const newSource = createRoute({
  getParentRoute: () => root,
  path: '/imports/sources/new',
  component: page(() => import('./imports/SourcePage.tsx'), 'NewSourcePage'),
})
const source = createRoute({
  getParentRoute: () => root,
  path: '/imports/sources/$name',
  component: page(() => import('./imports/SourcePage.tsx'), 'SourcePage'),
})
const importWay = createRoute({
  getParentRoute: () => root,
  path: '/imports/ways/$way/$name',
  component: page(() => import('./imports/WayPage.tsx'), 'WayPage'),
})
const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  validateSearch: readKeysSearch,
  component: page(() => import('./keys/KeysPage.tsx'), 'KeysPage'),
})

const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  validateSearch: readCustomersSearch,
  component: page(() => import('./customers/CustomersPage.tsx'), 'CustomersPage'),
})
const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id',
  component: page(() => import('./customers/CustomerPage.tsx'), 'CustomerPage'),
})
const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: readPeopleSearch,
  component: page(() => import('./people/PeoplePage.tsx'), 'PeoplePage'),
})
const person = createRoute({
  getParentRoute: () => root,
  path: '/people/$id',
  component: page(() => import('./people/PersonPage.tsx'), 'PersonPage'),
})
const invitations = createRoute({
  getParentRoute: () => root,
  path: '/invitations',
  component: page(() => import('./people/InvitationsPage.tsx'), 'InvitationsPage'),
})

const content = createRoute({
  getParentRoute: () => root,
  path: '/content',
  validateSearch: readContentSearch,
  component: page(() => import('./content/ContentPage.tsx'), 'ContentPage'),
})
const insight = createRoute({
  getParentRoute: () => root,
  path: '/insight',
  validateSearch: readInsightSearch,
  component: page(() => import('./insight/InsightPage.tsx'), 'InsightPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    inbox,
    request,
    customers,
    customer,
    people,
    person,
    invitations,
    viewAs,
    intake,
    refused,
    imports,
    newImport,
    importProfile,
    importRun,
    newSource,
    source,
    importWay,
    keys,
    content,
    insight,
    audit,
    system,
    sessions,
    absences,
    staff,
  ]),
  basepath: '/console',
  defaultErrorComponent: ErrorScreen,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
