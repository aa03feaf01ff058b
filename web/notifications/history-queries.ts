import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import {
  clearNotification,
  clearNotifications,
  clickNotification,
  listNotificationHistory,
  viewNotifications,
} from '#contract/notifications/history.ts'
import { logBackgroundError } from '../api/background-error.ts'
import { call } from '../api/call.ts'
import { broadcastChange } from '../api/live.ts'
import type { NotificationSearch } from '../paths.ts'
import { notificationsKey } from './queries.ts'

/** The history of notifications, page by page. */
export const historyQuery = (filter: NotificationSearch) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, 'history', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listNotificationHistory, { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })

/** Changes notifications and reloads them. A failure is only logged. */
async function changeNotifications(cache: QueryClient, request: Promise<unknown>): Promise<void> {
  try {
    await request
    broadcastChange('notifications')
    await cache.invalidateQueries({ queryKey: notificationsKey })
  } catch (error) {
    logBackgroundError(error)
  }
}

export const markAllSeen = (cache: QueryClient) => changeNotifications(cache, call(viewNotifications, {}))
export const markClicked = (cache: QueryClient, id: string) =>
  changeNotifications(cache, call(clickNotification, { params: { id } }))
export const clearFromInbox = (cache: QueryClient, id: string) =>
  changeNotifications(cache, call(clearNotification, { params: { id } }))
export const clearInbox = (cache: QueryClient) => changeNotifications(cache, call(clearNotifications, {}))
