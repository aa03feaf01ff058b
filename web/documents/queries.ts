import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countStatuses, listDocuments, showDocument } from '../../contract/documents/endpoints.ts'
import type { DocumentType } from '../../contract/values.ts'
import { call } from '../api/call.ts'
import type { ListSearch } from '../paths.ts'

type Kept = { state: { data?: unknown } }

function isShort(query: Kept): boolean {
  const data = query.state.data as { pages: unknown[] } | undefined
  return (data?.pages.length ?? 0) <= 3
}

/** The rows of a list, page after page as they are scrolled to. */
export const listQuery = (type: DocumentType, filters: ListSearch) =>
  infiniteQueryOptions({
    queryKey: ['documents', type, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listDocuments, {
        params: { type },
        query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) },
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
export const countsQuery = (type: DocumentType, { from, to, q }: ListSearch) =>
  queryOptions({
    queryKey: ['documents', type, 'counts', { from, to, q }],
    queryFn: ({ signal }) =>
      call(countStatuses, {
        params: { type },
        query: { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(q ? { q } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** One document whole. */
export const documentQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'one', number],
    queryFn: ({ signal }) => call(showDocument, { params: { type, number }, signal }),
  })
