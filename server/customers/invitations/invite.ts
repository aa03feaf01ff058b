import { type InvitationFault, type InvitationRow, mostInvitations } from '#contract/console/invitations.ts'
import type { Staff } from '#contract/console/staff.ts'
import { PortalError } from '#contract/errors.ts'
import { isLanguage } from '#contract/languages.ts'
import { isRole, type Role } from '#contract/permissions.ts'
import { withTransaction } from '#database/transaction.ts'
import type { Caller } from '#server/audit/record.ts'
import type { CustomerDeps, Inviter, StaffInvitation } from '../acts.ts'
import { actorOf } from '../change.ts'
import { requireCustomer } from '../show.ts'
import { type ExistingAccount, lockInvitationLists, selectListedPeople } from './queries.ts'
import { type ListedInvitation, readInvitationList } from './read-list.ts'

const inviterOf = ({ staffId, name }: Staff, caller: Caller): Inviter => ({ staffId, name, caller })

/** Invites somebody into an account. Throws not_found, invalid_input for a bad e-mail, conflict for a member. */
export async function inviteAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { account, caller, ...invitation }: Omit<StaffInvitation, 'accountId'> & { account: string; caller: Caller },
): Promise<void> {
  await requireCustomer(deps, staff, account)
  await withTransaction(deps.db, (db) =>
    deps.acts.invite(db, { ...invitation, accountId: account }, inviterOf(staff, caller)),
  )
}

type Waiting = { account: string; invitation: string; caller: Caller }

/** Mails an invitation once more. Throws not_found. */
export async function inviteAgainAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { account, invitation, caller }: Waiting,
): Promise<void> {
  await requireCustomer(deps, staff, account)
  await deps.acts.inviteAgain({ accountId: account, id: invitation }, inviterOf(staff, caller))
}

/** Takes an invitation back. Throws not_found. */
export async function withdrawAsStaff(
  deps: CustomerDeps,
  staff: Staff,
  { account, invitation, caller }: Waiting,
): Promise<void> {
  await requireCustomer(deps, staff, account)
  await deps.acts.withdrawInvitation({ accountId: account, id: invitation }, actorOf(staff, caller))
}

type CheckedRow = InvitationRow & { invitation: StaffInvitation | undefined }

/** What each row of a list would do. `more`: rows beyond the most are left out. */
export async function previewInvitationList(
  deps: CustomerDeps,
  staff: Staff,
  text: string,
): Promise<{ rows: InvitationRow[]; more: boolean }> {
  const { rows, more } = await checkList(deps, staff, text)
  return { rows: rows.map(({ invitation: _, ...row }) => row), more }
}

/** Sends the invitations of a list whose rows have no fault, all or none. */
export async function sendInvitationList(
  deps: CustomerDeps,
  staff: Staff,
  { text, caller }: { text: string; caller: Caller },
): Promise<{ sent: number; passedOver: number }> {
  return withTransaction(deps.db, async (db) => {
    await lockInvitationLists(db)
    const { rows } = await checkList(deps, staff, text)
    const invitations = rows.flatMap(({ invitation }) => invitation ?? [])
    for (const invitation of invitations) await deps.acts.invite(db, invitation, inviterOf(staff, caller))
    return { sent: invitations.length, passedOver: rows.length - invitations.length }
  })
}

async function checkList(
  { consolePool, clock, acts }: CustomerDeps,
  staff: Staff,
  text: string,
): Promise<{ rows: CheckedRow[]; more: boolean }> {
  const listed = readInvitationList(text)
  const taken = listed.slice(0, mostInvitations)
  const rows = taken.map((row) => ({ ...row, normalised: emailOf(acts, row.email) }))
  const numbers = [...new Set(rows.map(({ account }) => account))]
  const emails = [...new Set(rows.flatMap(({ normalised }) => normalised ?? []))]
  const known = await selectListedPeople(consolePool, staff, { numbers, emails, now: clock() })
  const seen = new Set<string>()
  const checked = rows.map(({ normalised, fits, ...row }): CheckedRow => {
    const account = known.accounts.get(row.account)
    const pair = `${account?.id} ${normalised}`
    const isRepeated = seen.has(pair)
    if (account && normalised !== undefined) seen.add(pair)
    const role = roleOf(row.role)
    const fault = firstFault([
      ['columns', !fits],
      ['account', account === undefined],
      ['email', normalised === undefined],
      ['role', role === undefined],
      ['language', row.language !== '' && !isLanguage(row.language.toLowerCase())],
      ['repeated', isRepeated],
      ['member', known.members.has(pair)],
      ['invited', known.invited.has(pair)],
    ])
    const invitation =
      fault === null && account && role ? invitationOf(row, { account, email: normalised ?? '', role }) : undefined
    return { ...row, role: role ?? row.role, accountName: account?.name ?? null, fault, invitation }
  })
  return { rows: checked, more: listed.length > taken.length }
}

const firstFault = (faults: readonly (readonly [InvitationFault, boolean])[]) =>
  faults.find(([, isSo]) => isSo)?.[0] ?? null

function invitationOf(
  { name, language }: Omit<ListedInvitation, 'fits'>,
  { account, email, role }: { account: ExistingAccount; email: string; role: Role },
): StaffInvitation {
  const chosen = language.toLowerCase()
  return {
    ...{ accountId: account.id, email, role },
    name: name.slice(0, 200) || undefined,
    language: isLanguage(chosen) ? chosen : undefined,
  }
}

/** An empty cell means the role that sees documents and changes nothing. */
function roleOf(typed: string): Role | undefined {
  const role = typed.toLowerCase()
  if (role === '') return 'viewer'
  return isRole(role) ? role : undefined
}

function emailOf({ checkEmail }: CustomerDeps['acts'], typed: string): string | undefined {
  try {
    return checkEmail(typed)
  } catch (error) {
    // What is no address is shown as a fault of its row.
    if (error instanceof PortalError) return undefined
    throw error
  }
}
