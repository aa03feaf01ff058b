import type { announcementPlaces } from '#contract/announcements/endpoints.ts'
import type { Db } from '#database/transaction.ts'

type AnnouncementPlace = (typeof announcementPlaces)[number]

export type RunningAnnouncement = {
  id: string
  texts: Record<string, string>
  link: string | null
  place: AnnouncementPlace
  accountIds: string[]
  roles: string[]
  dismissible: boolean
  startsAt: string
  endsAt: string | null
}

/** The announcements that run or are planned, for the accounts that hold what was merged since. */
export async function selectRunning(db: Db, now: Date): Promise<RunningAnnouncement[]> {
  const { rows } = await db.query<RunningAnnouncement>({
    name: 'announcements-running',
    text: `select n.id, n.texts, n.link, n.place, n.roles, n.dismissible, n.starts_at as "startsAt", n.ends_at as "endsAt",
        array(select coalesce(a.merged_into, a.account_id) from accounts a where a.account_id = any (n.account_ids)) as "accountIds"
      from announcements n where n.ends_at is null or n.ends_at > $1 order by n.starts_at desc, n.id limit 100`,
    values: [now],
  })
  return rows
}

/** Which of some announcements a person has put away. */
export async function selectDismissed(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'announcements-dismissed',
    text: 'select announcement_id as id from announcement_dismissals where user_id = $1 and announcement_id = any ($2)',
    values: [userId, ids],
  })
  return new Set(rows.map(({ id }) => id))
}

/** Notes that a person has put an announcement away. */
export async function insertDismissal(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'announcements-dismiss',
    text: `insert into announcement_dismissals (user_id, announcement_id, dismissed_at) values ($1, $2, $3)
      on conflict do nothing`,
    values: [userId, id, now],
  })
}

export type AnnouncementRow = {
  id: string
  texts: Record<string, string>
  link: string | null
  place: AnnouncementPlace
  accounts: string[]
  roles: string[]
  dismissible: boolean
  startsAt: string
  endsAt: string | null
  savedAt: string
  savedBy: string
  dismissed: number
}

const entryColumns = `n.id, n.texts, n.link, n.place, n.roles, n.dismissible, n.starts_at as "startsAt", n.ends_at as "endsAt",
  n.saved_at as "savedAt", s.name as "savedBy",
  array(select a.number from accounts a where a.account_id = any (n.account_ids) order by a.number) as accounts,
  (select count(*)::int from announcement_dismissals d where d.announcement_id = n.id) as dismissed`

/** The announcements that run or are planned, and the last 50 that are over. */
export async function selectAnnouncements(db: Db, now: Date): Promise<AnnouncementRow[]> {
  const { rows } = await db.query<AnnouncementRow>({
    name: 'announcements-all',
    text: `(select ${entryColumns} from announcements n join staff s on s.id = n.staff_id
        where n.ends_at is null or n.ends_at > $1 order by n.starts_at desc, n.id limit 100)
      union all (select ${entryColumns} from announcements n join staff s on s.id = n.staff_id
        where n.ends_at <= $1 order by n.ends_at desc, n.id limit 50)`,
    values: [now],
  })
  return rows
}

/** The announcement with an id, kept from others until the transaction ends. */
export async function selectAnnouncement(db: Db, id: string): Promise<AnnouncementRow | undefined> {
  const { rows } = await db.query<AnnouncementRow>({
    name: 'announcement-of',
    text: `select ${entryColumns} from announcements n join staff s on s.id = n.staff_id where n.id = $1 for update of n`,
    values: [id],
  })
  return rows[0]
}

/** How many announcements run or are planned. */
export async function countRunning(db: Db, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'announcements-count',
    text: 'select count(*)::int as count from announcements where ends_at is null or ends_at > $1',
    values: [now],
  })
  return rows[0]?.count ?? 0
}

/** The ids of accounts by their numbers, as staff type them. */
export async function selectAccountIds(
  db: Db,
  numbers: readonly string[],
): Promise<{ accountId: string; number: string }[]> {
  const { rows } = await db.query<{ accountId: string; number: string }>({
    name: 'announcements-accounts',
    text: 'select account_id as "accountId", number from accounts where number = any ($1)',
    values: [numbers],
  })
  return rows
}

export type AnnouncementContent = {
  id: string
  texts: Readonly<Record<string, string>>
  link: string | null
  place: AnnouncementPlace
  accountIds: readonly string[]
  roles: readonly string[]
  dismissible: boolean
  startsAt: Date
  endsAt: Date | null
  now: Date
  staffId: string
}

/** Writes an announcement, or replaces the one with this id. */
export async function upsertAnnouncement(db: Db, announcement: AnnouncementContent): Promise<void> {
  const { id, texts, link, place, accountIds, roles, dismissible, startsAt, endsAt, now, staffId } = announcement
  await db.query({
    name: 'announcement-save',
    text: `insert into announcements
        (id, texts, link, place, account_ids, roles, dismissible, starts_at, ends_at, saved_at, staff_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (id) do update set texts = excluded.texts, link = excluded.link, place = excluded.place,
        account_ids = excluded.account_ids, roles = excluded.roles, dismissible = excluded.dismissible,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, saved_at = excluded.saved_at, staff_id = excluded.staff_id`,
    values: [id, JSON.stringify(texts), link, place, accountIds, roles, dismissible, startsAt, endsAt, now, staffId],
  })
}

/** Ends an announcement at this moment. */
export async function endNow(db: Db, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'announcement-end',
    text: 'update announcements set ends_at = $2, starts_at = least(starts_at, $2) where id = $1',
    values: [id, now],
  })
}
