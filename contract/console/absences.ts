import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { CalendarDate } from '../values/dates.ts'

/* Days on which members of staff are away, and who stands in for them meanwhile. */

const uuid = Type.String({ format: 'uuid' })
const Member = Type.Object({ id: Type.String(), name: Type.String() })
const Absence = Type.Object({
  id: Type.String(),
  staff: Member,
  standIn: Member,
  /** Whether the one who stands in is disabled: then nobody does. */
  standInDisabled: Type.Boolean(),
  firstDay: CalendarDate,
  lastDay: CalendarDate,
})
export type Absence = Static<typeof Absence>
const AbsenceList = Type.Object({
  /** Those that are not over, by their first day, at most 500. */
  absences: Type.Array(Absence),
  /** Who can be away, by name. */
  staff: Type.Array(Member),
  /** Who can stand in, by name: whoever may answer requests. */
  standIns: Type.Array(Member),
})

export const listAbsences = endpoint('listAbsences', 'GET', '/console/absences', {
  access: 'staff',
  summary: 'Who of the staff is away or will be, who stands in, and who can.',
  reply: AbsenceList,
})

export const addAbsence = endpoint('addAbsence', 'POST', '/console/absences', {
  access: 'staff',
  summary:
    'Says that a member of staff is away from one day to another, both included, and who stands in; owners say so of anybody, others of themselves.',
  body: Type.Object(
    { staff: uuid, standIn: uuid, firstDay: CalendarDate, lastDay: CalendarDate },
    { additionalProperties: false },
  ),
  reply: AbsenceList,
})

export const endAbsence = endpoint('endAbsence', 'DELETE', '/console/absences/:id', {
  access: 'staff',
  summary: 'Takes an absence back; who stood in loses access at once.',
  params: Type.Object({ id: uuid }),
  reply: AbsenceList,
})

/** The calls about absences of staff. */
export const absenceEndpoints = [listAbsences, addAbsence, endAbsence] as const
