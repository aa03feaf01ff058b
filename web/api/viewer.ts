import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Permission } from '../../contract/permissions.ts'
import { showPortal } from '../../contract/portal.ts'
import { showProfile } from '../../contract/profile.ts'
import { call } from './call.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(showProfile, { signal }),
  staleTime: 5 * 60_000,
})

export const portalQuery = queryOptions({
  queryKey: ['portal'],
  queryFn: ({ signal }) => call(showPortal, { signal }),
  staleTime: 30 * 60_000,
})

/** Whether the person may do something; null until it is known. */
export function useMay(permission: Permission): boolean | null {
  const { data } = useQuery(profileQuery)
  return data ? data.permissions.includes(permission) : null
}
