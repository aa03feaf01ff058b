import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listAddresses } from '#contract/company/addresses.ts'
import {
  listAccountMessages,
  listDocumentRequests,
  listMessages,
  showAccountConversation,
} from '#contract/requests/conversation.ts'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import { listRequests } from '#contract/requests/endpoints.ts'
import { arrivedAhead, call } from '../api/call.ts'

/** What a conversation is about: a document, an enquiry or the account. */
export type Subject = { type: RequestSubject; number: string }

/** The requests about a document, or about what belongs to none, with the newest that was written about them. */
export const requestsQuery = (type: RequestSubject, number: string) =>
  queryOptions({
    queryKey: type === 'account' ? ['requests', 'account'] : ['documents', type, 'requests', number],
    queryFn: ({ signal }) =>
      type === 'account'
        ? call(showAccountConversation, { signal })
        : call(listDocumentRequests, { params: { type, number }, signal }),
    initialData: () =>
      type === 'account' ? undefined : arrivedAhead(listDocumentRequests, { params: { type, number } }),
  })

/** All that was written about a subject, the newest page first. */
export const messagesQuery = ({ type, number }: Subject) =>
  infiniteQueryOptions({
    queryKey: type === 'account' ? ['requests', 'account', 'messages'] : ['documents', type, 'messages', number],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: '100', ...(pageParam ? { cursor: pageParam } : {}) }
      return type === 'account'
        ? call(listAccountMessages, { query, signal })
        : call(listMessages, { params: { type, number }, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })

/** Which of the account's requests are listed: all, those that wait, returns, or each conversation once by its last. */
export type RequestsShown = 'all' | 'waiting' | 'conversations' | 'returns'

/** The requests of the account, newest first, page by page. */
export const allRequestsQuery = (shown: RequestsShown) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'list', shown],
    queryFn: ({ pageParam, signal }) =>
      call(listRequests, {
        query: {
          limit: '20',
          ...(shown === 'all' ? {} : { [shown]: 'true' as const }),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })

/** Where goods of the account go, as the company's page lists it. */
export const deliveryAddressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: ({ signal }) => call(listAddresses, { signal }),
})
