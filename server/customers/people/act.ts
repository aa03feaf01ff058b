import type { Person } from '#contract/console/people.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Role } from '#contract/permissions.ts'
import type { Caller } from '#server/audit/record.ts'
import type { CustomerDeps } from '../acts.ts'
import { actorOf } from '../change.ts'
import { requireTyped } from '../merge.ts'
import { requireCustomer } from '../show.ts'
import { requirePerson, showPersonToStaff } from './show.ts'

type Of<More = unknown> = More & { id: string; caller: Caller }

/** Disables or enables a person, or gives them another e-mail. Throws not_found, invalid_input, and conflict for a taken e-mail. */
export async function changePersonAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { id, caller, disabled, email }: Of<{ disabled?: boolean | undefined; email?: string | undefined }>,
): Promise<Person> {
  const before = await requirePerson(deps, staff, id)
  const actor = actorOf(staff, caller)
  if (disabled !== undefined) await deps.acts[disabled ? 'disable' : 'enable'](before, actor)
  if (email !== undefined && email.trim() !== before) await deps.acts.changeEmail(before, email, actor)
  return showPersonToStaff(deps, staff, id)
}

/** Gives a member of an account another role. Throws not_found, and conflict for the last admin. */
export async function changeRoleAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { id, account, role, caller }: Of<{ account: string; role: Role }>,
): Promise<Person> {
  await requirePerson(deps, staff, id)
  await requireCustomer(deps, staff, account)
  await deps.acts.changeRole({ accountId: account, id, role }, actorOf(staff, caller))
  return showPersonToStaff(deps, staff, id)
}

/** Takes a person out of one account. Throws not_found. */
export async function removeAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { id, account, caller }: Of<{ account: string }>,
): Promise<Person> {
  await requirePerson(deps, staff, id)
  await requireCustomer(deps, staff, account)
  await deps.acts.removeMember({ accountId: account, id }, actorOf(staff, caller))
  return showPersonToStaff(deps, staff, id)
}

/** Ends all sessions of a person. Throws not_found. */
export async function signOutAsStaff(deps: CustomerDeps, staff: Staff, { id, caller }: Of): Promise<Person> {
  await deps.acts.signOut(await requirePerson(deps, staff, id), actorOf(staff, caller))
  return showPersonToStaff(deps, staff, id)
}

/** Removes the second factors of a person. Throws not_found. */
export async function resetFactorsAsStaff(deps: CustomerDeps, staff: Staff, { id, caller }: Of): Promise<Person> {
  await deps.acts.resetFactors(await requirePerson(deps, staff, id), actorOf(staff, caller))
  return showPersonToStaff(deps, staff, id)
}

/** Deletes a person for good; their e-mail has been typed once more. Throws not_found, invalid_input. */
export async function eraseAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { id, confirm, caller }: Of<{ confirm: string }>,
): Promise<void> {
  const email = await requirePerson(deps, staff, id)
  requireTyped('confirm', confirm.toLowerCase(), email)
  const actor = actorOf(staff, caller)
  // Disabling signs them out everywhere before anything is deleted.
  await deps.acts.disable(email, actor)
  await deps.acts.erase(email, actor)
}
