import type { ReactNode } from 'react'
import { lazyPage } from '../routing/lazy-page.tsx'
import { createRouter } from '../routing/router.ts'
import type { Routes } from '../routing/routes.ts'
import { loadChunk } from '../ui/chunk.ts'
import { readAuditSearch } from './audit/audit-search.ts'
import { readContentSearch } from './content/content-search.ts'
import { readCustomersSearch } from './customers/customers-search.ts'
import { readImportsSearch } from './imports/imports-search.ts'
import { readInboxSearch } from './inbox/inbox-search.ts'
import { readInsightSearch } from './insight/insight-search.ts'
import { readIntakeSearch } from './intake/intake-search.ts'
import { readKeysSearch } from './keys/keys-search.ts'
import { loadWithTexts } from './load-texts.ts'
import { readPeopleSearch } from './people/people-search.ts'
import { readViewAsSearch } from './view-as/view-as-search.ts'

/** A page whose code and texts are loaded when it is opened. */
function page<Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) {
  return lazyPage(async () => (await loadChunk(() => loadWithTexts(load, name)))[name])
}

const inboxPage = page(() => import('./inbox/InboxPage.tsx'), 'InboxPage')

const routes = {
  '/': { page: page(() => import('./today/TodayPage.tsx'), 'TodayPage') },
  '/requests': { search: readInboxSearch, page: inboxPage },
  '/requests/$id': { search: readInboxSearch, page: inboxPage },
  '/sessions': { page: page(() => import('./access/SessionsPage.tsx'), 'SessionsPage') },
  '/staff': { page: page(() => import('./staff/StaffPage.tsx'), 'StaffPage') },
  '/absences': { page: page(() => import('./absences/AbsencesPage.tsx'), 'AbsencesPage') },
  '/view-as': { search: readViewAsSearch, page: page(() => import('./view-as/ViewAsPage.tsx'), 'ViewAsPage') },
  '/audit': { search: readAuditSearch, page: page(() => import('./audit/AuditPage.tsx'), 'AuditPage') },
  '/system': { page: page(() => import('./system/SystemPage.tsx'), 'SystemPage') },
  '/intake': { search: readIntakeSearch, page: page(() => import('./intake/IntakePage.tsx'), 'IntakePage') },
  '/intake/$id': { search: readIntakeSearch, page: page(() => import('./intake/RefusedPage.tsx'), 'RefusedPage') },
  '/imports': { search: readImportsSearch, page: page(() => import('./imports/ImportsPage.tsx'), 'ImportsPage') },
  '/imports/new': {
    search: readImportsSearch,
    page: page(() => import('./imports/NewImportPage.tsx'), 'NewImportPage'),
  },
  '/imports/profiles/$name': { page: page(() => import('./imports/ProfilePage.tsx'), 'ProfilePage') },
  '/imports/runs/$id': { page: page(() => import('./imports/RunPage.tsx'), 'RunPage') },
  '/imports/sources/new': { page: page(() => import('./imports/SourcePage.tsx'), 'NewSourcePage') },
  '/imports/sources/$name': { page: page(() => import('./imports/SourcePage.tsx'), 'SourcePage') },
  '/imports/ways/$way/$name': { page: page(() => import('./imports/WayPage.tsx'), 'WayPage') },
  '/keys': { search: readKeysSearch, page: page(() => import('./keys/KeysPage.tsx'), 'KeysPage') },
  '/customers': {
    search: readCustomersSearch,
    page: page(() => import('./customers/CustomersPage.tsx'), 'CustomersPage'),
  },
  '/customers/$id': { page: page(() => import('./customers/CustomerPage.tsx'), 'CustomerPage') },
  '/people': { search: readPeopleSearch, page: page(() => import('./people/PeoplePage.tsx'), 'PeoplePage') },
  '/people/$id': { page: page(() => import('./people/PersonPage.tsx'), 'PersonPage') },
  '/invitations': { page: page(() => import('./people/InvitationsPage.tsx'), 'InvitationsPage') },
  '/content': { search: readContentSearch, page: page(() => import('./content/ContentPage.tsx'), 'ContentPage') },
  '/insight': { search: readInsightSearch, page: page(() => import('./insight/InsightPage.tsx'), 'InsightPage') },
} satisfies Routes

/** The router of the console. All links and search parameters are type-checked against its routes. */
export const router = createRouter(routes, { basepath: '/console' })

declare module '../routing/routes.ts' {
  interface Register {
    routes: typeof routes
  }
}
