import type { FastifyInstance } from 'fastify'
import { changeMember, inviteMember, listMembers, removeMember, revokeInvitation } from '../../contract/company.ts'
import { sentence } from '../../contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { type CompanyDeps, changeRole, inviteColleague, membersOf, remove, revoke } from './members.ts'

/** The people of an account, managed by its admins. */
export function companyRoutes(app: FastifyInstance, deps: CompanyDeps): void {
  viewerRoute(app, listMembers, async ({ viewer }) => membersOf(deps, viewer))

  viewerRoute(app, inviteMember, async ({ viewer, body, request }) => {
    await inviteColleague(deps, viewer, { ...body, caller: callerOf(request) })
    return { message: sentence('member.invited') }
  })

  viewerRoute(app, revokeInvitation, async ({ viewer, params, request }) => {
    await revoke(deps, viewer, params.id, callerOf(request))
    return { message: sentence('member.uninvited') }
  })

  viewerRoute(app, changeMember, async ({ viewer, params, body, request }) => {
    await changeRole(deps, viewer, { id: params.id, role: body.role, caller: callerOf(request) })
    return { message: sentence('member.changed') }
  })

  viewerRoute(app, removeMember, async ({ viewer, params, request }) => {
    await remove(deps, viewer, params.id, callerOf(request))
    return { message: sentence('member.removed') }
  })
}
