import type { Pool } from 'pg'
import { keysetPages } from '#contract/page.ts'
import { type Db, withAccount, withTransaction } from '#database/transaction.ts'

/** The picture of a person; undefined when there is none. */
export async function selectAvatar(db: Db, userId: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ png: Buffer }>('select png from avatars where user_id = $1', [userId])
  return rows[0]?.png
}

/** Replaces a person's picture; null deletes it. */
export async function setAvatar(db: Db, userId: string, png: Buffer | null, now: Date): Promise<void> {
  if (png === null) {
    await db.query('delete from avatars where user_id = $1', [userId])
    return
  }
  await db.query(
    `insert into avatars (user_id, png, changed_at) values ($1, $2, $3)
     on conflict (user_id) do update set png = excluded.png, changed_at = excluded.changed_at`,
    [userId, png, now],
  )
}

/** When a person asked to be deleted; null when they have not. */
export async function selectDeletionAskedAt(db: Db, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ at: string | null }>('select deletion_asked_at as at from users where id = $1', [
    userId,
  ])
  return rows[0]?.at ?? null
}

/** Writes or clears a person's deletion request. Returns their name and e-mail when this changed anything. */
export async function updateDeletionRequest(
  db: Db,
  userId: string,
  request: { at: Date; note: string | null } | null,
): Promise<{ name: string; email: string } | undefined> {
  const { rows } = await db.query<{ name: string; email: string }>(
    `update users set deletion_asked_at = $2, deletion_note = $3
     where id = $1 and (deletion_asked_at is null) = ($2::timestamptz is not null) returning name, email`,
    [userId, request?.at ?? null, request?.note ?? null],
  )
  return rows[0]
}

export type DeletionRequest = { email: string; name: string; askedAt: string; note: string | null }

/** The people who have asked to be deleted and still exist, the longest-waiting first. */
export async function selectDeletionRequests(db: Db): Promise<DeletionRequest[]> {
  const { rows } = await db.query<DeletionRequest>(
    `select email, name, deletion_asked_at as "askedAt", deletion_note as note from users
     where deletion_asked_at is not null and erased_at is null order by deletion_asked_at, id`,
  )
  return rows
}

/** Ids, numbers and names of the accounts that a person is a member of. */
export async function selectAccounts(db: Db, userId: string): Promise<{ id: string; number: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; number: string; name: string }>(
    `select a.account_id as id, a.number, a.name from memberships m join accounts a using (account_id)
     where m.user_id = $1 order by a.number`,
    [userId],
  )
  return rows
}

/**
 * The queries for a person's data outside their accounts, one for each part. Keys, hashes and other secrets are left
 * out: they say nothing about the person, and with them somebody could sign in. Each is read in pages by `at` and `id`.
 */
