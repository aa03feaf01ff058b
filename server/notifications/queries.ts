import type { Pool } from 'pg'
import type { NoticeType } from '#contract/notifications/endpoints.ts'
import type { Channel, NoticeKind } from '#contract/notifications/kinds.ts'
import type { NoticeSummary } from '#contract/notifications/text.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'

/**
 * A member as a reader of notices: when they joined, and up to which version of the account they saw and cleared all.
 */
export type NoticeReader = {
  since: string
  seenVersion: string
  clearedVersion: string
  /** By kind, where it differs from the default. */
  channels: Partial<Record<NoticeKind, Channel[]>>
  /** Whether the person follows or mutes documents or items. */
  chooses: boolean
}

export type NoticeRow = NoticeSummary & {
  id: string
  type: NoticeType
  happenedAt: string
  clicked: boolean
  viewed: boolean
}
/** The last row of a page. */
type NoticeCursor = { at: string; id: string }
export type NoticeFilters = {
  types: readonly NoticeType[]
  /** Only what was not cleared and what the reader wants in the inbox. */
  inbox: boolean
  /** Kinds that the reader does not want in the inbox, unless they follow the document. */
  hiddenKinds: readonly NoticeKind[]
  /** Only what was not clicked. */
  unread: boolean
  /** Only what happened at this moment or later. */
  since: string
  limit: number
  after: NoticeCursor | undefined
}

/** The viewer as a reader of notices; undefined when they have left the account. */
export async function readNoticeReader(db: Pool, viewer: Viewer): Promise<NoticeReader | undefined> {
  const { rows } = await db.query<NoticeReader>({
    name: 'notices reader',
    text: `select m.created_at as since, coalesce(r.seen_version, 0) as "seenVersion", coalesce(r.cleared_version, 0) as "clearedVersion",
  coalesce(r.channels, '{}') as channels,
  exists (select from notice_choices c where c.account_id = m.account_id and c.user_id = m.user_id) as chooses
from memberships m left join notice_readers r on r.account_id = m.account_id and r.user_id = m.user_id
where m.account_id = $1 and m.user_id = $2`,
    values: [viewer.accountId, viewer.userId],
  })
  return rows[0]
}

/** Notices of the viewer's account that they may see, newest first. */
export async function readNotices(
  viewerPool: Pool,
  viewer: Viewer,
  reader: NoticeReader,
  filters: NoticeFilters,
): Promise<NoticeRow[]> {
  const { types, inbox, hiddenKinds, unread, since, limit, after } = filters
  const appliesChoices = inbox && reader.chooses
  const choiceSql = appliesChoices ? 'notice_choice(n.account_id, $2, n.type, n.number, n.document_id)' : 'null::text'
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<NoticeRow>({
      name: `notices:${inbox ? 'inbox' : 'history'}:${appliesChoices ? 'chosen' : 'usual'}:${unread ? 'unread' : 'all'}:${after ? 'after' : 'first'}`,
      text: `select n.id, n.kind, n.type, n.number, n.count, n.details, n.happened_at as "happenedAt",
  coalesce(m.clicked_version >= n.version, false) as clicked, n.version <= $3 as viewed
from notices n
left join notice_marks m on m.account_id = n.account_id and m.user_id = $2 and m.notice_id = n.id
cross join lateral (select ${choiceSql} as choice) c
where n.account_id = $1 and n.happened_at >= $4 and n.type = any ($5::text[]) and (not n.needs_prices or $6)
  and (n.user_id is null or n.user_id = $2)
  and (n.kind <> all ($9::text[]) or c.choice = 'follow') and c.choice is distinct from 'mute'
  ${inbox ? 'and n.version > $8 and coalesce(m.cleared_version < n.version, true)' : 'and $8::bigint is not null'}
  ${unread ? 'and coalesce(m.clicked_version < n.version, true)' : ''}
  ${after ? 'and (n.happened_at, n.id) < ($10::timestamptz, $11::uuid)' : ''}
order by n.happened_at desc, n.id desc limit $7`,
      values: [
        ...[viewer.accountId, viewer.userId, reader.seenVersion, since, types, viewer.permissions.has('prices')],
        ...[limit, reader.clearedVersion, hiddenKinds, ...(after ? [after.at, after.id] : [])],
      ],
    }),
  )
  return rows
}

/** Records that the viewer has seen everything up to the account's current version. */
export async function markSeen(db: Pool, viewer: Viewer): Promise<void> {
  await db.query({
    name: 'notices seen',
    text: `insert into notice_readers as r (account_id, user_id, seen_version)
select m.account_id, m.user_id, v.version from memberships m join account_versions v on v.account_id = m.account_id
where m.account_id = $1 and m.user_id = $2
on conflict (account_id, user_id) do update set seen_version = greatest(r.seen_version, excluded.seen_version)`,
    values: [viewer.accountId, viewer.userId],
  })
}

/** Removes everything that the viewer has seen from their inbox. */
export async function clearSeen(db: Pool, viewer: Viewer): Promise<void> {
  await db.query({
    name: 'notices clear seen',
    text: 'update notice_readers set cleared_version = seen_version where account_id = $1 and user_id = $2',
    values: [viewer.accountId, viewer.userId],
  })
}

/** Records that the viewer has clicked or cleared a notice; false when they may see no such notice. */
export async function markNotice(
  db: Pool,
  viewer: Viewer,
  types: readonly NoticeType[],
  id: string,
  what: 'clicked' | 'cleared',
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: `notices mark ${what}`,
    text: `insert into notice_marks (account_id, user_id, notice_id, ${what}_version)
select n.account_id, m.user_id, n.id, n.version from notices n
join memberships m on m.account_id = n.account_id and m.user_id = $2
where n.account_id = $1 and n.id = $3 and n.type = any ($4::text[]) and (not n.needs_prices or $5)
  and n.happened_at >= m.created_at and (n.user_id is null or n.user_id = $2)
on conflict (account_id, user_id, notice_id) do update set ${what}_version = excluded.${what}_version`,
    values: [viewer.accountId, viewer.userId, id, types, viewer.permissions.has('prices')],
  })
  return rowCount === 1
}
