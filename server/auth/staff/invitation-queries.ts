import type { StaffRole } from '#contract/console/staff.ts'
import type { Db } from '#database/transaction.ts'
import { staffRoleOf } from './queries.ts'

export type NewStaffInvitation = {
  id: string
  hash: Buffer
  email: string | null
  role: StaffRole
  sealed: Buffer
  now: Date
  expiresAt: Date
}

/** Writes an invitation; those for the same e-mail, or the same to nobody by name, no longer work. */
export async function insertStaffInvitation(db: Db, invitation: NewStaffInvitation): Promise<void> {
  const { id, hash, email, role, sealed, now, expiresAt } = invitation
  await db.query(
    `update staff_invitations set revoked_at = $2
     where email is not distinct from $1 and accepted_at is null and revoked_at is null`,
    [email, now],
  )
  await db.query(
    'insert into staff_invitations (id, hash, email, role, sealed, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, hash, email, role, sealed, now, expiresAt],
  )
}

export type StaffInvitationRow = {
  id: string
  email: string | null
  role: StaffRole
  sealed: Buffer
}

const valid = 'accepted_at is null and revoked_at is null and expires_at > $2'

/** An invitation that still works. */
export async function findStaffInvitation(db: Db, hash: Buffer, now: Date): Promise<StaffInvitationRow | undefined> {
  const { rows } = await db.query<Omit<StaffInvitationRow, 'role'> & { role: string }>(
    `select id, email, role, sealed from staff_invitations where hash = $1 and ${valid}`,
    [hash, now],
  )
  return rows[0] && { ...rows[0], role: staffRoleOf(rows[0].role) }
}

/** Uses an invitation up. Of several calls at the same moment only one returns true. */
export async function consumeStaffInvitation(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(`update staff_invitations set accepted_at = $2 where id = $1 and ${valid}`, [
    id,
    now,
  ])
  return rowCount === 1
}

/** Takes back the invitations of an e-mail. */
export async function revokeStaffInvitations(db: Db, email: string, now: Date): Promise<void> {
  await db.query(
    'update staff_invitations set revoked_at = $2 where email = $1 and accepted_at is null and revoked_at is null',
    [email, now],
  )
}

/** The e-mails that are invited, the newest first. */
export async function selectInvited(db: Db, now: Date): Promise<{ email: string; role: StaffRole; until: string }[]> {
  const { rows } = await db.query<{ email: string; role: string; until: string }>(
    `select email, role, expires_at as until from staff_invitations
     where email is not null and accepted_at is null and revoked_at is null and expires_at > $1
     order by created_at desc limit 100`,
    [now],
  )
  return rows.map((row) => ({ ...row, role: staffRoleOf(row.role) }))
}
