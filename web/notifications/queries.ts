import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  clearNotification,
  clearNotifications,
  clickNotification,
  listNotificationHistory,
  listNotifications,
  viewNotifications,
} from '../../contract/notifications.ts'
import { call } from '../api/call.ts'
import { tellOtherTabs } from '../api/live.ts'
import { logQuietly } from '../api/quiet.ts'
import type { NotificationSearch } from '../paths.ts'

const key = ['notifications']

/** The inbox. When it cannot be had, that is only logged. */
export const notificationsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => call(listNotifications, { signal }),
  meta: { quiet: true },
})

/** All that happened, page by page. */
export const historyQuery = (filter: NotificationSearch) =>
  infiniteQueryOptions({
    queryKey: [...key, 'history', filter],
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
    await cache.invalidateQueries({ queryKey: key })
  } catch (error) {
    logQuietly(error)
  }
}

export const seeAll = (cache: QueryClient) => change(cache, call(viewNotifications, {}))
export const click = (cache: QueryClient, id: string) => change(cache, call(clickNotification, { params: { id } }))
export const clear = (cache: QueryClient, id: string) => change(cache, call(clearNotification, { params: { id } }))
export const clearAll = (cache: QueryClient) => change(cache, call(clearNotifications, {}))
