import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signedInCookie } from '#contract/auth/sign-in.ts'
import { signOnPaths } from '#contract/auth/sign-on-paths.ts'
import { showDashboard } from '#contract/dashboard.ts'
import { countStatuses, firstRows, listDocuments, showDocument } from '#contract/documents/endpoints.ts'
import {
  filtersWithoutStatus,
  type ListSearch,
  queryParameters,
  readListSearch,
  searchOfState,
  validSearch,
} from '#contract/documents/list-search.ts'
import { pathOf, pathWithQuery } from '#contract/endpoint.ts'
import { acceptedLanguage, type Language } from '#contract/languages.ts'
import { listNotifications } from '#contract/notifications/endpoints.ts'
import { showPortal } from '#contract/portal.ts'
import { showProfile } from '#contract/profile/endpoints.ts'
import { listDocumentRequests } from '#contract/requests/conversation.ts'
import { parseSearch } from '#contract/search-parameters.ts'
import { type DocumentType, documentTypes, isDocumentType } from '#contract/values.ts'
import { listViews } from '#contract/views.ts'
import { defaultViewState } from './cookies/default-view.ts'

type PageKind = 'signIn' | 'signedOut' | 'shell' | 'dashboard' | 'list' | 'detail'
/** What a browser opens; `search`: what a list is opened with. */
type OpenedPage = { kind: PageKind; type: DocumentType; number: string; search: ListSearch }
type Files = FirstFiles<Exclude<PageKind, 'signIn'> | 'table' | 'cards'>

/** What the build writes of an application (web-first-files.ts): addresses of scripts, of pages also of styles. */
export type FirstFiles<Page extends string> = {
  calls: string
  pages: Readonly<Record<Page, readonly string[]>>
  texts: Readonly<Record<Language, Readonly<Record<Page, readonly string[]>>>>
}

/** What of a request decides what its page needs first. */
export type PageRequest = { url: string; cookie: string | undefined; languages: string | undefined }

