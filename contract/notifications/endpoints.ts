import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema, documentTypes } from '../values.ts'

/** A document type, or a page of the person's own profile. */
export const noticeTypes = [...documentTypes, 'profile'] as const
export type NoticeType = (typeof noticeTypes)[number]

/** The most notifications in the inbox: one more than the bell's badge counts. */
export const maxListedNotifications = 100

/** An event; `docnum` is empty for several documents of the type at once. */
export const Notification = Type.Object({
  id: Type.String(),
  /** The first segment of the path to what the notification is about; `docnum` is the second. */
  type: Type.Enum([...noticeTypes]),
  docnum: Type.String(),
  /** The request to whose form on the document's page it leads, or `reply`; null when it leads to the page. */
  act: OptionalText,
  title: Type.String(),
  message: Type.String(),
  pushDate: Type.String(),
  /** Whether the person has opened the notification. While one is not clicked, the bell shows its dot. */
  clicked: Type.Boolean(),
  /** Whether the person has opened the bell since it arrived. */
  viewed: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

const EmptyReply = Type.Object({})
const NotificationParams = Type.Object({ id: Type.String({ format: 'uuid' }) })

export const listNotifications = endpoint('listNotifications', 'GET', '/notifications', {
  access: 'viewer',
  summary: 'What happened and was not cleared, newest first, at most 100.',
  reply: Type.Array(Notification),
})

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
