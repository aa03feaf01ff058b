import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countStatuses, firstRows, listDocuments } from '#contract/documents/endpoints.ts'
import type { ListSearch } from '#contract/documents/list-search.ts'
import type { Query } from '#contract/endpoint.ts'
import type { DocumentType } from '#contract/values.ts'
import { listViews } from '#contract/views.ts'
import { arrivedAhead, call } from '#web/api/call.ts'

type QueryWithPages = { state: { data?: unknown } }

function hasFewPages(query: QueryWithPages): boolean {
  const data = query.state.data as { pages: unknown[] } | undefined
  return (data?.pages.length ?? 0) <= 3
}

/** Rows per page: about three large screens at first, then as many as the server gives. */
const pageSize = { first: firstRows, further: '100' }

/** Where a page of a list begins; `status`: which of its groups it is of. */
type PageStart = { cursor: string | null; status?: string | undefined }

/**
 * The rows of a list, loaded page by page while scrolling. `statuses`: it is grouped by these, so that the documents of
 * one follow those of another.
 */
export function listQuery(type: DocumentType, filters: ListSearch, statuses: readonly string[] = []) {
  const first: PageStart = { cursor: null, status: statuses[0] }
  return infiniteQueryOptions({
    queryKey: ['documents', type, 'list', filters, ...(statuses.length > 0 ? [statuses] : [])],
    queryFn: ({ pageParam: { cursor, status }, signal }) =>
      call(listDocuments, {
        params: { type },
        query: {
          ...(filters as Query<typeof listDocuments>),
          ...(status === undefined ? {} : { status }),
          ...(cursor === null ? { limit: pageSize.first } : { cursor, limit: pageSize.further }),
        },
        signal,
      }),
    initialPageParam: first,
    initialData: () => {
      if (statuses.length > 0) return undefined
      const page = arrivedAhead(listDocuments, {
        params: { type },
        query: { ...(filters as Query<typeof listDocuments>), limit: pageSize.first },
      })
      return page && { pages: [page], pageParams: [first] }
    },
    getNextPageParam: ({ nextCursor }, _pages, { status }): PageStart | null => {
      if (nextCursor !== null) return { cursor: nextCursor, status }
      const next = status === undefined ? undefined : statuses[statuses.indexOf(status) + 1]
      return next === undefined ? null : { cursor: null, status: next }
    },
    placeholderData: keepPreviousData,
    // A long list that was scrolled through is not refetched page by page on the way back to it.
    refetchOnMount: hasFewPages,
    refetchOnWindowFocus: hasFewPages,
    refetchOnReconnect: hasFewPages,
  })
}

/** How many documents in each status match the other filters. */
export const countsQuery = (type: DocumentType, filters: ListSearch) =>
  queryOptions({
    queryKey: ['documents', type, 'counts', filters],
    queryFn: ({ signal }) =>
      call(countStatuses, { params: { type }, query: filters as Query<typeof countStatuses>, signal }),
    initialData: () => arrivedAhead(countStatuses, { params: { type }, query: filters as Query<typeof countStatuses> }),
    placeholderData: keepPreviousData,
  })

/** The saved views of a type's list: a person's own and those of their account. */
export const viewsQuery = (type: DocumentType) =>
  queryOptions({
    queryKey: ['views', type],
    queryFn: async ({ signal }) => (await call(listViews, { query: { type }, signal })).views,
    initialData: () => arrivedAhead(listViews, { query: { type } })?.views,
    staleTime: 5 * 60_000,
    // A list also opens when the saved views cannot be loaded.
    retry: false,
  })
