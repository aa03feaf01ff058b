import { type StaffRole, staffRoles } from '#contract/console/staff.ts'
import type { Db } from '#database/transaction.ts'

/** The roles that may look after customers: those that see them. */
const caring = Object.entries(staffRoles)
  .filter(([, allowed]) => (allowed as readonly string[]).includes('customers.read'))
  .map(([role]) => role as StaffRole)

export type StaffOfCustomer = { id: string; name: string; deputy: boolean; pictureAt: string | null }

/** Who of the staff looks after a customer, deputies last. Whoever asks has seen the customer as a member of staff. */
export async function selectStaffOf(db: Db, accountId: string): Promise<StaffOfCustomer[]> {
  const { rows } = await db.query<StaffOfCustomer>({
    name: 'customer-staff',
    text: `select s.id, s.name, o.deputy, p.changed_at as "pictureAt"
      from staff_accounts o join staff s on s.id = o.staff_id left join staff_pictures p on p.staff_id = s.id
      where o.account_id = $1 and s.disabled_at is null order by o.deputy, lower(s.name), s.id limit 100`,
    values: [accountId],
  })
  return rows
}

/** The members of staff who may look after customers, by name. */
export async function selectAccountTeam(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from staff where disabled_at is null and role = any ($1::text[]) order by lower(name), id limit 500',
    [caring],
  )
  return rows
}

/** Lets a member of staff look after a customer. Returns what was before: null when they did not; undefined when they may not. */
export async function upsertStaffOf(
  db: Db,
  { accountId, staffId, deputy, now }: { accountId: string; staffId: string; deputy: boolean; now: Date },
): Promise<{ deputy: boolean } | null | undefined> {
  const { rows } = await db.query<{ before: boolean | null }>(
    `with before as (select deputy from staff_accounts where account_id = $1 and staff_id = $2)
     insert into staff_accounts (account_id, staff_id, created_at, deputy)
     select $1, s.id, $4, $3 from staff s where s.id = $2 and s.disabled_at is null and s.role = any ($5::text[])
     on conflict (account_id, staff_id) do update set deputy = excluded.deputy
     returning (select deputy from before) as before`,
    [accountId, staffId, deputy, now, caring],
  )
  const row = rows[0]
  if (!row) return undefined
  return row.before === null ? null : { deputy: row.before }
}

/** Takes a customer from a member of staff. Returns how they looked after it; undefined when they did not. */
export async function deleteStaffOf(
  db: Db,
  accountId: string,
  staffId: string,
): Promise<{ deputy: boolean } | undefined> {
  const { rows } = await db.query<{ deputy: boolean }>(
    'delete from staff_accounts where account_id = $1 and staff_id = $2 returning deputy',
    [accountId, staffId],
  )
  return rows[0]
}

export type NewNote = { accountId: string; id: string; staffId: string; text: string; now: Date }

/** Stores a note about a customer; false when there is one with its id. */
export async function insertNote(db: Db, { accountId, id, staffId, text, now }: NewNote): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into account_notes (account_id, id, staff_id, text, written_at) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [accountId, id, staffId, text, now],
  )
  return rowCount === 1
}
