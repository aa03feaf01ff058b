import { queryOptions, useQuery } from '@tanstack/react-query'
import { listStaffSessions, type Me, showMe } from '#contract/console/access.ts'
import { listStaffPasskeys } from '#contract/console/passkeys.ts'
import type { StaffPermission } from '#contract/console/staff.ts'
import { CallError, call } from '#web/api/call.ts'
import { replyAhead } from '../first-calls.ts'

/** Who is signed in; null: nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }): Promise<Me | null> =>
    (replyAhead(showMe) ?? call(showMe, { signal })).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 401) return null
      throw error
    }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where the member of staff is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listStaffSessions, { signal }),
})

/** By what the member of staff signs in. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => call(listStaffPasskeys, { signal }),
})

/** Whoever is signed in; undefined while that is not known. */
export function useMe(): Me | undefined {
  return useQuery(meQuery).data ?? undefined
}

/** Whether the role of whoever is signed in allows something. */
export function useMay(permission: StaffPermission): boolean {
  return useMe()?.permissions.includes(permission) ?? false
}
