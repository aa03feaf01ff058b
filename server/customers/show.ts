import type { Customer } from '#contract/console/customers.ts'
import type { Staff } from '#contract/console/staff.ts'
import { notFound } from '#contract/errors.ts'
import { readAddress } from '#contract/values/electronic-addresses.ts'
import type { CustomerDeps } from './acts.ts'
import { selectAccountEvents } from './event-queries.ts'
import { toEntry } from './list.ts'
import { findCustomer, selectCustomer } from './show-queries.ts'
import { selectStaffOf } from './staff-queries.ts'

type ShowDeps = Pick<CustomerDeps, 'consolePool' | 'db' | 'clock'>

/** A customer as a member of staff sees it. Throws not_found for one that they may not see. */
export async function showCustomerToStaff(
  { consolePool, db, clock }: ShowDeps,
  staff: Staff,
  id: string,
): Promise<Customer> {
  const parts = await selectCustomer(consolePool, staff, id, clock())
  if (!parts) throw notFound()
  const { facts, own, ...lists } = parts
  const { createdAt, language, timeZone, requiresSecondFactor, electronicAddress, ...row } = facts
  return {
    ...toEntry(row),
    ...{ createdAt, language, timeZone, requiresSecondFactor },
    electronicAddress: readAddress(electronicAddress) ?? null,
    ...own,
    ...lists,
    staff: await selectStaffOf(db, id),
    events: await selectAccountEvents(db, id),
  }
}

/** The number and name of a customer. Throws not_found for one that the member of staff may not see. */
export async function requireCustomer(
  { consolePool }: Pick<CustomerDeps, 'consolePool'>,
  staff: Staff,
  id: string,
): Promise<{ id: string; number: string; name: string }> {
  const customer = await findCustomer(consolePool, staff, id)
  if (!customer) throw notFound()
  return customer
}
