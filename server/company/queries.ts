import type { Db } from '#database/transaction.ts'

export type MemberRow = {
  id: string
  name: string
  email: string
  role: string
  since: string
  lastSeenAt: string | null
}

/** The members of an account by name, with the time when they last worked in this account. */
export async function selectMembers(db: Db, accountId: string): Promise<MemberRow[]> {
  const { rows } = await db.query<MemberRow>({
    name: 'company-members',
    text: `select u.id, u.name, u.email, m.role, m.created_at as since,
        last_seen(m.account_id, u.id) as "lastSeenAt"
      from memberships m join users u on u.id = m.user_id where m.account_id = $1 order by lower(u.name), u.email`,
    values: [accountId],
  })
  return rows
}

export type PendingInvitationRow = { id: string; email: string; role: string; invitedAt: string; expiresAt: string }

/** The invitations into an account that can be accepted, the newest first. */
export async function selectInvitations(db: Db, accountId: string, now: Date): Promise<PendingInvitationRow[]> {
  const { rows } = await db.query<PendingInvitationRow>({
    name: 'company-invitations',
    text: `select id, email, role, created_at as "invitedAt", expires_at as "expiresAt" from invitations
      where account_id = $1 and accepted_at is null and revoked_at is null and expires_at > $2
      order by created_at desc, id desc`,
    values: [accountId, now],
  })
  return rows
}

/** Revokes an invitation into this account. Returns false when it is not pending. */
export async function revokeInvitationOf(db: Db, accountId: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'company-revoke-invitation',
    text: `update invitations set revoked_at = $3
      where account_id = $1 and id = $2 and accepted_at is null and revoked_at is null and expires_at > $3`,
    values: [accountId, id, now],
  })
  return rowCount === 1
}

/**
 * The roles of an account by user, locked until the end of the transaction, so that two admins cannot remove each
 * other.
 */
export async function lockRoles(db: Db, accountId: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; role: string }>({
    name: 'company-hold-roles',
    text: 'select user_id as id, role from memberships where account_id = $1 order by user_id for update',
    values: [accountId],
  })
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** Changes a member's role. The database then refuses the tokens with the old one. */
export async function updateRole(db: Db, accountId: string, userId: string, role: string): Promise<void> {
  await db.query('update memberships set role = $3 where account_id = $1 and user_id = $2', [accountId, userId, role])
}

/** Deletes a membership. The database then refuses its tokens. */
export async function deleteMember(db: Db, accountId: string, userId: string): Promise<void> {
  await db.query('delete from memberships where account_id = $1 and user_id = $2', [accountId, userId])
}

/** The name of a person. */
export async function selectUserName(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>('select name from users where id = $1', [userId])
  return rows[0]?.name
}
