import type { Pool } from 'pg'
import type { Person } from '#contract/console/people.ts'
import type { Staff } from '#contract/console/staff.ts'
import { type Db, withStaff } from '#database/transaction.ts'

export type PersonFacts = {
  id: string
  name: string
  email: string
  createdAt: string
  language: string | null
  disabled: boolean
  codesEnded: boolean
  deletionAskedAt: string | null
}
export type SessionRow = {
  id: string
  userAgent: string | null
  network: string | null
  account: string
  since: string
  lastSeen: string
}
export type PersonParts = {
  facts: PersonFacts
  accounts: Person['accounts']
  invitations: Person['invitations']
  factors: Person['factors']
  sessions: SessionRow[]
}

/** A person whom a member of staff may see, with what is theirs there; undefined when there is none. */
export function selectPerson(consolePool: Pool, staff: Staff, id: string, now: Date): Promise<PersonParts | undefined> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<PersonFacts>({
      name: 'person-facts',
      text: `select id, name, email, created_at as "createdAt", language, disabled_at is not null as disabled, wrong_codes >= 100 as "codesEnded",
        deletion_asked_at as "deletionAskedAt" from users where id = $1 and erased_at is null`,
      values: [id],
    })
    const facts = rows[0]
    if (!facts) return undefined
    return {
      facts,
      accounts: await selectAccounts(db, id),
      invitations: await selectInvitations(db, facts.email, now),
      factors: await selectFactors(db, id),
      sessions: await selectSessions(db, id, now),
    }
  })
}

/** The e-mail of a person whom a member of staff may see. */
export function findPersonEmail(consolePool: Pool, staff: Staff, id: string): Promise<string | undefined> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<{ email: string }>({
      name: 'person-email',
      text: 'select email from users where id = $1 and erased_at is null',
      values: [id],
    })
    return rows[0]?.email
  })
}

async function selectAccounts(db: Db, id: string): Promise<Person['accounts']> {
  const { rows } = await db.query<Person['accounts'][number]>({
    name: 'person-accounts',
    text: `select a.account_id as id, a.number, a.name, m.role,
        last_seen(a.account_id, $1) as "lastSeenAt"
      from memberships m join accounts a on a.account_id = m.account_id where m.user_id = $1 order by a.number limit 200`,
    values: [id],
  })
  return rows
}

async function selectInvitations(db: Db, email: string, now: Date): Promise<Person['invitations']> {
  const { rows } = await db.query<Person['invitations'][number]>({
    name: 'person-invitations',
    text: `select i.id, i.role, i.expires_at as "expiresAt", i.expires_at <= $2 as expired,
        jsonb_build_object('id', a.account_id, 'number', a.number, 'name', a.name) as account
      from invitations i join accounts a on a.account_id = i.account_id
      where i.email = $1 and i.accepted_at is null and i.revoked_at is null order by i.created_at desc, i.id limit 50`,
    values: [email, now],
  })
  return rows
}

async function selectFactors(db: Db, id: string): Promise<Person['factors']> {
  const { rows } = await db.query<Person['factors'][number]>({
    name: 'person-factors',
    text: `select method, created_at as since from second_factors where user_id = $1
      union all select 'passkey', created_at from passkeys where user_id = $1 order by since`,
    values: [id],
  })
  return rows
}

async function selectSessions(db: Db, id: string, now: Date): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>({
    name: 'person-sessions',
    text: `select s.id, s.user_agent as "userAgent", s.address_prefix as network, a.number as account, s.created_at as since, s.rotated_at as "lastSeen"
      from sessions s join accounts a on a.account_id = s.account_id
      where s.user_id = $1 and s.revoked_at is null and s.expires_at > $2 order by s.rotated_at desc, s.id limit 50`,
    values: [id, now],
  })
  return rows
}

export type AttemptRow = {
  id: string
  at: string
  action: Person['attempts'][number]['action']
  reason: string | null
  until: string | null
  network: string | null
  userAgent: string | null
}

/** The newest tries of a person to sign in. Whoever asks has seen the person as a member of staff. */
export async function selectAttempts(db: Db, userId: string): Promise<AttemptRow[]> {
  const { rows } = await db.query<AttemptRow>({
    name: 'person-attempts',
    text: `select id, at, action, details ->> 'reason' as reason, details ->> 'until' as until, address_prefix as network, user_agent as "userAgent"
      from (select * from audit_log where user_id = $1 order by at desc limit 2000) l
      where action in ('signed_in', 'sign_in_failed', 'second_factor_failed', 'passkey_refused', 'sign_on_failed', 'password_reset_asked', 'password_changed')
      order by at desc, id desc limit 20`,
    values: [userId],
  })
  return rows
}

/** Whether a person has any way to sign in, and whether mails to them are refused. */
export async function selectSignInFacts(db: Db, userId: string): Promise<{ canSignIn: boolean; mailRefused: boolean }> {
  const { rows } = await db.query<{ canSignIn: boolean; mailRefused: boolean }>({
    name: 'person-sign-in-facts',
    text: `select exists (select from passwords where user_id = $1) or exists (select from passkeys where user_id = $1)
        or exists (select from identities where user_id = $1) as "canSignIn",
      exists (select from mail_refusals r join users u on u.email = r.email where u.id = $1) as "mailRefused"`,
    values: [userId],
  })
  return rows[0] as { canSignIn: boolean; mailRefused: boolean }
}
