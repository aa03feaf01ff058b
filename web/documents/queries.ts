import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { compareVersions, listChanges, listVersions, showPromises } from '../../contract/documents/activity.ts'
import { countStatuses, listDocuments, showDocument, sumDocuments } from '../../contract/documents/endpoints.ts'
import type { Query } from '../../contract/endpoint.ts'
import { listDocumentRequests } from '../../contract/requests.ts'
import type { DocumentType } from '../../contract/values.ts'
import { listViews } from '../../contract/views.ts'
import { call } from '../api/call.ts'
import type { ListSearch } from '../paths.ts'

type Kept = { state: { data?: unknown } }

function isShort(query: Kept): boolean {
  const data = query.state.data as { pages: unknown[] } | undefined
  return (data?.pages.length ?? 0) <= 3
}

/** How many rows a page holds: what a large screen shows three times over, and as many as the server gives. */
const pageSize = { first: '50', further: '100' }

/** The rows of a list, page after page as they are scrolled to. */
export const listQuery = (type: DocumentType, filters: ListSearch) =>
  infiniteQueryOptions({
    queryKey: ['documents', type, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listDocuments, {
        params: { type },
        query: {
          ...(filters as Query<typeof listDocuments>),
          ...(pageParam ? { cursor: pageParam, limit: pageSize.further } : { limit: pageSize.first }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // A long list that was scrolled through is not fetched again page by page on the way back to it.
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  })

/** How many documents stand in each status under the other filters. */
export const countsQuery = (type: DocumentType, narrowed: ListSearch) =>
  queryOptions({
    queryKey: ['documents', type, 'counts', narrowed],
    queryFn: ({ signal }) =>
      call(countStatuses, { params: { type }, query: narrowed as Query<typeof countStatuses>, signal }),
    placeholderData: keepPreviousData,
  })

/** What the documents of a narrowed list come to, per currency. */
export const totalsQuery = (type: DocumentType, asked: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['documents', type, 'totals', asked],
    queryFn: ({ signal }) =>
      call(sumDocuments, { params: { type }, query: asked as Query<typeof sumDocuments>, signal }),
  })

/** The saved views of a type's list: a person's own and those of their account. */
export const viewsQuery = (type: DocumentType) =>
  queryOptions({
    queryKey: ['views', type],
    queryFn: async ({ signal }) => (await call(listViews, { query: { type }, signal })).views,
    staleTime: 5 * 60_000,
    // A list opens all the same when nobody can tell how its owner saved it.
    retry: false,
  })

/** One document whole. */
export const documentQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'one', number],
    queryFn: ({ signal }) => call(showDocument, { params: { type, number }, signal }),
  })

/** What changed of a document, newest first, page after page. */
export const changesQuery = (type: DocumentType, number: string) =>
  infiniteQueryOptions({
    queryKey: ['documents', type, 'changes', number],
    queryFn: ({ pageParam, signal }) =>
      call(listChanges, {
        params: { type, number },
        query: { limit: '20', ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })

/** How the promises of a document and its lines moved. */
export const promisesQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'promises', number],
    queryFn: ({ signal }) => call(showPromises, { params: { type, number }, signal }),
  })

/** The versions of a document, newest first. */
export const versionsQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'versions', number],
    queryFn: ({ signal }) => call(listVersions, { params: { type, number }, signal }),
  })

/** What differs between two of them. */
export const comparisonQuery = (type: DocumentType, number: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['documents', type, 'comparison', number, from, to],
    queryFn: ({ signal }) => call(compareVersions, { params: { type, number }, query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  })

/** What was asked about a document and what was answered. */
export const requestsQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'requests', number],
    queryFn: ({ signal }) => call(listDocumentRequests, { params: { type, number }, signal }),
  })
