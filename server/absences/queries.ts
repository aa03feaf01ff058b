import type { DatabaseError } from 'pg'
import type { Absence } from '#contract/console/absences.ts'
import { type StaffRole, staffRoles } from '#contract/console/staff.ts'
import type { Db } from '#database/transaction.ts'

/** The roles that may answer requests: they can stand in. */
const answering = Object.entries(staffRoles)
  .filter(([, allowed]) => (allowed as readonly string[]).includes('requests.write'))
  .map(([role]) => role as StaffRole)

const columns = `a.id, jsonb_build_object('id', m.id, 'name', m.name) as staff,
  jsonb_build_object('id', s.id, 'name', s.name) as "standIn", s.disabled_at is not null as "standInDisabled",
  a.first_day::text as "firstDay", a.last_day::text as "lastDay"`
const from = 'from staff_absences a join staff m on m.id = a.staff_id join staff s on s.id = a.stand_in'

/** The absences that are not over on a day, by their first day. */
export async function selectAbsences(db: Db, today: string): Promise<Absence[]> {
  const { rows } = await db.query<Absence>({
    name: 'absences',
    text: `select ${columns} ${from} where a.last_day >= $1::date order by a.first_day, lower(m.name), a.id limit 500`,
    values: [today],
  })
  return rows
}

export type StaffName = { id: string; name: string }

/** The members of staff who can be away and those who can stand in, by name. */
export async function selectStaffNames(db: Db): Promise<{ staff: StaffName[]; standIns: StaffName[] }> {
  const { rows } = await db.query<StaffName & { answers: boolean }>({
    name: 'absences-staff',
    text: 'select id, name, role = any ($1::text[]) as answers from staff where disabled_at is null and key_id is null order by lower(name), id limit 500',
    values: [answering],
  })
  const nameOf = ({ id, name }: StaffName) => ({ id, name })
  return { staff: rows.map(nameOf), standIns: rows.filter(({ answers }) => answers).map(nameOf) }
}

export type NewAbsence = {
  id: string
  staff: string
  standIn: string
  firstDay: string
  lastDay: string
  now: Date
}

/** Stores an absence. Returns false when it shares a day with another of the same member; the transaction is then over. */
export async function insertAbsence(db: Db, absence: NewAbsence): Promise<boolean> {
  const { id, staff, standIn, firstDay, lastDay, now } = absence
  try {
    await db.query(
      'insert into staff_absences (id, staff_id, stand_in, first_day, last_day, created_at) values ($1, $2, $3, $4, $5, $6)',
      [id, staff, standIn, firstDay, lastDay, now],
    )
    return true
  } catch (error) {
    if ((error as Partial<DatabaseError>).code === '23P01') return false
    throw error
  }
}

export type AbsenceRow = { staffId: string; standIn: string; firstDay: string; lastDay: string }

/** Deletes an absence and returns what it was; undefined when there is none. */
export async function deleteAbsence(db: Db, id: string): Promise<AbsenceRow | undefined> {
  const { rows } = await db.query<AbsenceRow>(
    `delete from staff_absences where id = $1
     returning staff_id as "staffId", stand_in as "standIn", first_day::text as "firstDay", last_day::text as "lastDay"`,
    [id],
  )
  return rows[0]
}
