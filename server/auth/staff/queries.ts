import { isStaffRole, type StaffRole } from '#contract/console/staff.ts'
import type { Db } from '#database/transaction.ts'

export type StaffRow = { id: string; email: string; name: string; role: StaffRole; disabled: boolean }

/** The table's check constraint allows only the roles of the contract. */
export function staffRoleOf(text: string): StaffRole {
  if (!isStaffRole(text)) throw new TypeError(`${text} is no role of staff`)
  return text
}

type StoredStaff = Omit<StaffRow, 'role'> & { role: string }
const columns = 'id, email, name, role, disabled_at is not null as disabled'
const toStaff = (row: StoredStaff): StaffRow => ({ ...row, role: staffRoleOf(row.role) })

/** The member of staff with this normalised e-mail. */
export async function findStaff(db: Db, email: string): Promise<StaffRow | undefined> {
  const { rows } = await db.query<StoredStaff>(`select ${columns} from staff where email = $1`, [email])
  return rows[0] && toStaff(rows[0])
}

/** A member of staff, locked until the end of the transaction. */
export async function lockStaff(db: Db, id: string): Promise<StaffRow | undefined> {
  const { rows } = await db.query<StoredStaff>(
    `select ${columns} from staff where id = $1 and key_id is null for update`,
    [id],
  )
  return rows[0] && toStaff(rows[0])
}

/** The owners who can sign in, locked until the end of the transaction: two cannot take the role from each other. */
export async function lockOwners(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from staff where role = 'owner' and disabled_at is null order by id for update`,
  )
  return rows.map(({ id }) => id)
}

/** Whether anybody but the holder of this e-mail has ever joined the staff. */
export async function hasStaffBeside(db: Db, email: string): Promise<boolean> {
  const { rowCount } = await db.query('select from staff where key_id is null and email <> $1 limit 1', [email])
  return rowCount === 1
}

/** Writes a new member of staff; false when the e-mail is taken. */
export async function insertStaff(
  db: Db,
  staff: { id: string; email: string; name: string; role: StaffRole; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into staff (id, email, name, role, created_at) values ($1, $2, $3, $4, $5) on conflict (email) do nothing',
    [staff.id, staff.email, staff.name, staff.role, staff.now],
  )
  return rowCount === 1
}

/** Changes the name of a member of staff. */
export async function setStaffName(db: Db, id: string, name: string): Promise<void> {
  await db.query('update staff set name = $2 where id = $1', [id, name])
}

/** Gives a member of staff another role. */
export async function setStaffRole(db: Db, id: string, role: StaffRole): Promise<void> {
  await db.query('update staff set role = $2 where id = $1', [id, role])
}

/** Disables a member of staff from a moment on, or enables them with null. */
export async function setStaffDisabled(db: Db, id: string, since: Date | null): Promise<void> {
  await db.query('update staff set disabled_at = $2 where id = $1', [id, since])
}

export type Credentials = { id: string; hash: string; sealed: Buffer }

/** What the member of staff with this e-mail signs in with; undefined for a disabled one. */
export async function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  const { rows } = await db.query<Credentials>({
    name: 'staff-credentials',
    text: `select s.id, c.hash, c.sealed from staff s join staff_credentials c on c.staff_id = s.id
      where s.email = $1 and s.disabled_at is null`,
    values: [email],
  })
  return rows[0]
}

/** Uses up a time step of a member's app. Returns false when it, or a later one, was used before. */
export async function consumeStaffStep(db: Db, id: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'staff-take-step',
    text: 'update staff_credentials set last_step = $2 where staff_id = $1 and last_step < $2',
    values: [id, step],
  })
  return rowCount === 1
}

/** Writes or replaces what a member of staff signs in with. */
export async function upsertCredentials(
  db: Db,
  credentials: { id: string; hash: string; sealed: Buffer; lastStep: number; now: Date },
): Promise<void> {
  await db.query(
    `insert into staff_credentials (staff_id, hash, sealed, last_step, changed_at) values ($1, $2, $3, $4, $5)
     on conflict (staff_id) do update set hash = excluded.hash, sealed = excluded.sealed,
       last_step = excluded.last_step, changed_at = excluded.changed_at`,
    [credentials.id, credentials.hash, credentials.sealed, credentials.lastStep, credentials.now],
  )
}

/** The keys of apps that were encrypted with another key than this one. */
export async function selectOutdatedStaffSecrets(db: Db, keyId: string): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await db.query<{ id: string; sealed: Buffer }>(
    `select staff_id as id, sealed from staff_credentials where substr(sealed, 1, 8) <> convert_to($1, 'UTF8')`,
    [keyId],
  )
  return rows
}

/** Replaces the encrypted key of an app, unless it was changed meanwhile. */
export async function updateStaffSecret(db: Db, id: string, from: Buffer, to: Buffer): Promise<void> {
  await db.query('update staff_credentials set sealed = $3 where staff_id = $1 and sealed = $2', [id, from, to])
}

export type MemberRow = StaffRow & {
  bySignOn: boolean
  lastSeen: string | null
  accounts: string[]
  accountCount: number
}

const memberColumns = `s.id, s.email, s.name, s.role, s.disabled_at is not null as disabled,
  exists (select from staff_identities i where i.staff_id = s.id) as "bySignOn",
  (select max(e.seen_at) from staff_sessions e where e.staff_id = s.id) as "lastSeen",
  coalesce((select json_agg(n.number) from (select a.number from staff_accounts o join accounts a using (account_id)
    where o.staff_id = s.id order by a.number limit 200) n), '[]') as accounts,
  (select count(*)::int from staff_accounts o where o.staff_id = s.id) as "accountCount"`

type StoredMember = Omit<MemberRow, 'role'> & { role: string }

/** The members of staff, by name. */
export async function selectMembers(db: Db): Promise<MemberRow[]> {
  const { rows } = await db.query<StoredMember>(
    `select ${memberColumns} from staff s where s.key_id is null order by lower(s.name), s.id limit 500`,
  )
  return rows.map((row) => ({ ...row, role: staffRoleOf(row.role) }))
}

/** One member of staff. */
export async function selectMember(db: Db, id: string): Promise<MemberRow | undefined> {
  const { rows } = await db.query<StoredMember>(
    `select ${memberColumns} from staff s where s.id = $1 and s.key_id is null`,
    [id],
  )
  return rows[0] && { ...rows[0], role: staffRoleOf(rows[0].role) }
}

/** Takes from a member of staff all accounts but those with these numbers. */
export async function keepAccounts(db: Db, id: string, numbers: readonly string[]): Promise<void> {
  await db.query(
    'delete from staff_accounts where staff_id = $1 and account_id not in (select account_id from account_numbers where number = any ($2::text[]))',
    [id, numbers],
  )
}

/** Takes from a member of staff the accounts with these numbers. */
export async function removeAccounts(db: Db, id: string, numbers: readonly string[]): Promise<void> {
  await db.query(
    'delete from staff_accounts where staff_id = $1 and account_id in (select account_id from account_numbers where number = any ($2::text[]))',
    [id, numbers],
  )
}

/** Gives a member of staff the accounts with these numbers. Returns how many of them exist. */
export async function addAccounts(db: Db, id: string, numbers: readonly string[], now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `with named as (select account_id from account_numbers where number = any ($2::text[])),
       added as (insert into staff_accounts (account_id, staff_id, created_at)
         select account_id, $1, $3 from named on conflict do nothing)
     select count(*)::int as count from named`,
    [id, numbers, now],
  )
  return rows[0]?.count ?? 0
}
