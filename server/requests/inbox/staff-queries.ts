import { type StaffRole, staffRoles } from '#contract/console/staff.ts'
import type { Db } from '#database/transaction.ts'

/** The roles that may answer requests. */
const answering = Object.entries(staffRoles)
  .filter(([, allowed]) => (allowed as readonly string[]).includes('requests.write'))
  .map(([role]) => role as StaffRole)

const mayAnswer = `s.disabled_at is null and s.role = any ($3::text[])
  and (s.role <> 'sales' or exists (select from staff_accounts o
    where o.account_id = $2 and (o.staff_id = s.id or o.staff_id in (select stood_in_for(s.id, $4::date)))))`

/** Whether this e-mail is that of a member of staff who may answer requests of an account in the console on a day. */
export async function mayAnswerInConsole(db: Db, email: string, accountId: string, today: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'inbox-may-answer',
    text: `select from staff s where s.email = $1 and ${mayAnswer}`,
    values: [email, accountId, answering, today],
  })
  return rowCount === 1
}

/** Whether a member of staff can look after a request of an account: one who may answer it on that day. */
export async function canLookAfter(db: Db, staffId: string, accountId: string, today: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'inbox-can-look-after',
    text: `select from staff s where s.id = $1 and ${mayAnswer}`,
    values: [staffId, accountId, answering, today],
  })
  return rowCount === 1
}

/** The members of staff who may answer requests, by name. */
export async function selectAssignees(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from staff where disabled_at is null and role = any ($1::text[]) order by lower(name), id limit 500',
    [answering],
  )
  return rows
}

/** The language of a person who belongs to an account: their own choice, else the account's, else their browser's. */
export async function selectReader(
  db: Db,
  accountId: string,
  userId: string,
): Promise<{ language: string | null } | undefined> {
  const { rows } = await db.query<{ language: string | null }>({
    name: 'inbox-reader',
    text: `select coalesce(u.language, a.language, u.browser_language) as language
      from accounts a left join users u on u.id = $2 where a.account_id = $1`,
    values: [accountId, userId],
  })
  return rows[0]
}

/** Who stands in on a day for the member of staff with this e-mail; undefined when nobody who can sign in does. */
export async function selectStandIn(
  db: Db,
  email: string,
  today: string,
): Promise<{ email: string; name: string } | undefined> {
  const { rows } = await db.query<{ email: string; name: string }>({
    name: 'inbox-stand-in',
    text: `select s.email, s.name from staff m join staff s on m.id in (select stood_in_for(s.id, $2::date))
      where m.email = $1 and s.disabled_at is null`,
    values: [email, today],
  })
  return rows[0]
}
