import type { Db } from '#database/transaction.ts'
import type { Proof } from '../tokens/proof.ts'

export type SignInRow = { id: string; email: string; name: string; hash: string | null; disabled: boolean }

/** The user with a normalised e-mail address, with the password's hash. */
export async function findUser(db: Db, email: string): Promise<SignInRow | undefined> {
  const { rows } = await db.query<SignInRow>({
    name: 'auth-find-user',
    text: `select u.id, u.email, u.name, p.hash, u.disabled_at is not null as disabled
      from users u left join passwords p on p.user_id = u.id where u.email = $1`,
    values: [email],
  })
  return rows[0]
}

/** The conditions under which each kind of proof holds; they lock the rows until the end of the transaction. */
const proofQueries = {
  password: `select from users u join passwords p on p.user_id = u.id
    where u.id = $1 and u.disabled_at is null and sha256(convert_to(p.hash, 'UTF8')) = $2 for share`,
  passkey: `select from users u join passkeys p on p.user_id = u.id
    where u.id = $1 and u.disabled_at is null and p.credential = $2 for share`,
  sign_on: `select from users u join identities i on i.user_id = u.id
    where u.id = $1 and u.disabled_at is null and convert_to(i.id::text, 'UTF8') = $2 for share`,
} as const satisfies Record<Proof['by'], string>

/**
 * Whether the user may still sign in with their proof. Until the end of the transaction nobody can disable them, change
 * their password or remove the proof.
 */
export async function lockProvenUser(db: Db, userId: string, { by, key }: Proof): Promise<boolean> {
  const { rowCount } = await db.query({ name: `auth-hold-user-${by}`, text: proofQueries[by], values: [userId, key] })
  return rowCount === 1
}

/** `requiresFactor`: the account demands a second factor of its members. */
export type MembershipRow = { accountId: string; role: string; requiresFactor: boolean }

/** The membership in the given account; else in the one last used; else in the first by number. */
export async function chooseMembership(
  db: Db,
  userId: string,
  accountId: string | null,
): Promise<MembershipRow | undefined> {
  const { rows } = await db.query<MembershipRow>({
    name: 'auth-choose-membership',
    text: `select m.account_id as "accountId", m.role, a.requires_second_factor as "requiresFactor"
      from memberships m join accounts a using (account_id)
      where m.user_id = $1
      order by m.account_id = coalesce($2::uuid,
        (select s.account_id from sessions s where s.user_id = $1 order by s.id desc limit 1)) desc nulls last, a.number
      limit 1`,
    values: [userId, accountId],
  })
  return rows[0]
}

/** The membership in the account with this number, or former number; undefined when there is none. */
export async function findMembership(db: Db, userId: string, number: string): Promise<MembershipRow | undefined> {
  const { rows } = await db.query<MembershipRow>({
    name: 'auth-find-membership',
    text: `select m.account_id as "accountId", m.role, a.requires_second_factor as "requiresFactor"
      from account_numbers n join accounts a using (account_id) join memberships m using (account_id)
      where m.user_id = $1 and n.number = $2`,
    values: [userId, number],
  })
  return rows[0]
}

/** Replaces a password hash by a stronger one of the same password, unless the password was changed meanwhile. */
export async function updatePasswordHash(db: Db, userId: string, from: string, to: string): Promise<void> {
  await db.query({
    name: 'auth-renew-hash',
    text: 'update passwords set hash = $3 where user_id = $1 and hash = $2',
    values: [userId, from, to],
  })
}

export type PersonRow = { id: string; email: string; name: string; hash: string | null }

/** A person by id, unless they are disabled. */
export async function findPerson(db: Db, userId: string): Promise<PersonRow | undefined> {
  const { rows } = await db.query<PersonRow>({
    name: 'auth-find-person',
    text: `select u.id, u.email, u.name, p.hash from users u left join passwords p on p.user_id = u.id
      where u.id = $1 and u.disabled_at is null`,
    values: [userId],
  })
  return rows[0]
}
