import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listItems } from '#contract/items/endpoints.ts'
import { type MessageHit, searchMessages } from '#contract/search/messages.ts'
import { searchDocuments } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'
import { call } from '../api/call.ts'

/** The most calls for one page: where all that matches is old, a call may look in vain. */
const mostCalls = 5

/** The hits for a text, page by page, of all types or of one. */
export const searchQuery = (text: string, type: DocumentType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['search', text, type ?? 'all'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { q: text, ...(type ? { types: type } : {}) }
      const first = await call(searchDocuments, { query: { ...query, ...pageParam }, signal })
      let page = first
      for (let calls = 1; calls < mostCalls && page.hits.length === 0 && page.nextCursor !== null; calls++)
        page = await call(searchDocuments, { query: { ...query, cursor: page.nextCursor }, signal })
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
      let page: { hits: MessageHit[]; nextCursor: string | null } = { hits: [], nextCursor: pageParam }
      for (let calls = 0; calls < mostCalls && page.hits.length === 0 && page.nextCursor !== null; calls++) {
        const cursor = page.nextCursor === '' ? {} : { cursor: page.nextCursor }
        page = await call(searchMessages, { query: { ...query, ...cursor }, signal })
      }
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
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
