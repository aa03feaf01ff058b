import { queryOptions } from '@tanstack/react-query'
import { showPortal } from '#contract/portal.ts'
import { call } from '../api/call.ts'
import { replyAhead } from './first-calls.ts'

/** What everybody may know of this installation: its name and its date of today. */
export const portalQuery = queryOptions({
  queryKey: ['portal'],
  queryFn: ({ signal }) => replyAhead(showPortal) ?? call(showPortal, { signal }),
  staleTime: 3_600_000,
})
