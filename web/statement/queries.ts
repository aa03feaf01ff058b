import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { showBalances, showStatement } from '#contract/statement.ts'
import { call } from '../api/call.ts'

export const balancesQuery = queryOptions({
  queryKey: ['statement', 'balances'],
  queryFn: ({ signal }) => call(showBalances, { signal }),
})

/** Both days are included. */
export type StatementPeriod = { from: string; to: string; currency: string }

/** The movements of a period, page by page; each page repeats the balances above them. */
export const movementsQuery = (period: StatementPeriod) =>
  infiniteQueryOptions({
    queryKey: ['statement', 'movements', period],
    queryFn: ({ pageParam, signal }) =>
      call(showStatement, {
        query: { ...period, limit: '100', ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