export const personalDataQueries = {
  person: `select id, created_at as at, email, name, language, browser_language, time_zone, appearance, disabled_at,
    deletion_asked_at, deletion_note from users u where id = $1`,
  picture: `select user_id as id, changed_at as at, encode(png, 'base64') as png from avatars where user_id = $1`,
  memberships: `select m.account_id as id, m.created_at as at, a.number, a.name, m.role, v.visited_at
    from memberships m join accounts a using (account_id) left join visits v using (account_id, user_id)
    where m.user_id = $1`,
  passwords: 'select user_id as id, changed_at as at from passwords where user_id = $1',
  signInAlarms: 'select user_id as id, notified_at as at, kind from sign_in_alarms where user_id = $1',
  secondFactors: 'select user_id as id, created_at as at, method from second_factors where user_id = $1',
  passkeys: 'select id, created_at as at, name, last_used_at from passkeys where user_id = $1',
  singleSignOn: 'select id, created_at as at, issuer, subject, email, last_used_at from identities where user_id = $1',
  sessions: `select id, created_at as at, signed_in_by, user_agent, address_prefix, expires_at, revoked_at
    from sessions where user_id = $1`,
  trustedDevices: `select id, created_at as at, user_agent, address_prefix, last_used_at, expires_at
    from trusted_devices where user_id = $1`,
  acceptedTerms: `select user_id as id, accepted_at as at, version, address_prefix from terms_acceptances
    where user_id = $1`,
  invitations: `select id, created_at as at, email, name, role, language, accepted_at, revoked_at from invitations
    where accepted_by = $1 or lower(email) = (select lower(email) from users where id = $1)`,
  registrations: `select id, created_at as at, email, name, customer_number, document_number, decision from registrations
    where lower(email) = (select lower(email) from users where id = $1)`,
  requests: `select r.id, r.made_at as at, a.number as account, r.document_type, r.document_number, r.kind, r.content,
    r.corrected_note, r.corrected_at, r.made_by_name, r.made_by_email, r.network, r.state, r.answer, r.answered_at
    from requests r join accounts a using (account_id) where r.made_by = $1`,
  approvals: `select p.request_id as id, coalesce(p.decided_at, r.made_at) as at, a.number as account, r.document_number, p.name,
    p.decision, p.reason, p.decided_at
    from approvals p join requests r on r.account_id = p.account_id and r.id = p.request_id
    join accounts a on a.account_id = p.account_id where p.user_id = $1`,
  requestFiles: `select f.id, f.created_at as at, f.request_id, f.name, f.mime_type, f.size
    from request_files f join requests r on r.account_id = f.account_id and r.id = f.request_id
    left join conversation_messages m on m.account_id = f.account_id and m.request_id = f.request_id and m.id = f.message_id
    where case when f.message_id is null then r.made_by else m.author_id end = $1`,
  messages: `select m.id, m.written_at as at, a.number as account, m.document_type, m.document_number, m.request_id, m.text,
    m.corrected_at
    from conversation_messages m join accounts a using (account_id) where m.author_id = $1`,
  messageCorrections: `select c.id, c.corrected_at as at, a.number as account, c.request_id, c.message_id, c.former
    from message_corrections c join accounts a using (account_id) where c.author_id = $1`,
  conversationsRead: `select request_id as id, read_until as at, a.number as account
    from conversation_reads join accounts a using (account_id) where user_id = $1`,
  viewings: `select v.id, v.started_at as at, a.number as account, s.name as seen_by, v.reason, v.ended_at
    from viewings v join accounts a using (account_id) join staff s on s.id = v.staff_id where v.user_id = $1`,
  undeliveredAnswers: `select d.request_id as id, d.refused_at as at, a.number as account, d.email, d.reason
    from undelivered_answers d join accounts a using (account_id) where d.user_id = $1`,
  pushes: 'select session_id as id, created_at as at, endpoint from push_subscriptions where user_id = $1',
  announcementsPutAway:
    'select announcement_id as id, dismissed_at as at from announcement_dismissals where user_id = $1',
  answersRated: 'select user_id as id, rated_at as at, question, helpful from faq_ratings where user_id = $1',
  mails: `select id, created_at as at, kind, recipient, sent_at from mails
    where lower(recipient) = (select lower(email) from users where id = $1)`,
  actions: `select l.id, l.at, l.action, a.number as account, l.address_prefix, l.user_agent, l.details
    from audit_log l left join accounts a using (account_id) where l.user_id = $1`,
} as const
export type PersonalDataPart = keyof typeof personalDataQueries

/** The queries for a person's data in one account, where row-level security applies. */
export const accountDataQueries = {
  savedViews: `select id, created_at as at, type, name, state, shared from saved_views
    where account_id = $2 and author_id = $1`,
  defaultViews: 'select view_id as id, type from default_views where account_id = $2 and user_id = $1',
  notificationChoices:
    'select subject, key, choice, chosen_at from notice_choices where account_id = $2 and user_id = $1',
  ownNotifications: 'select id, kind, happened_at from notices where account_id = $2 and user_id = $1',
  notificationsRead: `select user_id as id, seen_version::text, cleared_version::text, channels, quiet_from, quiet_to,
    mails_ended from notice_readers
    where account_id = $2 and user_id = $1`,
  notificationsMarked: `select notice_id as id, clicked_version::text, cleared_version::text from notice_marks
    where account_id = $2 and user_id = $1`,
} as const
export type AccountDataPart = keyof typeof accountDataQueries
export const accountDataParts = Object.keys(accountDataQueries) as AccountDataPart[]

