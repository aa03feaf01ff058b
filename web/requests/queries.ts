import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listAddresses } from '#contract/company/addresses.ts'
import { listDocumentRequests, listRequests } from '#contract/requests/endpoints.ts'
import type { DocumentType } from '#contract/values.ts'
import { arrivedAhead, call } from '../api/call.ts'

/** The requests about a document with their answers. */
export const requestsQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'requests', number],
    queryFn: ({ signal }) => call(listDocumentRequests, { params: { type, number }, signal }),
    initialData: () => arrivedAhead(listDocumentRequests, { params: { type, number } }),
  })

/** All requests of the account, newest first, page by page. */
export const allRequestsQuery = (waiting: boolean) =>
  infiniteQueryOptions({
    queryKey: ['requests', waiting],
    queryFn: ({ pageParam, signal }) =>
      call(listRequests, {
        query: {
          limit: '20',
          ...(waiting ? { waiting: 'true' as const } : {}),
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
