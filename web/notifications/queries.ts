import { queryOptions } from '@tanstack/react-query'
import { listNotifications } from '#contract/notifications/endpoints.ts'
import { arrivedAhead, call } from '../api/call.ts'

/** The first part of the key of every query about notifications. */
export const notificationsKey = ['notifications']

/** The notifications under the bell. A failed load is only logged. */
export const notificationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'list'],
  queryFn: ({ signal }) => call(listNotifications, { signal }),
  initialData: () => arrivedAhead(listNotifications, {}),
  meta: { quiet: true },
})
