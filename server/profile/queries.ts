import type { Pool } from 'pg'

export type ProfileRow = {
  userId: string
  userName: string
  email: string
  role: string
  number: string
  accountName: string
}

/** The user and each of their memberships, by account number; `accountId` comes first. */
export async function membershipsOf(db: Pool, userId: string): Promise<(ProfileRow & { accountId: string })[]> {
  const { rows } = await db.query<ProfileRow & { accountId: string }>({
    name: 'profile-memberships',
    text: `select u.id as "userId", u.name as "userName", u.email, m.role, m.account_id as "accountId",
        a.number, a.name as "accountName"
      from memberships m join users u on u.id = m.user_id join accounts a on a.account_id = m.account_id
      where m.user_id = $1 order by a.number`,
    values: [userId],
  })
  return rows
}
