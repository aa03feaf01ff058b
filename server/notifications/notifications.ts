import type { Pool } from 'pg'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import { definitions } from '#contract/documents/types.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { maxListedNotifications, type NoticeType, type Notification } from '#contract/notifications/endpoints.ts'
import { defaultChannels, noticeKindList } from '#contract/notifications/kinds.ts'
import { noticeAct } from '#contract/notifications/notice-act.ts'
import { noticeText } from '#contract/notifications/text.ts'
import { parseLimit } from '#contract/page.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import {
  clearSeen,
  markNotice,
  markSeen,
  type NoticeReader,
  type NoticeRow,
  readNoticeReader,
  readNotices,
} from './queries.ts'

export type NotificationDeps = { viewerPool: Pool; db: Pool; clock: () => Date }

/** Notices older than this leave the inbox by themselves; the history still has them. */
const inboxDays = 90

const typesFor = (viewer: Viewer): NoticeType[] => [
  ...documentTypes.filter((type) => viewer.permissions.has(definitions[type].permission)),
  'profile',
]

/** The notifications that the viewer has not cleared, newest first, in their language. */
export async function inboxOf(deps: NotificationDeps, viewer: Viewer, language: Language): Promise<Notification[]> {
  const reader = await readerOf(deps, viewer)
  const oldest = new Date(deps.clock().getTime() - inboxDays * 86_400_000).toISOString()
  const since = Date.parse(reader.since) > Date.parse(oldest) ? reader.since : oldest
  const hiddenKinds = noticeKindList.filter(
    (kind) => !(reader.channels[kind] ?? defaultChannels(kind)).includes('portal'),
  )
  const rows = await readNotices(deps.viewerPool, viewer, reader, {
    ...{
      types: typesFor(viewer),
      hiddenKinds,
      inbox: true,
      unread: false,
      since,
      limit: maxListedNotifications,
      after: undefined,
    },
  })
  return rows.map((row) => toNotification(row, viewer, language))
}

/** All notifications since the viewer became a member, newest first. Throws invalid_input for an invalid cursor. */
export async function historyOf(
  deps: NotificationDeps,
  viewer: Viewer,
  language: Language,
  query: { type?: DocumentType; unread?: 'true'; limit?: string; cursor?: string },
): Promise<{ rows: Notification[]; nextCursor: string | null }> {
  const limit = parseLimit(query.limit)
  const [at, id] = readCursor(query.cursor, 'instant', 'id') ?? []
  const after = at !== undefined && id !== undefined ? { at, id } : undefined
  const reader = await readerOf(deps, viewer)
  const rows = await readNotices(deps.viewerPool, viewer, reader, {
    types: typesFor(viewer).filter((type) => query.type === undefined || query.type === type),
    ...{ inbox: false, hiddenKinds: [], unread: query.unread === 'true', since: reader.since, limit: limit + 1, after },
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: rows.slice(0, limit).map((row) => toNotification(row, viewer, language)),
    nextCursor: last ? writeCursor(last.happenedAt, last.id) : null,
  }
}

/** Marks all notifications as seen. */
export async function markAllSeen({ db }: NotificationDeps, viewer: Viewer): Promise<void> {
  await markSeen(db, viewer)
}

/** Removes all seen notifications from the inbox. */
export async function clearSeenNotifications({ db }: NotificationDeps, viewer: Viewer): Promise<void> {
  await clearSeen(db, viewer)
}

/** Marks a notification as clicked, or removes it from the inbox. Throws not_found when it is absent or hidden. */
export async function markNotification(
  { db }: NotificationDeps,
  viewer: Viewer,
  id: string,
  what: 'clicked' | 'cleared',
): Promise<void> {
  if (!(await markNotice(db, viewer, typesFor(viewer), id, what))) throw notFound()
}

async function readerOf({ db }: NotificationDeps, viewer: Viewer): Promise<NoticeReader> {
  const reader = await readNoticeReader(db, viewer)
  if (!reader) throw new PortalError('not_signed_in', translatable('error.signIn'))
  return reader
}

function toNotification(row: NoticeRow, { permissions }: Viewer, language: Language): Notification {
  const { id, type, number, happenedAt, clicked, viewed } = row
  const act = noticeAct(row, permissions)
  return { id, type, docnum: number ?? '', act, ...noticeText(row, language), pushDate: happenedAt, clicked, viewed }
}
