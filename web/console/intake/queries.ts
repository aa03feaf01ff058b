import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type exportRefused,
  findAccounts,
  listIntakeSources,
  listQuarantined,
  listReasons,
  listRefused,
  listWaitingEvents,
  showRefused,
} from '#contract/console/intake.ts'
import {
  compareList,
  type exportRemovedDocuments,
  listRemovedDocuments,
  removalKinds,
} from '#contract/console/removed-documents.ts'
import type { Body, Query } from '#contract/endpoint.ts'
import { call } from '../call.ts'
import type { IntakeSearch } from './intake-search.ts'

/** Milliseconds after which what is shown is asked for again. */
const refreshInterval = 30_000

export const sourcesQuery = queryOptions({
  queryKey: ['intake', 'sources'],
  queryFn: ({ signal }) => call(listIntakeSources, { signal }),
  refetchInterval: refreshInterval,
})

export const reasonsQuery = (source: string | undefined) =>
  queryOptions({
    queryKey: ['intake', 'reasons', source],
    queryFn: ({ signal }) => call(listReasons, { query: source ? { source } : {}, signal }),
    refetchInterval: refreshInterval,
  })

/** How the address narrows what was refused. */
export const refusedFiltersOf = ({ view, source, reason, type, text }: IntakeSearch): Query<typeof exportRefused> => ({
  ...(view === 'settled' ? { view } : {}),
  ...(source ? { source } : {}),
  ...(reason ? { reason } : {}),
  ...(type ? { type } : {}),
  ...(text ? { text } : {}),
})

/** What was refused, as the address narrows it. */
export const refusedQuery = (search: IntakeSearch) =>
  infiniteQueryOptions({
    queryKey: ['intake', 'refused', refusedFiltersOf(search)],
    queryFn: ({ pageParam, signal }) =>
      call(listRefused, {
        query: { ...refusedFiltersOf(search), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshInterval,
  })

export const refusedDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['intake', 'one', id],
    queryFn: ({ signal }) => call(showRefused, { params: { id }, signal }),
  })

export const quarantinedQuery = queryOptions({
  queryKey: ['intake', 'quarantined'],
  queryFn: ({ signal }) => call(listQuarantined, { signal }),
  refetchInterval: refreshInterval,
})

export const eventsQuery = queryOptions({
  queryKey: ['intake', 'events'],
  queryFn: ({ signal }) => call(listWaitingEvents, { signal }),
  refetchInterval: refreshInterval,
})

export const accountsQuery = (text: string) =>
  queryOptions({
    queryKey: ['intake', 'accounts', text],
    queryFn: ({ signal }) => call(findAccounts, { query: { text }, signal }),
    enabled: text !== '',
    staleTime: 60_000,
  })

/** How the address narrows what was withdrawn and moved. */
export function removalFiltersOf({ what, number }: IntakeSearch): Query<typeof exportRemovedDocuments> {
  const kind = removalKinds.find((name) => name === what)
  return { ...(kind ? { what: kind } : {}), ...(number ? { number } : {}) }
}

/** What was withdrawn, moved and let in again, as the address narrows it. */
export const removedQuery = (search: IntakeSearch) =>
  infiniteQueryOptions({
    queryKey: ['intake', 'removed', removalFiltersOf(search)],
    queryFn: ({ pageParam, signal }) =>
      call(listRemovedDocuments, {
        query: { ...removalFiltersOf(search), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** What a list of the ERP and the portal differ in. */
export const comparisonQuery = (body: Body<typeof compareList>) =>
  queryOptions({
    queryKey: ['intake', 'comparison', body],
    queryFn: ({ signal }) => call(compareList, { body, signal }),
    staleTime: 60_000,
    retry: false,
  })
