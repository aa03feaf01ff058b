import type { Pool } from 'pg'
import type { StaffMember } from '#contract/console/access.ts'
import type { StaffRole } from '#contract/console/staff.ts'
import { invalidField, notFound, PortalError, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, commandLine, record } from '#server/audit/record.ts'
import { seal, unseal } from '../factors/sealed.ts'
import { hashPassword, type RandomBytes } from '../passwords/passwords.ts'
import type { TokenKeys } from '../tokens/token-keys.ts'
import { revokeStaffInvitations, selectInvited } from './invitation-queries.ts'
import {
  addAccounts,
  insertStaff,
  keepAccounts,
  lockOwners,
  lockStaff,
  removeAccounts,
  type StaffRow,
  selectMember,
  selectMembers,
  selectOutdatedStaffSecrets,
  setStaffDisabled,
  setStaffRole,
  updateStaffSecret,
  upsertCredentials,
} from './queries.ts'
import { endSessionsOfStaff } from './session-queries.ts'
import { hasStaffIdentity } from './sign-on-queries.ts'

export type StaffAdminDeps = { db: Pool; clock: () => Date; newId: () => string }

/** The members of staff, and the e-mails that are invited. */
export async function listStaff({ db, clock }: Pick<StaffAdminDeps, 'db' | 'clock'>) {
  return { staff: await selectMembers(db), invited: await selectInvited(db, clock()) }
}

export type StaffChange = {
  role?: StaffRole | undefined
  disabled?: boolean | undefined
  /** The numbers of all accounts that are theirs from now on. */
  accounts?: readonly string[] | undefined
  /** The numbers of accounts that become theirs, and of those that no longer are. */
  addAccounts?: readonly string[] | undefined
  removeAccounts?: readonly string[] | undefined
}

/** Who changes a member of staff: another member, or the operator. */
export type StaffActor = { staffId: string | null; caller: Caller }

/**
 * Changes a member of staff. A disabled member is out at once, everywhere: every call looks the session up. Throws
 * not_found, invalid_input for an unknown account, conflict when no owner would be left or the groups at the identity
 * provider decide the role.
 */
export function changeStaff(
  deps: StaffAdminDeps,
  id: string,
  change: StaffChange,
  actor: StaffActor,
): Promise<StaffMember> {
  return withTransaction(deps.db, async (db) => {
    const owners = await lockOwners(db)
    const member = await lockStaff(db, id)
    if (!member) throw notFound()
    const staysOwner = (change.role ?? member.role) === 'owner' && !(change.disabled ?? member.disabled)
    // The operator can invite another.
    if (actor.staffId !== null && owners.includes(id) && owners.length === 1 && !staysOwner)
      throw new PortalError('conflict', translatable('staff.lastOwner'))
    if (change.role !== undefined && change.role !== member.role && (await hasStaffIdentity(db, id)))
      throw new PortalError('conflict', translatable('staff.roleBySignOn'))
    await applyChange(deps, db, member, change, actor)
    return (await selectMember(db, id)) as StaffMember
  })
}

async function applyChange(
  deps: StaffAdminDeps,
  db: Db,
  member: StaffRow,
  { role, disabled, ...accounts }: StaffChange,
  { staffId, caller }: StaffActor,
): Promise<void> {
  const { id } = member
  const now = deps.clock()
  const entry = { caller, staffId }
  if (role !== undefined && role !== member.role) {
    await setStaffRole(db, id, role)
    const details = { staff: id, before: member.role, after: role }
    await record(deps, db, { ...entry, action: 'staff_role_changed', details })
  }
  if (Object.values(accounts).some((numbers) => numbers !== undefined)) {
    await changeAccounts(db, id, accounts, now)
    const count = (await selectMember(db, id))?.accountCount ?? 0
    await record(deps, db, { ...entry, action: 'staff_accounts_changed', details: { staff: id, count } })
  }
  if (disabled === undefined || disabled === member.disabled) return
  await setStaffDisabled(db, id, disabled ? now : null)
  if (disabled) {
    await endSessionsOfStaff(db, id, now)
    await revokeStaffInvitations(db, member.email, now)
  }
  await record(deps, db, { ...entry, action: disabled ? 'staff_disabled' : 'staff_enabled', details: { staff: id } })
}

async function changeAccounts(
  db: Db,
  id: string,
  { accounts, addAccounts: added = [], removeAccounts: removed = [] }: Omit<StaffChange, 'role' | 'disabled'>,
  now: Date,
): Promise<void> {
  if (accounts) await keepAccounts(db, id, accounts)
  await removeAccounts(db, id, removed)
  const wanted = new Set([...(accounts ?? []), ...added])
  if ((await addAccounts(db, id, [...wanted], now)) !== wanted.size)
    throw invalidField(accounts ? 'accounts' : 'addAccounts', translatable('staff.noAccount'))
}

/** Makes an owner with a password and an app's key that are known, for the demo; does nothing where the e-mail is taken. */
export async function addDemoOwner(
  deps: StaffAdminDeps & { random: RandomBytes; keys: TokenKeys },
  { email, name, password, appKey }: { email: string; name: string; password: string; appKey: string },
): Promise<void> {
  const id = deps.newId()
  const hash = await hashPassword(password, deps.random)
  await withTransaction(deps.db, async (db) => {
    const now = deps.clock()
    if (!(await insertStaff(db, { id, email, name, role: 'owner', now }))) return
    const sealed = seal(deps.keys, deps.random, id, appKey)
    await upsertCredentials(db, { id, hash, sealed, lastStep: 0, now })
    await record(deps, db, { action: 'staff_joined', caller: commandLine, staffId: id, details: { role: 'owner' } })
  })
}

/** Encrypts the keys of all apps of staff with the newest key of the operator, so that the one before can be removed. */
export async function resealStaffSecrets({
  db,
  keys,
  random,
}: {
  db: Db
  keys: TokenKeys
  random: RandomBytes
}): Promise<void> {
  for (const { id, sealed } of await selectOutdatedStaffSecrets(db, keys[0].id)) {
    const secret = unseal(keys, id, sealed)
    if (secret !== undefined) await updateStaffSecret(db, id, sealed, seal(keys, random, id, secret))
  }
}
