import { queryOptions } from '@tanstack/react-query'
import { listUnread } from '#contract/requests/unread.ts'
import { call } from '../api/call.ts'

/** The conversations in which the supplier has written something that the person has not read. */
export const unreadQuery = queryOptions({
  queryKey: ['requests', 'unread'],
  queryFn: ({ signal }) => call(listUnread, { signal }),
  staleTime: 60_000,
})
