import type { Channel, NoticeKind } from '#contract/notifications/kinds.ts'
import type { NoticeChoice } from '#contract/notifications/settings.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Db } from '#database/transaction.ts'
import type { ChannelSettings } from './channels.ts'

/** How a member is notified. */
export type SettingsRow = ChannelSettings & { timeZone: string | null; mailRefusedAt: string | null }

/** The settings of the viewer in their account; undefined when they have left it. */
export async function readSettings(db: Db, { accountId, userId }: Viewer): Promise<SettingsRow | undefined> {
  const { rows } = await db.query<SettingsRow>({
    name: 'notice settings',
    text: `select coalesce(r.channels, '{}') as channels, r.quiet_from as "quietFrom", r.quiet_to as "quietTo",
  coalesce(r.mails_ended, false) as "mailsEnded", coalesce(u.time_zone, a.time_zone) as "timeZone",
  f.refused_at as "mailRefusedAt"
from memberships m join users u on u.id = m.user_id join accounts a on a.account_id = m.account_id
left join notice_readers r on r.account_id = m.account_id and r.user_id = m.user_id
left join mail_refusals f on f.email = u.email
where m.account_id = $1 and m.user_id = $2`,
    values: [accountId, userId],
  })
  return rows[0]
}

export type SettingsChange = {
  channels?: Partial<Record<NoticeKind, Channel[]>> | undefined
  /** Minutes after midnight; null: no quiet hours. */
  quiet?: { from: number; to: number } | null | undefined
  mailsEnded?: boolean | undefined
}

/**
 * Stores the given settings of a member. The account may have been merged into another since a link was mailed; then
 * its successor's settings change. False when there is no such member.
 */
export async function upsertSettings(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  { channels, quiet, mailsEnded }: SettingsChange,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'notice settings keep',
    text: `insert into notice_readers as r (account_id, user_id, channels, quiet_from, quiet_to, mails_ended)
select m.account_id, m.user_id, $3, $5, $6, coalesce($7, false)
from memberships m
where m.account_id = (select coalesce(a.merged_into, a.account_id) from accounts a where a.account_id = $1) and m.user_id = $2
on conflict (account_id, user_id) do update set
  channels = r.channels || excluded.channels,
  quiet_from = case when $4 then excluded.quiet_from else r.quiet_from end,
  quiet_to = case when $4 then excluded.quiet_to else r.quiet_to end,
  mails_ended = coalesce($7, r.mails_ended)`,
    values: [
      ...[accountId, userId, channels ?? {}, quiet !== undefined, quiet?.from ?? null, quiet?.to ?? null],
      mailsEnded ?? null,
    ],
  })
  return rowCount === 1
}

/** Deletes the refusal of a person's address, so that mails are sent to it again. */
export async function deleteRefusalOfUser(db: Db, userId: string): Promise<void> {
  await db.query({
    name: 'notice settings mail again',
    text: 'delete from mail_refusals f using users u where u.id = $1 and f.email = u.email',
    values: [userId],
  })
}

/** What the viewer follows or has muted, latest first. */
export async function readChoices(db: Db, { accountId, userId }: Viewer): Promise<Omit<NoticeChoice, 'type'>[]> {
  const { rows } = await db.query<Omit<NoticeChoice, 'type'>>({
    name: 'notice choices',
    text: 'select subject, key, choice from notice_choices where account_id = $1 and user_id = $2 order by chosen_at desc, key',
    values: [accountId, userId],
  })
  return rows
}

/** Whether the viewer's account has a document (key: orders/SO-1) or an item (key: its SKU). */
export async function subjectExists(db: Db, { accountId }: Viewer, subject: string, key: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: `notice choices find ${subject}`,
    text:
      subject === 'document'
        ? `select from documents where account_id = $1 and type = split_part($2, '/', 1) and number = substr($2, strpos($2, '/') + 1)`
        : 'select from items where account_id = $1 and sku = $2',
    values: [accountId, key],
  })
  return rowCount === 1
}

/** Stores what the viewer has chosen for one document or item; null returns to the default. */
export async function saveChoice(
  db: Db,
  { accountId, userId }: Viewer,
  selection: { subject: string; key: string; choice: string | null; now: Date },
): Promise<void> {
  const { subject, key, choice, now } = selection
  if (choice === null) {
    await db.query({
      name: 'notice choices drop',
      text: 'delete from notice_choices where account_id = $1 and user_id = $2 and subject = $3 and key = $4',
      values: [accountId, userId, subject, key],
    })
    return
  }
  await db.query({
    name: 'notice choices keep',
    text: `insert into notice_choices (account_id, user_id, subject, key, choice, chosen_at) values ($1, $2, $3, $4, $5, $6)
on conflict (account_id, user_id, subject, key) do update set choice = excluded.choice, chosen_at = excluded.chosen_at`,
    values: [accountId, userId, subject, key, choice, now],
  })
}
