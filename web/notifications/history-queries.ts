import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import {
  clearNotification,
  clearNotifications,
  clickNotification,
  listNotificationHistory,
  viewNotifications,
} from '../../contract/notifications.ts'
import { call } from '../api/call.ts'
import { tellOtherTabs } from '../api/live.ts'
import { logQuietly } from '../api/quiet.ts'
import type { NotificationSearch } from '../paths.ts'
import { notificationsKey } from './queries.ts'

/** All that happened, page by page. */
export const historyQuery = (filter: NotificationSearch) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, 'history', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listNotificationHistory, { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })

/** Does something to notifications and loads them anew. When it fails, that is only logged. */
async function change(cache: QueryClient, asked: Promise<unknown>): Promise<void> {
  try {
    await asked
    tellOtherTabs('notifications')
    await cache.invalidateQueries({ queryKey: notificationsKey })
  } catch (error) {
    logQuietly(error)
  }
}

export const seeAll = (cache: QueryClient) => change(cache, call(viewNotifications, {}))
export const click = (cache: QueryClient, id: string) => change(cache, call(clickNotification, { params: { id } }))
export const clear = (cache: QueryClient, id: string) => change(cache, call(clearNotification, { params: { id } }))
export const clearAll = (cache: QueryClient) => change(cache, call(clearNotifications, {}))
