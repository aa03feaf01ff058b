import type { Pool } from 'pg'
import type { listAbsences as listEndpoint } from '#contract/console/absences.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Reply } from '#contract/endpoint.ts'
import { invalidField, notFound, PortalError, translatable } from '#contract/errors.ts'
import { calendarDate } from '#contract/values/dates.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { deleteAbsence, insertAbsence, selectAbsences, selectStaffNames } from './queries.ts'

export type AbsenceDeps = { db: Pool; clock: () => Date; newId: () => string }
export type AbsenceList = Reply<typeof listEndpoint>

/** Who of the staff is away or will be, and who can be or can stand in. */
export async function listAbsences({ clock }: Pick<AbsenceDeps, 'clock'>, db: Db): Promise<AbsenceList> {
  return { absences: await selectAbsences(db, calendarDate(clock())), ...(await selectStaffNames(db)) }
}

export type AbsenceInput = { staff: string; standIn: string; firstDay: string; lastDay: string }

/**
 * Says that a member of staff is away, and who stands in. Throws not_allowed for anybody else but an owner, invalid_input
 * naming the field.
 */
export function addAbsence(deps: AbsenceDeps, by: Staff, input: AbsenceInput, caller: Caller): Promise<AbsenceList> {
  requireOwn(by, input.staff)
  return withTransaction(deps.db, async (db) => {
    await checkAbsence(db, input, calendarDate(deps.clock()))
    const id = deps.newId()
    if (!(await insertAbsence(db, { ...input, id, now: deps.clock() })))
      throw invalidField('firstDay', translatable('absence.overlaps'))
    const { staff, standIn, firstDay, lastDay } = input
    const details = { staff, absence: id, before: null, after: describe(firstDay, lastDay), standIn }
    await record(deps, db, { action: 'staff_absence_added', caller, staffId: by.staffId, details })
    return listAbsences(deps, db)
  })
}

async function checkAbsence(db: Db, { staff, standIn, firstDay, lastDay }: AbsenceInput, today: string): Promise<void> {
  if (lastDay < firstDay) throw invalidField('lastDay', translatable('absence.order'))
  if (lastDay < today) throw invalidField('lastDay', translatable('absence.past'))
  const names = await selectStaffNames(db)
  if (!names.staff.some(({ id }) => id === staff)) throw invalidField('staff', translatable('absence.unknown'))
  if (staff === standIn || !names.standIns.some(({ id }) => id === standIn))
    throw invalidField('standIn', translatable('absence.standIn'))
}

/** Takes an absence back. Throws not_found, and not_allowed for anybody else but an owner. */
export function endAbsence(deps: AbsenceDeps, by: Staff, id: string, caller: Caller): Promise<AbsenceList> {
  return withTransaction(deps.db, async (db) => {
    const absence = await deleteAbsence(db, id)
    if (!absence) throw notFound()
    const { staffId, standIn, firstDay, lastDay } = absence
    // What it throws takes the deletion back.
    requireOwn(by, staffId)
    const details = { staff: staffId, absence: id, before: describe(firstDay, lastDay), after: null, standIn }
    await record(deps, db, { action: 'staff_absence_ended', caller, staffId: by.staffId, details })
    return listAbsences(deps, db)
  })
}

/** Others' accounts are given to a stand-in by their owner alone, or by whoever manages staff. */
function requireOwn(by: Staff, staffId: string): void {
  if (by.staffId === staffId || by.permissions.has('staff.write')) return
  throw new PortalError('not_allowed', translatable('staff.notAllowed'))
}

const describe = (firstDay: string, lastDay: string) => `${firstDay} – ${lastDay}`
