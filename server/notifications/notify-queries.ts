import type { NoticeSummary } from '#contract/notifications/text.ts'
import type { Db } from '#database/transaction.ts'
import type { ChannelSettings, FollowChoice, NoticeAudience } from './channels.ts'
import { stillWaits } from './reminder-queries.ts'

/** A member who may be notified, and how. */
export type Member = ChannelSettings & {
  userId: string
  role: string
  since: string
  email: string
  name: string
  /** The person's time zone, or the account's; null: the server's. */
  timeZone: string | null
  notifiedVersion: string
  /** The person's mail server has permanently refused mails. */
  refused: boolean
  /** Whether the person follows or mutes documents or items. */
  chooses: boolean
  /** The sessions whose browsers take pushes. */
  browsers: string[]
}

export type PendingNotice = NoticeSummary & NoticeAudience & { id: string; firstVersion: string }

export type NotifiedAccount = { number: string; name: string; version: string }

/**
 * An account and its version, locked: no other job notifies its members meanwhile, and no notice that they are sent is
 * merged into a group. Undefined when the account is gone.
 */
export async function lockForNotifying(client: Db, accountId: string): Promise<NotifiedAccount | undefined> {
  await client.query({
    name: 'notify lock account',
    text: 'select from accounts where account_id = $1 for no key update',
    values: [accountId],
  })
  await client.query({
    name: 'notify lock groups',
    text: 'select from notice_groups where account_id = $1 order by group_key for share',
    values: [accountId],
  })
  const { rows } = await client.query<NotifiedAccount>({
    name: 'notify account',
    text: `select a.number, a.name, coalesce(v.version, 0) as version
from accounts a left join account_versions v on v.account_id = a.account_id
where a.account_id = $1`,
    values: [accountId],
  })
  return rows[0]
}

/** The account itself, or the one that it was merged into; undefined when it is gone. */
export async function readCurrentAccount(client: Db, accountId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>({
    name: 'notify current account',
    text: 'select coalesce(merged_into, account_id) as id from accounts where account_id = $1',
    values: [accountId],
  })
  return rows[0]?.id
}

/** The members of an account who may still sign in, or one of them. */
export async function readMembers(client: Db, accountId: string, now: Date, userId: string | null): Promise<Member[]> {
  const { rows } = await client.query<Member>({
    name: 'notify people',
    text: `select m.user_id as "userId", m.role, m.created_at as since, u.email, u.name,
  coalesce(u.time_zone, a.time_zone) as "timeZone", coalesce(r.channels, '{}') as channels,
  r.quiet_from as "quietFrom", r.quiet_to as "quietTo", coalesce(r.mails_ended, false) as "mailsEnded",
  coalesce(r.notified_version, 0) as "notifiedVersion",
  exists (select from mail_refusals f where f.email = u.email) as refused,
  exists (select from notice_choices c where c.account_id = m.account_id and c.user_id = m.user_id) as chooses,
  array(select p.session_id::text from push_subscriptions p join sessions s on s.id = p.session_id
    where p.user_id = m.user_id and s.account_id = m.account_id and s.revoked_at is null and s.expires_at > $2) as browsers
from memberships m join users u on u.id = m.user_id join accounts a on a.account_id = m.account_id
left join notice_readers r on r.account_id = m.account_id and r.user_id = m.user_id
where m.account_id = $1 and u.disabled_at is null and ($3::uuid is null or m.user_id = $3)`,
    values: [accountId, now, userId],
  })
  return rows
}

const noticeColumns = `n.id, n.kind, n.type, n.number, n.count, n.details, n.needs_prices as "needsPrices", n.user_id as "userId",
  n.happened_at as "happenedAt", n.first_version as "firstVersion"`

/**
 * The notices that were first stored after a version and happened after a moment, oldest first. At most 1,000, those that
 * were stored last: a member who was notified of nothing yet keeps none of them from the others. `offset 0` keeps the planner from
 * reading all that the account ever had in the order of versions.
 */
