import { queryOptions } from '@tanstack/react-query'
import { listNotifications } from '../../contract/notifications.ts'
import { call } from '../api/call.ts'

/** With what every question about notifications begins. */
export const notificationsKey = ['notifications']

/** The inbox. When it cannot be had, that is only logged. */
export const notificationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'list'],
  queryFn: ({ signal }) => call(listNotifications, { signal }),
  meta: { quiet: true },
})
