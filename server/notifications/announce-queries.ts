import type { NoticeDetails } from '#contract/notifications/text.ts'
import type { Db } from '#database/transaction.ts'
import type { NoticeContent } from './notice-rules.ts'

/** One event of one document. Notices that share a `groupKey` may be grouped into one. */
export type NewNotice = NoticeContent & {
  accountId: string
  documentId: string
  type: string
  number: string
  id: string
  now: string
  groupKey: string
}
export type NoticeGroup = { accountId: string; groupKey: string; groupId: string; count: number }

/** A group ends when nothing was added to it for this long, or when it is this old. */
const groupIdleTime = '5 minutes'
const groupMaxAge = '1 hour'

/**
 * Counts notices into the current group of their kind, or a new one when that is over. Returns the groups with their
 * counts.
 */
export async function addToGroups(
  client: Db,
  notices: readonly NewNotice[],
  now: string,
  newId: () => string,
): Promise<NoticeGroup[]> {
  const groups = [...Map.groupBy(notices, (notice) => `${notice.accountId} ${notice.groupKey}`).values()]
  const firsts = groups.flatMap((group) => group.slice(0, 1))
  const { rows } = await client.query<NoticeGroup>({
    name: 'announce groups',
    text: `insert into notice_groups as g (account_id, group_key, group_id, since, latest, count)
select account_id, group_key, id, $5::timestamptz, $5::timestamptz, count
from unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[]) as r (account_id, group_key, id, count)
order by account_id, group_key
on conflict (account_id, group_key) do update set
  group_id = case when ${groupIsOver} then excluded.group_id else g.group_id end,
  since = case when ${groupIsOver} then excluded.since else g.since end,
  count = case when ${groupIsOver} then 0 else g.count end + excluded.count,
  latest = excluded.latest
returning account_id as "accountId", group_key as "groupKey", group_id as "groupId", count`,
    values: [
      firsts.map((notice) => notice.accountId),
      firsts.map((notice) => notice.groupKey),
      firsts.map(() => newId()),
      groups.map((group) => group.length),
      now,
    ],
  })
  return rows
}
const groupIsOver = `g.latest < excluded.latest - interval '${groupIdleTime}' or g.since < excluded.since - interval '${groupMaxAge}'`

const currentVersion = '(select v.version from account_versions v where v.account_id = r.account_id)'

/** A notice as it is stored; only one about many documents names none. */
type NamedNotice = Omit<NewNotice, 'groupKey' | 'documentId' | 'number'> & {
  documentId: string | null
  number: string | null
}
/** A notice that a group has replaced; `version` is the version of the account when it was stored. */
export type ReplacedNotice = NamedNotice & { version: string }
/** A notice to be stored for all members, or for one; under the account's current version unless another is given. */
type StoredNotice = NamedNotice & { groupId: string; userId?: string; version?: string }

/** Stores each notice by itself. */
export async function insertNotices(client: Db, notices: readonly StoredNotice[]): Promise<void> {
  if (notices.length === 0) return
  await client.query({
    name: 'announce each',
    text: `insert into notices (account_id, id, kind, type, document_id, number, details, needs_prices, group_id, dedupe_key, happened_at, user_id, version, first_version)
select account_id, id, kind, type, document_id, number, details, needs_prices, group_id, id::text, happened_at, user_id,
  coalesce(version, ${currentVersion}), coalesce(version, ${currentVersion})
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::jsonb[], $8::boolean[], $9::uuid[],
    $10::timestamptz[], $11::uuid[], $12::bigint[])
  as r (account_id, id, kind, type, document_id, number, details, needs_prices, group_id, happened_at, user_id, version)`,
    values: [
      notices.map((notice) => notice.accountId),
      notices.map((notice) => notice.id),
      notices.map((notice) => notice.kind),
      notices.map((notice) => notice.type),
      notices.map((notice) => notice.documentId),
      notices.map((notice) => notice.number),
      notices.map((notice) => JSON.stringify(notice.details)),
      notices.map((notice) => notice.needsPrices),
      notices.map((notice) => notice.groupId),
      notices.map((notice) => notice.now),
      notices.map((notice) => notice.userId ?? null),
      notices.map((notice) => notice.version ?? null),
    ],
  })
}

/**
 * Stores one notice for each group, with the number of its events, and deletes the single notices that it replaces, which
 * it returns. Single notices that somebody may already have been mailed stay as they are and are not counted, so that
 * nobody hears of them twice.
 */