type Row = Record<string, unknown> & { id: string; at: string }

/** The rows of one part of a person's data, the oldest first, a page at a time. */
export function personalDataPages(db: Pool, part: PersonalDataPart, userId: string): AsyncGenerator<Row[]> {
  return keysetPages<Row>(async ({ limit, after }) => {
    const { rows } = await db.query<Row>(
      `select * from (${personalDataQueries[part]}) part
       where $2::timestamptz is null or (at, id) > ($2, $3::uuid) order by at, id limit $4`,
      [userId, after?.at ?? null, after?.id ?? null, limit],
    )
    return rows
  })
}

/** A person's own data in one account. */
export function selectAccountData(
  db: Pool,
  userId: string,
  accountId: string,
): Promise<Record<AccountDataPart, Record<string, unknown>[]>> {
  return withAccount(db, accountId, async (client) => {
    const parts: Partial<Record<AccountDataPart, Record<string, unknown>[]>> = {}
    for (const part of accountDataParts) {
      const { rows } = await client.query<Record<string, unknown>>(`${accountDataQueries[part]} limit 10000`, [
        userId,
        accountId,
      ])
      parts[part] = rows
    }
    return parts as Record<AccountDataPart, Record<string, unknown>[]>
  })
}

/** The tables whose rows of a person are deleted; further rows go with their memberships. */
const deletedTables = [
  'passwords',
  'password_resets',
  'identities',
  'passkeys',
  'passkey_challenges',
  'second_factors',
  'factor_enrolments',
  'recovery_codes',
  'trusted_devices',
  'push_subscriptions',
  'sign_in_alarms',
  'sign_in_challenges',
  'sign_on_attempts',
  'terms_acceptances',
  'faq_ratings',
  'announcement_dismissals',
  'avatars',
  'conversation_reads',
  'undelivered_answers',
  'memberships',
] as const

/**
 * Anonymises a person in one transaction: only an id without a name stays, to which the audit log and what they did for
 * their company still refer. Returns their id; undefined when nobody has the e-mail or they were erased before.
 */
export function anonymisePerson(
  db: Pool,
  email: string,
  now: Date,
  alongside: (db: Db, userId: string) => Promise<void>,
): Promise<string | undefined> {
  return withTransaction(db, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from users where email = $1 and erased_at is null for update',
      [email],
    )
    const userId = rows[0]?.id
    if (userId === undefined) return undefined
    for (const table of deletedTables) await client.query(`delete from ${table} where user_id = $1`, [userId])
    // Sessions are deleted later by the clean-up; until then they make the servers refuse the person's tokens.
    await client.query('update sessions set user_agent = null, address_prefix = null where user_id = $1', [userId])
    await client.query('delete from invitations where lower(email) = $1', [email])
    await client.query('delete from registrations where lower(email) = $1', [email])
    await client.query('delete from mail_refusals where lower(email) = $1', [email])
    await client.query('delete from mails where lower(recipient) = $1', [email])
    await client.query(
      `update users set email = 'erased-' || id || '@erased.invalid', name = '–', language = null,
         browser_language = null, time_zone = null, appearance = null, deletion_note = null,
         disabled_at = coalesce(disabled_at, $2), erased_at = $2
       where id = $1`,
      [userId, now],
    )
    await alongside(client, userId)
    return userId
  })
}

/** Deletes a person's saved views in one account. Shared views stay, without their author. */
export function deleteOwnAccountData(db: Pool, userId: string, accountId: string): Promise<void> {
  return withAccount(
    db,
    accountId,
    async (client) => {
      await client.query('delete from default_views where account_id = $1 and user_id = $2', [accountId, userId])
      await client.query('delete from saved_views where account_id = $1 and author_id = $2 and not shared', [
        accountId,
        userId,
      ])
      await client.query('update saved_views set author_id = null where account_id = $1 and author_id = $2', [
        accountId,
        userId,
      ])
    },
    { write: true },
  )
}

/** The id of the person with this e-mail. */
export async function findUserId(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>('select id from users where email = $1 and erased_at is null', [
    email,
  ])
  return rows[0]?.id
}
