import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listAddresses } from '#contract/company/addresses.ts'
import { listMembers, listViewings } from '#contract/company/endpoints.ts'
import { call } from '../api/call.ts'
import { inOrder } from '../api/in-order.ts'

export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: ({ signal }) => call(listAddresses, { signal }),
})

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => call(listMembers, { signal }),
})

export const viewingsQuery = infiniteQueryOptions({
  queryKey: ['viewings'],
  queryFn: ({ pageParam, signal }) => call(listViewings, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

/** A change of the account's members, which reloads the list of members. */
export function useMemberChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...inOrder('members'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
}
