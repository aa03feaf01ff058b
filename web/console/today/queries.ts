import { queryOptions } from '@tanstack/react-query'
import { showToday } from '#contract/console/today.ts'
import { call } from '../call.ts'
import { replyAhead } from '../first-calls.ts'
import { liveInterval } from '../live.ts'

/** What needs a person and what is going on; open pages follow it. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => replyAhead(showToday) ?? call(showToday, { signal }),
  refetchInterval: liveInterval,
})