export async function insertGroupNotices(
  client: Db,
  groups: readonly NoticeGroup[],
  now: string,
): Promise<ReplacedNotice[]> {
  const { rows } = await client.query<ReplacedNotice>({
    name: 'announce fold',
    text: `with r as (
  select r.*, (select coalesce(max(p.notified_version), 0) from notice_readers p where p.account_id = r.account_id) as notified
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) as r (account_id, group_id, group_key, count)
), gone as (
  delete from notices n using r
  where n.account_id = r.account_id and n.group_id = r.group_id and n.id <> r.group_id and n.first_version > r.notified
  returning n.*
), stored as (
  insert into notices (account_id, id, kind, type, count, needs_prices, group_id, dedupe_key, happened_at, version, first_version)
  select account_id, group_id, split_part(group_key, '/', 1), split_part(group_key, '.', 1), count - (select count(*) from notices n
      where n.account_id = r.account_id and n.group_id = r.group_id and n.id <> r.group_id and n.first_version <= r.notified),
    group_key like '%/prices', group_id, group_id::text, $5::timestamptz, ${currentVersion}, ${currentVersion}
  from r
  on conflict (account_id, id) do update set count = excluded.count, happened_at = excluded.happened_at, version = excluded.version
)
select g.account_id as "accountId", g.id, g.kind, g.type, g.number, g.document_id as "documentId", g.details,
  g.needs_prices as "needsPrices", g.happened_at as now, g.version
from gone g`,
    values: [
      ...[groups.map((one) => one.accountId), groups.map((one) => one.groupId)],
      ...[groups.map((one) => one.groupKey), groups.map((one) => one.count), now],
    ],
  })
  return rows
}

/** Schedules the mails and pushes for what is new in accounts, delayed so that related events can be sent together. */
export async function scheduleNotifications(client: Db, accounts: readonly string[], dueAt: string): Promise<void> {
  await client.query({
    name: 'announce plan',
    // The row is locked in either case: whoever takes the task waits until these notices are committed.
    text: `insert into scheduled_tasks as t (account_id, task, due_at) select id, 'notify', $2::timestamptz
from unnest($1::uuid[]) as r (id) order by id
on conflict (account_id, task, user_id) do update set due_at = least(t.due_at, excluded.due_at)`,
    values: [accounts, dueAt],
  })
}

/** A notice for one person, or for all members about one document; the account gets a new version for it. */
export type SingleNotice = {
  accountId: string
  id: string
  kind: string
  type: string
  number: string
  userId: string | null
  details: NoticeDetails
  now: string
}

/** Stores a notice under a new version of the account. */
export async function insertNotice(client: Db, notice: SingleNotice): Promise<void> {
  await bumpVersions(client, [notice.accountId])
  await client.query({
    name: 'announce single',
    text: `insert into notices (account_id, id, kind, type, number, document_id, user_id, details, needs_prices, group_id, dedupe_key, happened_at, version, first_version)
select r.account_id, $2::uuid, $3, $4, $5, (select d.id from documents d
    where d.account_id = r.account_id and d.type = $4 and d.number = $5), $6::uuid, $7, false, $2::uuid, $2::uuid::text, $8::timestamptz, ${currentVersion}, ${currentVersion}
from (select $1::uuid as account_id) r`,
    values: [
      notice.accountId,
      notice.id,
      notice.kind,
      notice.type,
      notice.number,
      notice.userId,
      notice.details,
      notice.now,
    ],
  })
}

/** Gives accounts a new version, so that notices stored now are later than all before. */
export async function bumpVersions(client: Db, accounts: readonly string[]): Promise<void> {
  await client.query({
    name: 'announce version',
    text: `insert into account_versions as v (account_id, version) select id, 1 from unnest($1::uuid[]) as r (id) order by id
on conflict (account_id) do update set version = v.version + 1`,
    values: [accounts],
  })
}

/** The accounts that a person is a member of. */
export async function accountsOfPerson(client: Db, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'announce memberships',
    text: 'select account_id as id from memberships where user_id = $1 order by account_id',
    values: [userId],
  })
  return rows.map(({ id }) => id)
}

/** The id of the person with an e-mail address; undefined when nobody has it. */
export async function findUserIdByEmail(client: Db, email: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>({
    name: 'announce person',
    text: 'select id from users where email = $1',
    values: [email],
  })
  return rows[0]?.id
}