/** Reads what the build has written into its folder by a name; null when that is not there. */
export function readFirstFiles<Page extends string>(folder: string, name: string): FirstFiles<Page> | null {
  const file = join(folder, `.vite/${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstFiles<Page>) : null
}

/** An HTML page with tags at the end of its head. */
export const withTags = (page: string, tags: readonly string[]): string =>
  page.replace('</head>', () => `${tags.join('')}</head>`)

/**
 * The tags that name the files of some pages, with their texts in the language of the request, and the script that sends
 * their first calls, with the paths of these where it does not know them. Null: no calls.
 */
export function tagsOf<Page extends string>(
  files: FirstFiles<Page>,
  pages: readonly NoInfer<Page>[],
  { languages }: PageRequest,
  calls: readonly string[] | null,
): string[] {
  const texts = files.texts[acceptedLanguage(languages) ?? 'en']
  const addresses = [...new Set(pages.flatMap((page) => [...files.pages[page], ...texts[page]]))]
  const data = calls?.length ? ` data-calls="${calls.join(' ').replaceAll('&', '&amp;')}"` : ''
  // Styles first: a browser has six connections, and paints nothing, the frame neither, before it has them.
  return [
    ...addresses.filter(isStyle).map((address) => linkTo(address)),
    ...(calls ? [`<script type="module" async crossorigin src="${files.calls}"${data}></script>`] : []),
    ...addresses.filter((address) => !isStyle(address)).map((address) => linkTo(address)),
  ]
}

const isStyle = (address: string) => address.endsWith('.css')
const linkTo = (address: string, attributes = '') =>
  `<link rel="${isStyle(address) ? 'stylesheet' : 'modulepreload'}" crossorigin href="${address}"${attributes}>`

const otherSignedIn = /^\/(profile|itemTracker|masterSearch|faq)(\/|$)/
const listOrDetail = new RegExp(`^/(${documentTypes.join('|')})(?:/([\\w.-]+))?$`)
/** Where a list is one of cards: the same width as in web/documents/list/DocumentListPage.tsx. */
const phone = '(max-width: 699px)'
/** What index.html shows until its scripts run: the frame of the signed-in pages, and the card of the sign-in. */
const frame = /<!--frame-->[\s\S]*<!--\/frame-->/
const card = /<!--card-->[\s\S]*<!--\/card-->/

/** Null when only the page's scripts can tell what is opened. Strangers who open a page of the portal get the sign-in. */
function openedPage({ url, cookie }: PageRequest): OpenedPage | null {
  const opened = pageAt(url, cookie)
  if (cookie?.split('; ').includes(`${signedInCookie}=true`)) return url.startsWith(signOnPaths.done) ? null : opened
  return { kind: opened ? 'signIn' : 'signedOut', type: 'orders', number: '', search: {} }
}

/** The page of the portal at an address; null where there is none. */
function pageAt(url: string, cookie: string | undefined): OpenedPage | null {
  const page = (kind: PageKind, type: DocumentType = 'orders', number = '', search: ListSearch = {}): OpenedPage => ({
    kind,
    type,
    number,
    search,
  })
  const [path = '', ...query] = url.split('?')
  if (path === '/' || path === '/dashboard') return page('dashboard')
  const [, type = '', number] = listOrDetail.exec(path) ?? []
  if (!isDocumentType(type)) return otherSignedIn.test(path) ? page('shell') : null
  if (number !== undefined) return page('detail', type, number)
  return page('list', type, '', listSearchOf(type, query.join('?'), cookie))
}

/** What a list is opened with: by its address, or by the person's default view where the address says nothing. */
function listSearchOf(type: DocumentType, query: string, cookie: string | undefined): ListSearch {
  const search = readListSearch(parseSearch(query))
  return Object.keys(search).length === 0 ? searchOfState(type, defaultViewState(cookie)) : validSearch(type, search)
}

/**
 * Returns a function that completes the built HTML page for a request: it names the scripts and styles that the page needs
 * first, with the scripts of its texts, and the calls that its script is to send at once; of what the page shows until then
 * it keeps the frame of the signed-in pages or the card of the sign-in.
 */
export function firstFilesOf(folder: string): (page: string, request: PageRequest) => string {
  const files: Files | null = readFirstFiles(folder, 'first-files')
  return (page, request) => {
    const opened = openedPage(request)
    const complete = files && opened ? withTags(page, firstTags(files, opened, request)) : page
    const kept = opened === null || opened.kind === 'signedOut' ? null : opened.kind === 'signIn' ? card : frame
    return [frame, card].reduce((rest, part) => (part === kept ? rest : rest.replace(part, '')), complete)
  }
}

function firstTags(files: Files, opened: OpenedPage, request: PageRequest): string[] {
  const { kind } = opened
  if (kind === 'signIn' || kind === 'signedOut') return tagsOf(files, ['signedOut'], request, null)
  const tags = tagsOf(files, kind === 'shell' ? ['shell'] : ['shell', kind], request, pageCalls(opened))
  const rows = (name: 'table' | 'cards', media: string) =>
    files.pages[name]
      .filter((address) => !tags.includes(linkTo(address)))
      .map((address) => linkTo(address, ` media="${media}"`))
  return [...tags, ...(kind === 'list' ? [...rows('table', `not all and ${phone}`), ...rows('cards', phone)] : [])]
}

/** The paths of the calls that a page makes first, as the web writes them; what it shows first is first in line. */
function pageCalls({ kind, type, number, search }: OpenedPage): string[] {
  const viewed = [showProfile.path, showPortal.path, listNotifications.path]
  if (kind === 'dashboard') return [showDashboard.path, ...viewed]
  if (kind === 'detail')
    return [pathOf(showDocument, { type, number }), pathOf(listDocumentRequests, { type, number }), ...viewed]
  if (kind !== 'list') return viewed
  return [
    // One that is grouped by status waits for the counts, and begins with the first status that has documents.
    ...(search.group === 'status'
      ? []
      : [pathWithQuery(listDocuments, { type }, { ...queryParameters(search), limit: firstRows })]),
    pathWithQuery(listViews, {}, { type }),
    pathWithQuery(countStatuses, { type }, filtersWithoutStatus(search)),
    ...viewed,
  ]
}
