import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listItems } from '#contract/items/endpoints.ts'
import { searchMessages } from '#contract/search/messages.ts'
import { searchDocuments } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'
import { call } from '../api/call.ts'
import { pageWithHits } from './page-with-hits.ts'

/** The hits for a text, page by page, of all types or of one. */
export const searchQuery = (text: string, type: DocumentType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['search', text, type ?? 'all'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { q: text, ...(type ? { types: type } : {}) }
      const read = (page: { cursor?: string }) => call(searchDocuments, { query: { ...query, ...page }, signal })
      const first = await read(pageParam)
      const page = await pageWithHits(first, (cursor) => read({ cursor }))
      // Only the reply to the first call counts.
      return { ...page, counts: first.counts, exact: first.exact }
    },
    initialPageParam: {},
    // With the text as typed: the server finds the same spelling again, and what follows is of that search.
    getNextPageParam: ({ nextCursor }): { cursor?: string } | null =>
      nextCursor === null ? null : { cursor: nextCursor },
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

/** What was written in conversations and holds a text, page by page, about documents of all types and the account, or of one type. */
export const messagesSearchQuery = (text: string, type: DocumentType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['search', 'messages', text, type ?? 'all'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { q: text, limit: '10', ...(type ? { types: type } : {}) }
      const read = (page: { cursor?: string }) => call(searchMessages, { query: { ...query, ...page }, signal })
      return pageWithHits(await read(pageParam), (cursor) => read({ cursor }))
    },
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }): { cursor?: string } | null =>
      nextCursor === null ? null : { cursor: nextCursor },
    placeholderData: keepPreviousData,
  })

/** The newest messages for a text that is being typed. */
export const suggestedMessagesQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', 'suggestions', 'messages', text],
    queryFn: ({ signal }) => call(searchMessages, { query: { q: text, limit: '3' }, signal }),
    staleTime: 60_000,
    retry: false,
  })

/** The items whose number or name matches a text, page by page. */
export const itemsSearchQuery = (text: string, limit: number) =>
  infiniteQueryOptions({
    queryKey: ['search', 'items', text, limit],
    queryFn: ({ signal, pageParam }) =>
      call(listItems, { query: { q: text, limit: String(limit), ...pageParam }, signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }): { cursor?: string } | null =>
      nextCursor === null ? null : { cursor: nextCursor },
    placeholderData: keepPreviousData,
  })

/** The few best items for a text that is being typed. */
export const suggestedItemsQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', 'suggestions', 'items', text],
    queryFn: ({ signal }) => call(listItems, { query: { q: text, limit: '3' }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })
