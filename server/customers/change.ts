import type { Customer, changeCustomer } from '#contract/console/customers.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Body } from '#contract/endpoint.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Actor, type Caller, record } from '../audit/record.ts'
import type { CustomerDeps } from './acts.ts'
import { requireCustomer, showCustomerToStaff } from './show.ts'
import { deleteStaffOf, insertNote, upsertStaffOf } from './staff-queries.ts'

/** A member of staff as who acts. */
export const actorOf = ({ staffId }: Staff, caller: Caller): Actor => ({ staffId, caller })

/** Changes the name, number and settings of a customer. Throws not_found, invalid_input, and conflict for a number that is taken. */
export async function changeCustomerAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { id, change, caller }: { id: string; change: Body<typeof changeCustomer>; caller: Caller },
): Promise<Customer> {
  const { acts } = deps
  const { number } = await requireCustomer(deps, staff, id)
  const actor = actorOf(staff, caller)
  const { language, timeZone, requiresSecondFactor, electronicAddress } = change
  const before = await showCustomerToStaff(deps, staff, id)
  if (language !== undefined) await acts.setLanguage(number, language ?? 'browser', actor)
  if (timeZone !== undefined) await acts.setTimeZone(number, timeZone ?? 'server', actor)
  if (electronicAddress !== undefined) await acts.setElectronicAddress(number, electronicAddress, actor)
  if (requiresSecondFactor !== undefined && requiresSecondFactor !== before.requiresSecondFactor)
    await acts.requireSecondFactor(number, requiresSecondFactor, actor)
  // Last: the others name the customer by its number.
  const names = { name: change.name?.trim(), number: change.number?.trim() }
  if (names.name !== undefined || names.number !== undefined) await acts.rename(number, names, actor)
  return showCustomerToStaff(deps, staff, id)
}

type StaffOf = { id: string; staffId: string; caller: Caller }

/** Lets a member of staff look after a customer, or stand in. Throws not_found, invalid_input for somebody who may not. */
export async function setStaffOf(
  deps: CustomerDeps,
  staff: Staff,
  { id, staffId, deputy, caller }: StaffOf & { deputy: boolean },
): Promise<Customer> {
  await requireCustomer(deps, staff, id)
  await withTransaction(deps.db, async (db) => {
    const before = await upsertStaffOf(db, { accountId: id, staffId, deputy, now: deps.clock() })
    if (before === undefined) {
      const message = translatable('customer.staff')
      throw new PortalError('invalid_input', message, { errors: [{ field: 'staff', message }] })
    }
    if (before?.deputy === deputy) return
    const details = { staff: staffId, before: before === null ? null : dutyOf(before.deputy), after: dutyOf(deputy) }
    await record(deps, db, { action: 'staff_accounts_changed', ...actorOf(staff, caller), accountId: id, details })
  })
  return showCustomerToStaff(deps, staff, id)
}

const dutyOf = (deputy: boolean) => (deputy ? 'deputy' : 'manager')

/** Takes a customer from a member of staff. Throws not_found. */
export async function removeStaffOf(
  deps: CustomerDeps,
  staff: Staff,
  { id, staffId, caller }: StaffOf,
): Promise<Customer> {
  await requireCustomer(deps, staff, id)
  await withTransaction(deps.db, async (db) => {
    const before = await deleteStaffOf(db, id, staffId)
    if (!before) throw notFound()
    const details = { staff: staffId, before: dutyOf(before.deputy), after: null }
    await record(deps, db, { action: 'staff_accounts_changed', ...actorOf(staff, caller), accountId: id, details })
  })
  return showCustomerToStaff(deps, staff, id)
}

/** Writes a note about a customer for other staff; the same id again adds nothing. Throws not_found. */
export async function noteCustomerAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { customer, id, text, caller }: { customer: string; id: string; text: string; caller: Caller },
): Promise<Customer> {
  await requireCustomer(deps, staff, customer)
  await withTransaction(deps.db, async (db) => {
    const { staffId } = staff
    if (!(await insertNote(db, { accountId: customer, id, staffId, text: text.trim(), now: deps.clock() }))) return
    const entry = { ...actorOf(staff, caller), accountId: customer, details: { note: id } }
    await record(deps, db, { action: 'account_note_written', ...entry })
  })
  return showCustomerToStaff(deps, staff, customer)
}
