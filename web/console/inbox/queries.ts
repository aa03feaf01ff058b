import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listTemplatesForRequest } from '#contract/console/answer-templates.ts'
import {
  type exportInbox,
  listAnswerTimes,
  listAssignees,
  listInbox,
  showInboxRequest,
} from '#contract/console/inbox.ts'
import type { InboxView } from '#contract/console/inbox-filters.ts'
import type { Query } from '#contract/endpoint.ts'
import type { RequestKind } from '#contract/requests/rules.ts'
import { call } from '../call.ts'
import { liveInterval } from '../live.ts'
import type { InboxSearch } from './inbox-search.ts'

/** What an address asks of the queue, as its calls take it. */
export const filtersOf = ({ view, kind, account, assignee, olderThan }: InboxSearch): Query<typeof exportInbox> => ({
  ...(view ? { view: view as InboxView } : {}),
  ...(kind ? { kind: kind as RequestKind } : {}),
  ...(account ? { account } : {}),
  ...(assignee ? { assignee } : {}),
  ...(olderThan ? { olderThan } : {}),
})

/** The queue, as its address narrows it. */
export const inboxQuery = (search: InboxSearch) =>
  infiniteQueryOptions({
    queryKey: ['inbox', 'list', search.view, search.kind, search.account, search.assignee, search.olderThan],
    queryFn: ({ pageParam, signal }) =>
      call(listInbox, { query: { ...filtersOf(search), ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: liveInterval,
  })

/** One request with its conversation and notes. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'request', id],
    queryFn: ({ signal }) => call(showInboxRequest, { params: { id }, signal }),
    refetchInterval: liveInterval,
    // Opened again, it is fetched first: a form that began with what was known earlier would speak of changes meanwhile.
    gcTime: 0,
  })

/** How long customers waited for their first answer lately. */
export const answerTimesQuery = queryOptions({
  queryKey: ['inbox', 'times'],
  queryFn: ({ signal }) => call(listAnswerTimes, { signal }),
  staleTime: 300_000,
})

/** Who may look after requests. */
export const assigneesQuery = queryOptions({
  queryKey: ['inbox', 'assignees'],
  queryFn: ({ signal }) => call(listAssignees, { signal }),
  staleTime: 300_000,
})

/** The templates for an answer to a request, filled in. */
export const templatesQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'templates', id],
    queryFn: ({ signal }) => call(listTemplatesForRequest, { params: { id }, signal }),
  })
