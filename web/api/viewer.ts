import { queryOptions, useQuery } from '@tanstack/react-query'
import { isRole, type Permission, roles } from '#contract/permissions.ts'
import { showPortal } from '#contract/portal.ts'
import { showProfile } from '#contract/profile/endpoints.ts'
import { session } from './browser-session.ts'
import { arrivedAhead, call } from './call.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(showProfile, { signal }),
  initialData: () => arrivedAhead(showProfile, {}),
  staleTime: 5 * 60_000,
})

export const portalQuery = queryOptions({
  queryKey: ['portal'],
  queryFn: ({ signal }) => call(showPortal, { signal }),
  initialData: () => arrivedAhead(showPortal, {}),
  staleTime: 30 * 60_000,
})

/**
 * The person's permissions from the server; until then those of the role in the token, so that nothing moves when they
 * arrive.
 */
export function usePermissions(): readonly Permission[] | undefined {
  const { data } = useQuery(profileQuery)
  if (data) return data.permissions
  const role = session.role()
  return typeof role === 'string' && isRole(role) ? roles[role] : undefined
}

/**
 * Whether the person has a permission; null while unknown. Only the server can deny it: a role may just have got more
 * permissions. Columns, tabs and buttons that most people see keep their room meanwhile (`!== false`): otherwise all that
 * stands beside or below them would move.
 */
export function useHasPermission(permission: Permission): boolean | null {
  const { data } = useQuery(profileQuery)
  const isAllowed = usePermissions()?.includes(permission) ?? false
  return data || isAllowed ? isAllowed : null
}
