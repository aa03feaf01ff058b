import type { Language } from '#contract/languages.ts'
import type { Db } from '#database/transaction.ts'

export type RegisteredPersonRow = { id: string; email: string; name: string; disabled: boolean }

/** The user of a normalised e-mail address. */
export async function findPersonByEmail(db: Db, email: string): Promise<RegisteredPersonRow | undefined> {
  const { rows } = await db.query<RegisteredPersonRow>({
    name: 'registration-person',
    text: 'select id, email, name, disabled_at is not null as disabled from users where email = $1',
    values: [email],
  })
  return rows[0]
}

/** Whether a person with this e-mail is a member of the account. */
export async function isMember(db: Db, accountId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'registration-is-member',
    text: 'select from memberships m join users u on u.id = m.user_id where m.account_id = $1 and u.email = $2',
    values: [accountId, email],
  })
  return rowCount === 1
}

/** An account by its number, or former number. */
export async function findAccountByNumber(db: Db, number: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select a.account_id as id, a.name from account_numbers n join accounts a using (account_id) where n.number = $1',
    [number],
  )
  return rows[0]
}

/** An account's name, and the language of its members when the operator has set one. */
export async function findAccount(
  db: Db,
  accountId: string,
): Promise<{ name: string; language: Language | null } | undefined> {
  const { rows } = await db.query<{ name: string; language: Language | null }>(
    'select name, language from accounts where account_id = $1',
    [accountId],
  )
  return rows[0]
}

/** Writes an account that the ERP does not know yet. Returns false when the number is taken. */
export async function insertAccount(db: Db, account: { id: string; number: string; name: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into accounts (account_id, number, name) values ($1, $2, $3) on conflict (number) do nothing',
    [account.id, account.number, account.name],
  )
  return rowCount === 1
}

export type NewInvitation = {
  id: string
  hash: Buffer
  email: string
  name: string | null
  accountId: string | null
  company: string | null
  role: string
  invitedBy: string | null
  /** The language that was chosen for the mail. */
  language: Language | null
  now: Date
  expiresAt: Date
  /** Whether it is void from the start: written so that a known e-mail costs the same as an unknown one. */
  dead: boolean
}

/** Writes an invitation; it voids those before it to the same e-mail and account. */
export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<void> {
  await voidInvitations(db, invitation)
  await db.query({
    name: 'registration-invite',
    text: `insert into invitations (id, hash, email, name, account_id, company, role, invited_by, created_at, expires_at, revoked_at, language)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz, $10, case when $11 then $9 end, $12)`,
    values: [
      invitation.id,
      invitation.hash,
      invitation.email,
      invitation.name,
      invitation.accountId,
      invitation.company,
      invitation.role,
      invitation.invitedBy,
      invitation.now,
      invitation.expiresAt,
      invitation.dead,
      invitation.language,
    ],
  })
}

type WaitingInvitation = { email: string; name: string | null; role: string; language: Language | null }

/** An invitation of an account that was neither accepted nor revoked, also an expired one, locked. */
export async function lockWaitingInvitation(
  db: Db,
  accountId: string,
  id: string,
): Promise<WaitingInvitation | undefined> {
  const { rows } = await db.query<WaitingInvitation>(
    `select email, name, role, language from invitations
     where account_id = $1 and id = $2 and accepted_at is null and revoked_at is null for update`,
    [accountId, id],
  )
  return rows[0]
}

/** Revokes an invitation of an account. Returns false when it was accepted or revoked before. */
export async function revokeWaitingInvitation(db: Db, accountId: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update invitations set revoked_at = $3
     where account_id = $1 and id = $2 and accepted_at is null and revoked_at is null`,
    [accountId, id, now],
  )
  return rowCount === 1
}

/** Voids the invitations of an e-mail into one account; null: into an account yet to be created. */
export async function voidInvitations(
  db: Db,
  { email, accountId, now }: { email: string; accountId: string | null; now: Date },
): Promise<void> {
  await db.query({
    name: 'registration-void-invitations',
    text: `update invitations set revoked_at = $3
      where email = $1 and account_id is not distinct from $2::uuid and accepted_at is null and revoked_at is null`,
    values: [email, accountId, now],
  })
}

export type InvitationRow = {
  id: string
  email: string
  name: string | null
  accountId: string | null
  /** The account's name, or the name that it will get. */
  account: string
  role: string
}

const openCondition = 'i.hash = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > $2'

/** An invitation that can be accepted, by the hash of its token. */
export async function findInvitation(db: Db, hash: Buffer, now: Date): Promise<InvitationRow | undefined> {
  const { rows } = await db.query<InvitationRow>({
    name: 'registration-find-invitation',
    text: `select i.id, i.email, i.name, i.account_id as "accountId", coalesce(a.name, i.company) as account, i.role
      from invitations i left join accounts a on a.account_id = i.account_id where ${openCondition}`,
    values: [hash, now],
  })
  return rows[0]
}

/** Uses up an invitation. Of several calls at the same moment only one returns true. */
export async function consumeInvitation(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'registration-use-invitation',
    text: `update invitations i set accepted_at = $2 where ${openCondition}`,
    values: [hash, now],
  })
  return rowCount === 1
}

/** Records which user has accepted an invitation. */
export async function setAcceptedBy(db: Db, id: string, userId: string): Promise<void> {
  await db.query('update invitations set accepted_by = $2 where id = $1', [id, userId])
}

/** Records the terms that a person has accepted, the first time. */
export async function insertTermsAcceptance(
  db: Db,
  acceptance: { userId: string; version: string; now: Date; network: string | null },
): Promise<void> {
  await db.query(
    `insert into terms_acceptances (user_id, version, accepted_at, address_prefix) values ($1, $2, $3, $4)
     on conflict (user_id, version) do nothing`,
    [acceptance.userId, acceptance.version, acceptance.now, acceptance.network],
  )
}
