import type { Db } from '#database/transaction.ts'

/** The id of the account with this number, or former number; undefined when there is none. */
export async function findAccountId(db: Db, number: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>('select account_id as id from account_numbers where number = $1', [
    number,
  ])
  return rows[0]?.id
}

/** Writes a new user; false when the e-mail is taken. */
export async function insertUser(
  db: Db,
  user: { id: string; email: string; name: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into users (id, email, name, created_at) values ($1, $2, $3, $4) on conflict (email) do nothing',
    [user.id, user.email, user.name, user.now],
  )
  return rowCount === 1
}

/** Writes the first password of a user. */
export async function insertPassword(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  await db.query('insert into passwords (user_id, hash, changed_at) values ($1, $2, $3)', [userId, hash, now])
}

/** Writes or replaces the password of a user. */
export async function upsertPasswordHash(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  await db.query(
    `insert into passwords (user_id, hash, changed_at) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    [userId, hash, now],
  )
}

/** Makes a user a member, or gives a member another role. */
export async function upsertMembership(
  db: Db,
  member: { accountId: string; userId: string; role: string; now: Date },
): Promise<'created' | 'changed' | 'unchanged'> {
  const { rows } = await db.query<{ created: boolean }>(
    `insert into memberships as m (account_id, user_id, role, created_at) values ($1, $2, $3, $4)
     on conflict (account_id, user_id) do update set role = excluded.role where m.role <> excluded.role
     returning xmax = 0 as created`,
    [member.accountId, member.userId, member.role, member.now],
  )
  if (!rows[0]) return 'unchanged'
  return rows[0].created ? 'created' : 'changed'
}

/** Disables a user from a moment on (the database ends their sessions), or enables them with null. */
export async function setDisabled(db: Db, userId: string, since: Date | null): Promise<void> {
  await db.query('update users set disabled_at = $2 where id = $1', [userId, since])
}

/** Changes a user's e-mail, and deletes mail refusals recorded for that address when somebody else had it. */
export async function setEmail(db: Db, userId: string, email: string): Promise<void> {
  await db.query('update users set email = $2 where id = $1', [userId, email])
  await db.query('delete from mail_refusals where email = $1', [email])
}

/** Replaces a password hash if it is still `from`. Returns false when it was changed meanwhile. */
export async function replacePasswordHash(
  db: Db,
  { userId, from, to, now }: { userId: string; from: string; to: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'auth-replace-hash',
    text: 'update passwords set hash = $3, changed_at = $4 where user_id = $1 and hash = $2',
    values: [userId, from, to, now],
  })
  return rowCount === 1
}
