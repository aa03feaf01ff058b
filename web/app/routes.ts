import type { ReactNode } from 'react'
import { readListSearch } from '#contract/documents/list-search.ts'
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
  readVouchSearch,
} from '../paths.ts'
import { lazyPage } from '../routing/lazy-page.tsx'
import type { Routes } from '../routing/routes.ts'
import { loadChunk } from '../ui/chunk.ts'
import { loadWithTexts } from '../ui/load-texts.ts'

/** A page whose code and texts are loaded when it is opened, or when a pointer comes near a link to it. */
function page<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, (props: Props) => ReactNode>>,
  name: Name,
) {
  return lazyPage<Props>(async () => (await loadChunk(() => loadWithTexts(load, name)))[name])
}

const dashboard = page(() => import('../dashboard/DashboardPage.tsx'), 'DashboardPage')
const frame = page(() => import('../profile/ProfileFrame.tsx'), 'ProfileFrame')

/** Null for a first segment that is not one of the document types. */
const ofType = <Params extends { type: string }>(params: Params) =>
  isDocumentType(params.type) ? (params as Params & { type: DocumentType }) : null

/** The pages of whoever is signed in. */
export const routes = {
  '/': { page: dashboard },
  '/dashboard': { page: dashboard },
  '/itemTracker': {
    search: readItemSearch,
    page: page(() => import('../items/ItemTrackerPage.tsx'), 'ItemTrackerPage'),
  },
  '/itemTracker/$sku': { page: page(() => import('../items/ItemPage.tsx'), 'ItemPage') },
  '/itemTracker/units/$code': { page: page(() => import('../items/UnitPage.tsx'), 'UnitPage') },
  '/masterSearch/$search': {
    changesInPlace: true,
    search: readResultSearch,
    page: page(() => import('../search/SearchPage.tsx'), 'SearchPage'),
  },
  '/faq': { search: readFaqSearch, page: page(() => import('../faq/FaqPage.tsx'), 'FaqPage') },
  '/profile': { frame, page: page(() => import('./ProfileOverview.tsx'), 'ProfileOverview') },
  '/profile/security': {
    frame,
    page: page(() => import('../profile/SecurityPage.tsx'), 'SecurityPage'),
  },
  '/profile/company': { frame, page: page(() => import('../company/CompanyPage.tsx'), 'CompanyPage') },
  '/profile/appearance': {
    frame,
    page: page(() => import('../profile/AppearancePage.tsx'), 'AppearancePage'),
  },
  '/profile/views': { frame, page: page(() => import('../profile/ViewsPage.tsx'), 'ViewsPage') },
  '/profile/data': { frame, page: page(() => import('../profile/DataPage.tsx'), 'DataPage') },
  '/profile/terms': { frame, page: page(() => import('./ProfileTerms.tsx'), 'ProfileTerms') },
  '/profile/notifications': {
    frame,
    search: readNotificationSearch,
    page: page(() => import('../notifications/NotificationsPage.tsx'), 'NotificationsPage'),
  },
  '/profile/statement': {
    search: readStatementSearch,
    page: page(() => import('../statement/StatementPage.tsx'), 'StatementPage'),
  },
  '/profile/requests': {
    search: readRequestSearch,
    page: page(() => import('../requests/RequestsPage.tsx'), 'RequestsPage'),
  },
  '/profile/requests/new': {
    search: readEnquirySearch,
    page: page(() => import('../requests/enquiry/EnquiryPage.tsx'), 'EnquiryPage'),
  },
  '/vouch': { search: readVouchSearch, page: page(() => import('../regions/VouchPage.tsx'), 'VouchPage') },
  '/$type': {
    params: ofType<{ type: string }>,
    search: readListSearch,
    page: page(async () => {
      const module = await import('../documents/list/DocumentListPage.tsx')
      await module.rowsLoaded
      return { DocumentListPage: module.DocumentListPage }
    }, 'DocumentListPage'),
  },
  '/$type/$number': {
    params: ofType<{ type: string; number: string }>,
    search: readDocumentSearch,
    page: page(() => import('../documents/detail/DocumentPage.tsx'), 'DocumentPage'),
  },
} satisfies Routes

declare module '../routing/routes.ts' {
  interface Register {
    routes: typeof routes
  }
}
