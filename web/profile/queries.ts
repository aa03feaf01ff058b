import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listTrustedDevices, showSecondFactor } from '#contract/auth/factors.ts'
import { listPasskeys } from '#contract/auth/passkeys.ts'
import { listPastSessions, listSessions } from '#contract/auth/sessions.ts'
import { listIdentities } from '#contract/auth/sign-on.ts'
import { call } from '../api/call.ts'

/** The key of everything about how a person signs in: one change may touch several parts. */
export const securityKey = ['security'] as const

export const factorsQuery = queryOptions({
  queryKey: [...securityKey, 'factors'],
  queryFn: ({ signal }) => call(showSecondFactor, { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: [...securityKey, 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
})

export const devicesQuery = queryOptions({
  queryKey: [...securityKey, 'devices'],
  queryFn: ({ signal }) => call(listTrustedDevices, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: [...securityKey, 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
})

export const pastSessionsQuery = infiniteQueryOptions({
  queryKey: [...securityKey, 'sessions', 'past'],
  queryFn: ({ pageParam, signal }) =>
    call(listPastSessions, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})

export const identitiesQuery = queryOptions({
  queryKey: [...securityKey, 'identities'],
  queryFn: ({ signal }) => call(listIdentities, { signal }),
})
