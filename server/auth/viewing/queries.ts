import type { Pool } from 'pg'
import { type StaffPermission, type StaffRole, staffRoles } from '#contract/console/staff.ts'
import { type Db, withStaff } from '#database/transaction.ts'

/** The roles of staff that may see the portal as its people see it. */
const viewingRoles = (Object.entries(staffRoles) as [StaffRole, readonly StaffPermission[]][])
  .filter(([, allowed]) => allowed.includes('view.as'))
  .map(([role]) => role)

export type PersonRow = {
  id: string
  name: string
  email: string
  role: string
  accountNumber: string
  accountName: string
}

const personColumns = `u.id, u.name, u.email, m.role, a.number as "accountNumber", a.name as "accountName"`
const ofPeople = `from users u join memberships m on m.user_id = u.id join accounts a on a.account_id = m.account_id
  where u.disabled_at is null and u.erased_at is null`

/** Members of accounts that a member of staff may see, by words of their name, e-mail or account; by name. */
export function searchPeople(consolePool: Pool, staffId: string, words: readonly string[], limit: number) {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows } = await db.query<PersonRow>({
      name: 'viewing-people',
      text: `select ${personColumns} ${ofPeople}
        and not exists (select from unnest($1::text[]) word where strpos(lower(concat_ws(' ', u.name, u.email, a.number, a.name)), word) = 0)
        order by lower(u.name), u.id, a.number limit $2`,
      values: [words, limit],
    })
    return rows
  })
}

/** A person in each of their accounts that a member of staff may see; in one account when its number is given. */
export function selectPerson(
  consolePool: Pool,
  staffId: string,
  { person, account }: { person: string; account: string | null },
  limit: number,
) {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows } = await db.query<PersonRow & { accountId: string }>({
      name: 'viewing-person',
      text: `select ${personColumns}, m.account_id as "accountId" ${ofPeople}
        and u.id = $1 and ($2::text is null or a.number = $2) order by a.number limit $3`,
      values: [person, account, limit],
    })
    return rows
  })
}

export type NewViewing = {
  accountId: string
  id: string
  staffId: string
  staffSessionId: string
  userId: string
  hash: Buffer
  reason: string
  now: Date
  expiresAt: Date
}

/** Writes a viewing that begins. */
export async function insertViewing(db: Db, viewing: NewViewing): Promise<void> {
  await db.query(
    `insert into viewings (account_id, id, staff_id, staff_session_id, user_id, hash, reason, started_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[viewing.accountId, viewing.id, viewing.staffId, viewing.staffSessionId, viewing.userId],
      ...[viewing.hash, viewing.reason, viewing.now, viewing.expiresAt],
    ],
  )
}

export type ViewingRow = { id: string; staffId: string; userId: string; accountId: string; role: string }

const lasting = `v.id, v.staff_id as "staffId", v.user_id as "userId", v.account_id as "accountId", m.role
  from viewings v
    join staff_sessions e on e.id = v.staff_session_id and e.ended_at is null and e.expires_at > $2 and e.seen_at > $3
    join staff s on s.id = v.staff_id and s.disabled_at is null and s.role = any ($4::text[])
    join memberships m on m.account_id = v.account_id and m.user_id = v.user_id
    join users u on u.id = v.user_id and u.disabled_at is null
  where v.ended_at is null and v.expires_at > $2
    and (s.role <> 'sales' or exists (select from staff_accounts o
      where o.account_id = v.account_id and (o.staff_id = s.id or o.staff_id in (select stood_in_for(s.id, $5::date)))))`

/** `today`: the supplier's calendar date. */
type AtMoment = { now: Date; seenSince: Date; today: string }

/**
 * The viewing with this hash while it lasts: its end has not come, the member of staff is signed in as they were and may
 * see the account, and the person is still a member of it.
 */
export async function findViewing(
  db: Db,
  hash: Buffer,
  { now, seenSince, today }: AtMoment,
): Promise<ViewingRow | undefined> {
  const { rows } = await db.query<ViewingRow>({
    name: 'viewing-by-hash',
    text: `select ${lasting} and v.hash = $1`,
    values: [hash, now, seenSince, viewingRoles, today],
  })
  return rows[0]
}

/** Whether a viewing lasts, and its person still has this role. */
export async function isLasting(
  db: Db,
  viewing: { accountId: string; id: string; role: string },
  { now, seenSince, today }: AtMoment,
): Promise<boolean> {
  const { rows } = await db.query<ViewingRow>({
    name: 'viewing-by-id',
    text: `select ${lasting} and v.account_id = $6 and v.id = $1`,
    values: [viewing.id, now, seenSince, viewingRoles, today, viewing.accountId],
  })
  return rows[0]?.role === viewing.role
}

/** Ends a viewing of a member of staff; returns whose account it was of, undefined when it has ended. */
export async function setViewingEnded(
  db: Db,
  staffId: string,
  id: string,
  now: Date,
): Promise<{ accountId: string; userId: string } | undefined> {
  const { rows } = await db.query<{ accountId: string; userId: string }>(
    `update viewings set ended_at = $3 where staff_id = $1 and id = $2 and ended_at is null and expires_at > $3
     returning account_id as "accountId", user_id as "userId"`,
    [staffId, id, now],
  )
  return rows[0]
}
