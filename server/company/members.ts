import type { Pool } from 'pg'
import type { Members } from '#contract/company/endpoints.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { isRole, type Role, roles } from '#contract/permissions.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Actor, actOn, type Caller, record } from '../audit/record.ts'
import {
  deleteMember,
  lockRoles,
  revokeInvitationOf,
  selectInvitations,
  selectMembers,
  selectUserName,
  updateRole,
} from './queries.ts'

export type CompanyDeps = {
  /** Has the role portal_server; the viewer's own role may not read other members. */
  db: Pool
  clock: () => Date
  newId: () => string
  /** Counts a request; throws too_many_requests. */
  countRequest: (request: { what: string; subject?: string | undefined; network: string }) => Promise<void>
  /** Invites a person into an account by mail. */
  invite: (invitation: {
    email: string
    accountId: string
    role: Role
    by: { id: string; name: string }
    caller: Caller
  }) => Promise<void>
}

/** Throws not_found for a viewer who may not manage members. */
function requireMembersPermission(viewer: Viewer): void {
  if (!viewer.permissions.has('members.write')) throw notFound()
}

/** The members of the viewer's account and its pending invitations. Throws not_found without the permission. */
export async function listAccountMembers(deps: CompanyDeps, viewer: Viewer): Promise<Members> {
  requireMembersPermission(viewer)
  const [members, invitations] = await Promise.all([
    selectMembers(deps.db, viewer.accountId),
    selectInvitations(deps.db, viewer.accountId, deps.clock()),
  ])
  return { members: members.map((member) => ({ ...member, self: member.id === viewer.userId })), invitations }
}

/** Invites a person into the viewer's account. Throws conflict when they are a member already. */
export async function inviteColleague(
  deps: CompanyDeps,
  viewer: Viewer,
  { email, role, caller }: { email: string; role: string; caller: Caller & { network: string } },
): Promise<void> {
  requireMembersPermission(viewer)
  await deps.countRequest({ what: 'invitation', subject: viewer.userId, network: caller.network })
  const by = { id: viewer.userId, name: (await selectUserName(deps.db, viewer.userId)) ?? '' }
  await deps.invite({ email, accountId: viewer.accountId, role: parseRole(role), by, caller })
}

/** Revokes an invitation into the viewer's account. Throws not_found. */
export async function revokeColleagueInvitation(
  deps: CompanyDeps,
  viewer: Viewer,
  id: string,
  caller: Caller,
): Promise<void> {
  requireMembersPermission(viewer)
  const { userId, accountId } = viewer
  await withTransaction(deps.db, async (db) => {
    if (!(await revokeInvitationOf(db, accountId, id, deps.clock()))) throw notFound()
    await record(deps, db, { action: 'invitation_revoked', caller, userId, accountId, details: { invitation: id } })
  })
}

/** Changes a member's role. Throws not_found, and conflict for the last admin. */
export async function changeRole(
  deps: CompanyDeps,
  viewer: Viewer,
  { id, role, caller }: { id: string; role: string; caller: Caller },
): Promise<void> {
  const { userId, accountId } = viewer
  await withColleague(deps, viewer, id, async (db, currentRole, lastAdmin) => {
    const newRole = parseRole(role)
    if (currentRole === newRole) return
    if (lastAdmin) throw lastAdminError()
    await updateRole(db, accountId, id, newRole)
    const details = { member: id, from: currentRole, to: newRole }
    await record(deps, db, { action: 'role_changed', caller, userId, accountId, details })
  })
}

/** Removes a member from the viewer's account. Throws not_found, and conflict for the last admin. */
export async function removeColleague(deps: CompanyDeps, viewer: Viewer, id: string, caller: Caller): Promise<void> {
  const { userId, accountId } = viewer
  await withColleague(deps, viewer, id, async (db, _, lastAdmin) => {
    if (lastAdmin) throw lastAdminError()
    await deleteMember(db, accountId, id)
    await record(deps, db, { action: 'member_removed', caller, userId, accountId, details: { member: id } })
  })
}

type MemberDeps = Pick<CompanyDeps, 'db' | 'clock' | 'newId'>

/** Gives a member of an account another role, for the supplier. Throws not_found, and conflict for the last admin. */
export async function changeRoleForSupplier(
  deps: MemberDeps,
  { accountId, id, role }: { accountId: string; id: string; role: Role },
  actor: Actor,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    const rolesByUser = await lockRoles(db, accountId)
    const before = rolesByUser.get(id)
    if (before === undefined) throw notFound()
    if (before === role) return
    const admins = [...rolesByUser.values()].filter((memberRole) => memberRole === 'admin').length
    if (before === 'admin' && admins === 1) throw lastAdminError()
    await updateRole(db, accountId, id, role)
    const entry = actOn(actor, id, { member: id, from: before, to: role })
    await record(deps, db, { action: 'role_changed', ...entry, accountId })
  })
}

/** Takes a member out of one account, for the supplier: the last admin too, who may have left. Throws not_found. */
export async function removeForSupplier(
  deps: MemberDeps,
  { accountId, id }: { accountId: string; id: string },
  actor: Actor,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    const role = (await lockRoles(db, accountId)).get(id)
    if (role === undefined) throw notFound()
    await deleteMember(db, accountId, id)
    await record(deps, db, { action: 'member_removed', ...actOn(actor, id, { member: id, from: role }), accountId })
  })
}

/** Runs `work` on a member with the account's roles locked, if the viewer is still one of its admins. */
function withColleague(
  deps: CompanyDeps,
  viewer: Viewer,
  id: string,
  work: (db: Db, role: string, lastAdmin: boolean) => Promise<void>,
): Promise<void> {
  requireMembersPermission(viewer)
  return withTransaction(deps.db, async (db) => {
    const rolesByUser = await lockRoles(db, viewer.accountId)
    const role = rolesByUser.get(id)
    const viewerRole = rolesByUser.get(viewer.userId)
    if (role === undefined || viewerRole === undefined || !isRole(viewerRole) || !managesMembers(viewerRole))
      throw notFound()
    const admins = [...rolesByUser.values()].filter((memberRole) => memberRole === 'admin').length
    await work(db, role, role === 'admin' && admins === 1)
  })
}

const managesMembers = (role: Role) => (roles[role] as readonly string[]).includes('members.write')

function parseRole(role: string): Role {
  if (!isRole(role)) throw new PortalError('invalid_input', translatable('member.noRole', { role }))
  return role
}

function lastAdminError(): PortalError {
  return new PortalError('conflict', translatable('member.lastAdmin'))
}
