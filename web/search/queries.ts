import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchDocuments } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'
import { call } from '../api/call.ts'

/** The hits for a text, page by page, of all types or of one. */
export const searchQuery = (text: string, type: DocumentType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['search', text, type ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      call(searchDocuments, {
        query: { q: text, ...(type ? { types: type } : {}), ...pageParam },
        signal,
      }),
    initialPageParam: {},
    // Further pages use the spelling that the first page found.
    getNextPageParam: (page): { q?: string; cursor?: string } | null =>
      page.nextCursor === null
        ? null
        : { ...(page.searched === null ? {} : { q: page.searched }), cursor: page.nextCursor },
    placeholderData: keepPreviousData,
  })

/** The few best hits for a text that is being typed; the previous hits stay until the new ones arrive. */
export const suggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', 'suggestions', text],
    queryFn: ({ signal }) => call(searchDocuments, { query: { q: text, limit: '8', suggest: 'true' }, signal }),
    enabled: text !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })
