import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page.ts'
import { DocumentTypeSchema, documentTypes, OptionalText } from './values.ts'

/** A document, or a page of the person's own profile. */
export const noticeTypes = [...documentTypes, 'profile'] as const
export type NoticeType = (typeof noticeTypes)[number]

/** The inbox holds at most so many: one more than the bell's badge counts. */
export const maxListedNotifications = 100

/** One thing that happened; `docnum` is empty for several documents of the type at once. */
export const Notification = Type.Object({
  id: Type.String(),
  /** The first segment of the address of what it is about; `docnum` is the second. */
  type: Type.Enum([...noticeTypes]),
  docnum: Type.String(),
  title: Type.String(),
  message: Type.String(),
  pushDate: Type.String(),
  /** The person has opened it. Those that are not clicked are what the bell's dot is for. */
  clicked: Type.Boolean(),
  /** The person has opened the bell since. */
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
      /** 'true': only what was not clicked. */
      unread: Type.Optional(Type.Enum(['true'])),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ rows: Type.Array(Notification), nextCursor: OptionalText }),
})
