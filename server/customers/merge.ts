import type { Customer } from '#contract/console/customers.ts'
import type { MergePreview } from '#contract/console/merge.ts'
import type { Staff } from '#contract/console/staff.ts'
import { invalidField, translatable } from '#contract/errors.ts'
import type { Caller } from '../audit/record.ts'
import type { CustomerDeps } from './acts.ts'
import { actorOf } from './change.ts'
import { countMerge } from './merge-queries.ts'
import { requireCustomer, showCustomerToStaff } from './show.ts'
import { findCustomerByNumber } from './show-queries.ts'

/** What would move if a customer became part of another. Throws not_found, invalid_input for a number that is none or its own. */
export async function previewMergeForStaff(
  deps: CustomerDeps,
  staff: Staff,
  { id, into }: { id: string; into: string },
): Promise<MergePreview> {
  const { from, target } = await requireBoth(deps, staff, id, into)
  return {
    from: { number: from.number, name: from.name },
    into: target,
    ...(await countMerge(deps.db, from.id, target.id)),
  }
}

/** Merges a customer into another; its number has been typed once more. Throws as previewMergeForStaff does. */
export async function mergeAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { id, into, confirm, caller }: { id: string; into: string; confirm: string; caller: Caller },
): Promise<Customer> {
  const { from, target } = await requireBoth(deps, staff, id, into)
  requireTyped('confirm', confirm, from.number)
  await deps.acts.merge({ from: from.number, into: target.number }, actorOf(staff, caller))
  return showCustomerToStaff(deps, staff, target.id)
}

/** Throws invalid_input when what was typed to confirm is another text. */
export function requireTyped(field: string, typed: string, expected: string): void {
  if (typed.trim() === expected) return
  throw invalidField(field, translatable('customer.confirm', { text: expected }))
}

async function requireBoth(deps: CustomerDeps, staff: Staff, id: string, into: string) {
  const from = await requireCustomer(deps, staff, id)
  const number = into.trim()
  const target = await findCustomerByNumber(deps.consolePool, staff, number)
  if (!target) throw invalidField('into', translatable('customer.unknown', { number }))
  if (target.id === from.id)
    throw invalidField('into', translatable('customer.same', { from: from.number, into: number }))
  return { from, target }
}
