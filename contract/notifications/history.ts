import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'
import { Notification } from './endpoints.ts'

/* Marking and clearing notifications, and their history; apart from the rest because the first page does not load it. */

const EmptyReply = Type.Object({})
const NotificationParams = Type.Object({ id: Type.String({ format: 'uuid' }) })

export const viewNotifications = endpoint('viewNotifications', 'PUT', '/notifications', {
  access: 'viewer',
  summary: 'Marks all as seen.',
  reply: EmptyReply,
})

export const clickNotification = endpoint('clickNotification', 'PUT', '/notifications/:id', {
  access: 'viewer',
  summary: 'Marks one as clicked.',
  params: NotificationParams,
  reply: EmptyReply,
})

export const clearNotification = endpoint('clearNotification', 'DELETE', '/notifications/:id', {
  access: 'viewer',
  summary: 'Takes one out of the inbox; it stays in the history.',
  params: NotificationParams,
  reply: EmptyReply,
})

export const clearNotifications = endpoint('clearNotifications', 'DELETE', '/notifications', {
  access: 'viewer',
  summary: 'Takes all that were seen out of the inbox; they stay in the history.',
  reply: EmptyReply,
})

export const listNotificationHistory = endpoint('listNotificationHistory', 'GET', '/notifications/history', {
  access: 'viewer',
  summary: 'All that happened since the person became a member, cleared or not, newest first, page by page.',
  query: Type.Object(
    {
      ...pageQuery,
      type: Type.Optional(DocumentTypeSchema),
      /** 'true': only notifications that were not clicked. */
      unread: Type.Optional(Type.Enum(['true'])),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ rows: Type.Array(Notification), nextCursor: OptionalText }),
})
