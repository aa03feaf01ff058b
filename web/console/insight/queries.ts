import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listAdoption, showInsight } from '#contract/console/insight.ts'
import { call } from '../call.ts'

export const insightQuery = (days: string) =>
  queryOptions({
    queryKey: ['insight', days],
    queryFn: ({ signal }) => call(showInsight, { query: { days }, signal }),
    refetchInterval: 60_000,
  })

export const adoptionQuery = infiniteQueryOptions({
  queryKey: ['insight', 'customers'],
  queryFn: ({ pageParam, signal }) =>
    call(listAdoption, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
})
