import type { Pool } from 'pg'
import type { Language } from '#contract/languages.ts'
import type { Appearance } from '#contract/profile/appearance.ts'
import type { Db } from '#database/transaction.ts'

export type ProfileRow = {
  userId: string
  userName: string
  email: string
  language: Language | null
  browserLanguage: Language | null
  timeZone: string | null
  appearance: Appearance | null
  avatarAt: string | null
  role: string
  number: string
  accountName: string
  accountLanguage: Language | null
}

/** The user and each of their memberships, by account number; `accountId` comes first. */
export async function selectMemberships(db: Pool, userId: string): Promise<(ProfileRow & { accountId: string })[]> {
  const { rows } = await db.query<ProfileRow & { accountId: string }>({
    name: 'profile-memberships',
    text: `select u.id as "userId", u.name as "userName", u.email, u.language,
        u.browser_language as "browserLanguage", u.time_zone as "timeZone", u.appearance,
        (select changed_at from avatars p where p.user_id = u.id) as "avatarAt",
        m.role, m.account_id as "accountId",
        a.number, a.name as "accountName", a.language as "accountLanguage"
      from memberships m join users u on u.id = m.user_id join accounts a on a.account_id = m.account_id
      where m.user_id = $1 order by a.number`,
    values: [userId],
  })
  return rows
}

/**
 * Whether a person has accepted earlier terms, but not this version. A person whom the operator added was never asked,
 * so the answer is false.
 */
export async function hasOutdatedTerms(db: Db, userId: string, version: string): Promise<boolean> {
  const { rows } = await db.query<{ old: boolean }>({
    name: 'profile-old-terms',
    text: 'select coalesce(not bool_or(version = $2), false) as old from terms_acceptances where user_id = $1',
    values: [userId, version],
  })
  return rows[0]?.old ?? false
}

/** Records the terms that a person has accepted. Returns false when they had already. */
export async function insertTermsAcceptance(
  db: Db,
  acceptance: { userId: string; version: string; now: Date; network: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into terms_acceptances (user_id, version, accepted_at, address_prefix) values ($1, $2, $3, $4)
     on conflict (user_id, version) do nothing`,
    [acceptance.userId, acceptance.version, acceptance.now, acceptance.network],
  )
  return rowCount === 1
}

export type Preferences = {
  language?: Language | null
  browserLanguage?: Language | null
  timeZone?: string
  appearance?: Appearance
}

/** Writes those preferences of a person that are given. */
export async function updatePreferences(db: Db, userId: string, preferences: Preferences): Promise<void> {
  await db.query({
    name: 'profile-set-preferences',
    text: `update users set
        language = case when $2 then $3 else language end,
        browser_language = case when $4 then $5 else browser_language end,
        time_zone = coalesce($6, time_zone),
        appearance = coalesce($7, appearance)
      where id = $1`,
    values: [
      userId,
      preferences.language !== undefined,
      preferences.language ?? null,
      preferences.browserLanguage !== undefined,
      preferences.browserLanguage ?? null,
      preferences.timeZone ?? null,
      preferences.appearance === undefined ? null : JSON.stringify(preferences.appearance),
    ],
  })
}
