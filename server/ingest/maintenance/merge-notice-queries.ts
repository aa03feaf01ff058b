import type { Db } from '#database/transaction.ts'

type AccountPair = readonly [from: string, into: string]

/** The versions of two accounts. Notices that move get versions after those of the other account. */
export type AccountVersions = { from: number; into: number }

/** The versions of two accounts; 0 for an account in which nothing has happened. */
export async function readVersions(db: Db, pair: AccountPair): Promise<AccountVersions> {
  const { rows } = await db.query<{ from: string; into: string }>(
    `select coalesce(max(version) filter (where account_id = $1), 0) as from, coalesce(max(version) filter (where account_id = $2), 0) as into
from account_versions where account_id in ($1, $2)`,
    [...pair],
  )
  return { from: Number(rows[0]?.from), into: Number(rows[0]?.into) }
}

/** Copies what people did with notices (clicked, cleared) that have been copied to the other account. */
export async function copyNoticeMarks(db: Db, pair: AccountPair, { into }: AccountVersions): Promise<void> {
  await db.query({
    name: 'merge marks',
    text: `insert into notice_marks (account_id, user_id, notice_id, clicked_version, cleared_version)
select n.account_id, m.user_id, m.notice_id,
  case when m.clicked_version > 0 then m.clicked_version + $3 else 0 end,
  case when m.cleared_version > 0 then m.cleared_version + $3 else 0 end
from notice_marks m join notices n on n.account_id = $2 and n.id = m.notice_id
where m.account_id = $1 on conflict do nothing`,
    values: [...pair, into],
  })
}

/**
 * Copies how these people want to be notified, what they follow or have muted, and what they have read. The other
 * account's earlier notices were never meant for them, so these count as read and mailed.
 */
export async function moveNoticeReaders(
  db: Db,
  [from, into]: AccountPair,
  versions: AccountVersions,
  userIds: readonly string[],
): Promise<void> {
  await db.query(
    `insert into notice_readers (account_id, user_id, channels, quiet_from, quiet_to, mails_ended, to_digest,
  seen_version, cleared_version, notified_version)
select m.account_id, m.user_id, coalesce(r.channels, '{}'), r.quiet_from, r.quiet_to, coalesce(r.mails_ended, false),
  coalesce(r.to_digest, '{}'), $3 + coalesce(r.seen_version, 0), $3 + coalesce(r.cleared_version, 0), $3 + coalesce(r.notified_version, 0)
from memberships m left join notice_readers r on r.account_id = $1 and r.user_id = m.user_id
where m.account_id = $2 and m.user_id = any ($4::uuid[])`,
    [from, into, versions.into, userIds],
  )
  await db.query(
    `insert into notice_choices (account_id, user_id, subject, key, choice, chosen_at)
select $2, user_id, subject, key, choice, chosen_at from notice_choices
where account_id = $1 on conflict do nothing`,
    [from, into],
  )
}

/**
 * Moves an account's notices that belong to no document, and the mails still to be sent. People who were members of the
 * other account before see all of them, and are mailed none.
 */
export async function moveNotices(
  db: Db,
  pair: AccountPair,
  versions: AccountVersions,
  movedUserIds: readonly string[],
): Promise<void> {
  await db.query(
    `insert into notices (account_id, id, kind, type, number, count, details, needs_prices, group_id, dedupe_key, happened_at,
  user_id, version, first_version)
select $2, id, kind, type, number, count, details, needs_prices, group_id, dedupe_key, happened_at,
  user_id, version + $3, first_version + $3
from notices where account_id = $1 and document_id is null on conflict do nothing`,
    [...pair, versions.into],
  )
  await copyNoticeMarks(db, pair, versions)
  await db.query(
    `insert into scheduled_tasks (account_id, task, user_id, due_at)
select $2, task, user_id, due_at from scheduled_tasks where account_id = $1 and task in ('notify', 'digest') on conflict do nothing`,
    [...pair],
  )
  const { rows } = await db.query<{ version: string }>(
    `insert into account_versions as v (account_id, version) values ($1, $2)
on conflict (account_id) do update set version = v.version + excluded.version returning version`,
    [pair[1], versions.from],
  )
  await db.query(
    `update notice_readers r set notified_version = $3
where r.account_id = $1 and r.user_id <> all ($4::uuid[]) and not exists (
  select from notices n where n.account_id = $1 and n.first_version > r.notified_version and n.first_version <= $2)`,
    [pair[1], versions.into, rows[0]?.version, movedUserIds],
  )
}
