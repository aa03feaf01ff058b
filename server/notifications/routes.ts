import type { FastifyInstance } from 'fastify'
import { listNotifications } from '#contract/notifications/endpoints.ts'
import {
  clearNotification,
  clearNotifications,
  clickNotification,
  listNotificationHistory,
  viewNotifications,
} from '#contract/notifications/history.ts'
import { languageOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import {
  clearSeenNotifications,
  historyOf,
  inboxOf,
  markAllSeen,
  markNotification,
  type NotificationDeps,
} from './notifications.ts'

/** The routes of the bell's list and of the history of notifications. */
export function notificationRoutes(app: FastifyInstance, deps: NotificationDeps): void {
  viewerRoute(app, listNotifications, ({ viewer, request }) => inboxOf(deps, viewer, languageOf(request)))

  viewerRoute(app, listNotificationHistory, ({ viewer, query, request }) =>
    historyOf(deps, viewer, languageOf(request), query),
  )

  viewerRoute(app, viewNotifications, async ({ viewer }) => {
    await markAllSeen(deps, viewer)
    return {}
  })

  viewerRoute(app, clickNotification, async ({ viewer, params }) => {
    await markNotification(deps, viewer, params.id, 'clicked')
    return {}
  })

  viewerRoute(app, clearNotification, async ({ viewer, params }) => {
    await markNotification(deps, viewer, params.id, 'cleared')
    return {}
  })

  viewerRoute(app, clearNotifications, async ({ viewer }) => {
    await clearSeenNotifications(deps, viewer)
    return {}
  })
}
