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
  // A page that stays in sight learns soon after the supplier's midnight that it is another day.
  refetchInterval: 5 * 60_000,
  meta: { quiet: true },
})

/** The permissions of the role in the token, or of the last token in this browser; undefined where there was none. */
function rolePermissions(): readonly Permission[] | undefined {
  const role = session.role()
  return typeof role === 'string' && isRole(role) ? roles[role] : undefined
}

/** The person's permissions from the server; until then those of their role, so that nothing moves when they arrive. */
export function usePermissions(): readonly Permission[] | undefined {
  const { data } = useQuery(profileQuery)
  return data?.permissions ?? rolePermissions()
}

/**
 * Whether the person has a permission; null while unknown. Only the server can deny it: a role may just have got more
 * permissions.
 */
export function useHasPermission(permission: Permission): boolean | null {
  const { data } = useQuery(profileQuery)
  const isAllowed = usePermissions()?.includes(permission) ?? false
  return data || isAllowed ? isAllowed : null
}

/**
 * The same for columns, tabs and buttons, beside or below which others stand and would move: until the server has
 * answered what the role says, and without a role yes, for most people have them.
 */
export function useExpectedPermission(permission: Permission): boolean {
  return usePermissions()?.includes(permission) ?? true
}