export async function readPendingNotices(
  client: Db,
  accountId: string,
  version: number,
  since: Date,
): Promise<PendingNotice[]> {
  const { rows } = await client.query<PendingNotice>({
    name: 'notify waiting',
    text: `select ${noticeColumns} from (
  select * from (select * from notices where account_id = $1 and happened_at > $3 and first_version > $2 offset 0) x
  order by first_version desc, id limit 1000
) n
order by n.happened_at, n.id`,
    values: [accountId, version, since],
  })
  return rows
}

/** One notice of an account; undefined when it is gone or was merged into a group. */
export async function readNotice(client: Db, accountId: string, id: string): Promise<PendingNotice | undefined> {
  const { rows } = await client.query<PendingNotice>({
    name: 'notify notice',
    text: `select ${noticeColumns} from notices n where n.account_id = $1 and n.id = $2`,
    values: [accountId, id],
  })
  return rows[0]
}

/** What a person has chosen for the documents of notices, or for the items in them, by notice id. */
export async function readChoicesByNotice(
  client: Db,
  accountId: string,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, FollowChoice>> {
  const { rows } = await client.query<{ id: string; choice: FollowChoice }>({
    name: 'notify choices',
    text: `select n.id, notice_choice(n.account_id, $2, n.type, n.number, n.document_id) as choice
from notices n where n.account_id = $1 and n.id = any ($3::uuid[])`,
    values: [accountId, userId, ids],
  })
  return new Map(rows.map(({ id, choice }) => [id, choice]))
}

/**
 * The same for notices that wait to be mailed, in their order: the stored notices may have been merged into a group.
 */
export async function readChoicesInOrder(
  client: Db,
  accountId: string,
  userId: string,
  subjects: readonly { type: string; number: string | null }[],
): Promise<FollowChoice[]> {
  const { rows } = await client.query<{ choice: FollowChoice }>({
    name: 'notify choices for',
    text: `select notice_choice($1, $2, r.type, r.number, d.id) as choice
from unnest($3::text[], $4::text[]) with ordinality r (type, number, place)
left join documents d on d.account_id = $1 and d.type = r.type and d.number = r.number order by r.place`,
    values: [accountId, userId, subjects.map(({ type }) => type), subjects.map(({ number }) => number)],
  })
  return rows.map(({ choice }) => choice)
}

/**
 * Whether notices still hold, in their order: the account still has their documents, and what they remind of has not
 * come about and is neither disputed nor promised for `today` or a later day. True for a notice without a document.
 */
export async function readSubjectPresence(
  client: Db,
  accountId: string,
  subjects: readonly { kind: string; type: string; number: string | null }[],
  today: string,
): Promise<boolean[]> {
  const { rows } = await client.query<{ present: boolean }>({
    name: 'notify present',
    text: `select r.number is null or r.type = 'profile' or exists (
  select from documents d where d.account_id = $1 and d.type = r.type and d.number = r.number and ${stillWaits('r.kind')} offset 0)
  and (r.kind not in ('invoices.dueSoon', 'invoices.overdue') or coalesce(payment_held_until($1, r.number) < $5::date, true)) as present
from unnest($2::text[], $3::text[], $4::text[]) with ordinality r (type, number, kind, place) order by r.place`,
    values: [
      accountId,
      subjects.map(({ type }) => type),
      subjects.map(({ number }) => number),
      subjects.map(({ kind }) => kind),
      today,
    ],
  })
  return rows.map(({ present }) => present)
}

/** A person who was notified, and the notices that wait for their digest. */
export type NotifiedMember = { userId: string; toDigest: readonly string[] }

/** Stores up to which version people were notified, and what their next digests hold. */
export async function markNotified(
  client: Db,
  accountId: string,
  notified: readonly NotifiedMember[],
  version: string,
): Promise<void> {
  const digestEntries = notified.flatMap(({ userId, toDigest }) => toDigest.map((id) => ({ userId, id })))
  await client.query({
    name: 'notify mark',
    text: `insert into notice_readers as r (account_id, user_id, notified_version, to_digest)
select $1, u.id, $3, array(select k.notice from unnest($4::uuid[], $5::uuid[]) k (person, notice) where k.person = u.id)
from unnest($2::uuid[]) u (id) order by u.id
on conflict (account_id, user_id) do update set notified_version = excluded.notified_version,
  to_digest = r.to_digest || excluded.to_digest`,
    values: [
      ...[accountId, notified.map(({ userId }) => userId), version],
      ...[digestEntries.map(({ userId }) => userId), digestEntries.map(({ id }) => id)],
    ],
  })
}

/** Empties a person's digest and returns its notices that happened after a moment, oldest first. */
export async function takeDigest(client: Db, accountId: string, userId: string, since: Date): Promise<PendingNotice[]> {
  const { rows } = await client.query<PendingNotice>({
    name: 'notify digest',
    text: `select ${noticeColumns} from notice_readers r join notices n on n.account_id = r.account_id and n.id = any (r.to_digest)
where r.account_id = $1 and r.user_id = $2 and n.happened_at > $3 order by n.happened_at, n.id`,
    values: [accountId, userId, since],
  })
  await client.query({
    name: 'notify digest taken',
    text: `update notice_readers set to_digest = '{}' where account_id = $1 and user_id = $2`,
    values: [accountId, userId],
  })
  return rows
}

/** The tasks that are scheduled for an account or a member. */
export const scheduledTasks = ['notify', 'remind', 'digest'] as const

export type ScheduledTask = {
  accountId: string
  task: (typeof scheduledTasks)[number]
  userId: string | null
  dueAt: Date | null
}

/** Schedules a task; when it is already scheduled, the earlier time holds. */
export async function scheduleTask(client: Db, scheduled: ScheduledTask & { dueAt: Date }): Promise<void> {
  const { accountId, userId, dueAt } = scheduled
  await client.query({
    name: 'scheduled tasks plan',
    text: `insert into scheduled_tasks as t (account_id, task, user_id, due_at) values ($1, $2, $3, $4)
on conflict (account_id, task, user_id) do update set due_at = least(t.due_at, excluded.due_at)`,
    values: [accountId, scheduled.task, userId, dueAt],
  })
}

/** A task that is due. `planned` is false for a recurring one that has no time yet. */
export type DueTask = Omit<ScheduledTask, 'dueAt'> & { planned: boolean; timeZone: string | null }

/** Takes tasks that are due or have no time yet; no two servers take the same one. */
export async function takeDueTasks(client: Db, now: Date, limit: number): Promise<DueTask[]> {
  const { rows } = await client.query<DueTask>({
    name: 'scheduled tasks take',
    text: `with due as (
  select ctid from scheduled_tasks where due_at <= $1 order by due_at limit $2 for update skip locked
), gone as (
  delete from scheduled_tasks t using due where t.ctid = due.ctid
  returning t.account_id, t.task, t.user_id, t.due_at
)
select g.account_id as "accountId", g.task, g.user_id as "userId", g.due_at > '-infinity' as planned, a.time_zone as "timeZone"
from gone g join accounts a on a.account_id = g.account_id`,
    values: [now, limit],
  })
  return rows
}

/** Schedules the next time of recurring tasks. */
export async function rescheduleTasks(client: Db, tasks: readonly { accountId: string; dueAt: Date }[]): Promise<void> {
  await client.query({
    name: 'scheduled tasks repeat',
    text: `insert into scheduled_tasks (account_id, task, due_at)
select account_id, 'remind', due_at from unnest($1::uuid[], $2::timestamptz[]) as r (account_id, due_at)
on conflict (account_id, task, user_id) do update set due_at = excluded.due_at`,
    values: [tasks.map(({ accountId }) => accountId), tasks.map(({ dueAt }) => dueAt)],
  })
}
