import type { MailRecipient } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'

export type NewMail = {
  id: string
  kind: string
  recipient: string | null
  sealed: Buffer
  now: Date
  expiresAt: Date | null
}

/** Stores a mail that is due at once; without a recipient it is never due. */
export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await db.query({
    name: 'mail-insert',
    text: `insert into mails (id, kind, recipient, sealed, created_at, expires_at, next_attempt_at)
      values ($1, $2, $3::text, $4, $5::timestamptz, $6, case when $3 is not null then $5 end)`,
    values: [mail.id, mail.kind, mail.recipient, mail.sealed, mail.now, mail.expiresAt],
  })
}

export type DueMail = {
  id: string
  kind: string
  recipient: string
  sealed: Buffer | null
  attempts: number
  expired: boolean
}

/**
 * Takes some due mails until a moment: if this server dies with them, another takes them then. Two servers never take
 * the same mail. Those that somebody waits for, such as codes and links, come before notices and digests, of which many
 * are due at once.
 */
export async function takeDueMails(db: Db, now: Date, until: Date, limit: number): Promise<DueMail[]> {
  const { rows } = await db.query<DueMail>({
    name: 'mail-take-due',
    text: `with awaited as (
        select id from mails where next_attempt_at <= $1 and recipient is not null and kind not in ('notices', 'digest')
        order by next_attempt_at limit $3 for update skip locked
      ), others as (
        select id from mails where next_attempt_at <= $1 and recipient is not null and kind in ('notices', 'digest')
        order by next_attempt_at limit $3 - (select count(*) from awaited) for update skip locked
      )
      update mails set attempts = attempts + 1, next_attempt_at = $2
      where id in (select id from awaited union all select id from others)
      returning id, kind, recipient, sealed, attempts, coalesce(expires_at <= $1, false) as expired`,
    values: [now, until, limit],
  })
  return rows
}

/** Records that a mail has left, and deletes its content. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'mail-sent',
    text: 'update mails set sent_at = $2, sealed = null, next_attempt_at = null, last_error = null where id = $1',
    values: [id, now],
  })
}

/** Records why a mail has not left and when it is tried again. */
export async function markDelayed(db: Db, id: string, error: string, next: Date): Promise<void> {
  await db.query({
    name: 'mail-delayed',
    text: 'update mails set last_error = $2, next_attempt_at = $3 where id = $1',
    values: [id, error, next],
  })
}

/** Deletes a mail that nobody wants any more. */
export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.query({ name: 'mail-dropped', text: 'delete from mails where id = $1', values: [id] })
}

/** Gives a mail up; the operator finds it in the list of unsent mails. */
export async function markGivenUp(db: Db, id: string, error: string, now: Date): Promise<void> {
  await db.query({
    name: 'mail-given-up',
    text: 'update mails set last_error = $2, given_up_at = $3, next_attempt_at = null where id = $1',
    values: [id, error, now],
  })
}

export type RecipientSettings = { language: string | null; timeZone: string | null; refused: boolean }

/**
 * The language and time zone of the person with an e-mail address: their own choice, else their first account's
 * language, else their browser's. Both null for an address that nobody has.
 */
export async function selectRecipientSettings(db: Db, email: string): Promise<RecipientSettings> {
  const { rows } = await db.query<RecipientSettings>({
    name: 'mail-reader',
    text: `select coalesce(u.language, (select a.language from memberships m join accounts a using (account_id)
          where m.user_id = u.id and a.language is not null order by m.created_at, a.number limit 1),
        u.browser_language) as language, u.time_zone as "timeZone",
        exists (select from mail_refusals f where f.email = u.email) as refused
      from users u where u.email = $1`,
    values: [email],
  })
  return rows[0] ?? { language: null, timeZone: null, refused: false }
}

/**
 * A member of an account, or of the account that it was merged into, with their current e-mail and role. Undefined when
 * there is no such member, when they are disabled, or when the account does not have the document that the recipient
 * names.
 */
export async function findMember(
  db: Db,
  { accountId, userId, type, number }: MailRecipient,
): Promise<{ email: string; role: string } | undefined> {
  const { rows } = await db.query<{ email: string; role: string }>({
    name: 'mail-member',
    text: `select u.email, m.role from memberships m join users u on u.id = m.user_id
      where m.account_id = (select coalesce(a.merged_into, a.account_id) from accounts a where a.account_id = $1)
        and m.user_id = $2 and u.disabled_at is null and ($4::text is null
        or exists (select from documents d where d.account_id = m.account_id and d.type = $3 and d.number = $4))`,
    values: [accountId, userId, type ?? null, number ?? null],
  })
  return rows[0]
}

/** The id of a document of an account, or of the one it was merged into; undefined when there is none. */
export async function selectDocumentId(
  db: Db,
  accountId: string,
  { type, number }: { type: string; number: string },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'mail-document',
    text: `select d.id from documents d where d.type = $2 and d.number = $3
      and d.account_id = (select coalesce(a.merged_into, a.account_id) from accounts a where a.account_id = $1)`,
    values: [accountId, type, number],
  })
  return rows[0]?.id
}

export type UnsentMail = {
  id: string
  kind: string
  recipient: string
  createdAt: string
  attempts: number
  givenUp: boolean
  lastError: string | null
}

/** The mails that have not left, given up or waiting, newest last; at most 1,000. */
export async function selectUnsentMails(db: Db): Promise<UnsentMail[]> {
  const { rows } = await db.query<UnsentMail>(
    `select id, kind, recipient, created_at as "createdAt", attempts, given_up_at is not null as "givenUp",
        last_error as "lastError"
      from mails where recipient is not null and sent_at is null order by created_at, id limit 1000`,
  )
  return rows
}

/** Makes a mail that was given up due again, or all of them with null; returns how many. */
export async function retryGivenUp(db: Db, id: string | null, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update mails set given_up_at = null, next_attempt_at = $2, attempts = 0
      where given_up_at is not null and sealed is not null and ($1::uuid is null or id = $1)`,
    [id, now],
  )
  return rowCount ?? 0
}

/** Deletes mails older than a moment that were sent, given up, or had no recipient. */
export async function deleteFinishedMails(db: Db, before: Date): Promise<void> {
  await db.query('delete from mails where created_at < $1 and next_attempt_at is null', [before])
}

/** Records that the mail server of an address permanently refuses mails to it; false when that was known. */
export async function insertRefusal(db: Db, email: string, reason: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'mail-refused',
    text: 'insert into mail_refusals (email, refused_at, reason) values ($1, $2, $3) on conflict do nothing',
    values: [email, now, reason],
  })
  return rowCount === 1
}

/** Records that mails reach an address again. */
export async function deleteRefusal(db: Db, email: string): Promise<void> {
  await db.query({ name: 'mail-arrived', text: 'delete from mail_refusals where email = $1', values: [email] })
}
