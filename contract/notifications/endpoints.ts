import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { OptionalText } from '../values/nullable.ts'
import { documentTypes } from '../values.ts'

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

export const listNotifications = endpoint('listNotifications', 'GET', '/notifications', {
  access: 'viewer',
  summary: 'What happened and was not cleared, newest first, at most 100.',
  reply: Type.Array(Notification),
})
