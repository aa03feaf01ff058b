import type { Db } from '#database/transaction.ts'

/** A signed-in person, as far as another region needs to know them. */
export type SignedInPerson = { email: string; name: string; bothFactors: boolean; remembered: boolean }

/** The person of a session that has not ended; undefined when there is none. */
export async function findSignedInPerson(db: Db, sessionId: string): Promise<SignedInPerson | undefined> {
  const { rows } = await db.query<SignedInPerson>(
    `select u.email, u.name, s.second_factor_at is not null as "bothFactors", s.remembered
from sessions s join users u on u.id = s.user_id
where s.id = $1 and s.revoked_at is null and u.disabled_at is null`,
    [sessionId],
  )
  return rows[0]
}

/** The accounts of the person with an e-mail in the form that is stored, by number, at most 200; none of a disabled person. */
export async function selectAccountsOf(db: Db, email: string): Promise<{ number: string; name: string }[]> {
  const { rows } = await db.query<{ number: string; name: string }>(
    `select a.number, a.name from users u join memberships m on m.user_id = u.id join accounts a on a.account_id = m.account_id
where u.email = $1 and u.disabled_at is null order by a.number limit 200`,
    [email],
  )
  return rows
}
