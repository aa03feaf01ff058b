import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { listAddresses } from '#contract/company/addresses.ts'
import {
  changeMember,
  inviteMember,
  listMembers,
  listViewings,
  removeMember,
  revokeInvitation,
} from '#contract/company/endpoints.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { listAccountAddresses } from './addresses.ts'
import {
  type CompanyDeps,
  changeRole,
  inviteColleague,
  listAccountMembers,
  removeColleague,
  revokeColleagueInvitation,
} from './members.ts'
import { listAccountViewings } from './viewings.ts'

/** Endpoints for an account's addresses, for all members, and for its members, managed by its admins. */
export function companyRoutes(app: FastifyInstance, deps: CompanyDeps & { viewerPool: Pool }): void {
  viewerRoute(app, listAddresses, async ({ viewer }) => listAccountAddresses(deps.viewerPool, viewer))

  viewerRoute(app, listMembers, async ({ viewer }) => listAccountMembers(deps, viewer))

  viewerRoute(app, listViewings, ({ viewer, query }) => listAccountViewings(deps, viewer, query))

  viewerRoute(app, inviteMember, async ({ viewer, body, request }) => {
    await inviteColleague(deps, viewer, { ...body, caller: callerOf(request) })
    return { message: translatable('member.invited') }
  })

  viewerRoute(app, revokeInvitation, async ({ viewer, params, request }) => {
    await revokeColleagueInvitation(deps, viewer, params.id, callerOf(request))
    return { message: translatable('member.uninvited') }
  })

  viewerRoute(app, changeMember, async ({ viewer, params, body, request }) => {
    await changeRole(deps, viewer, { id: params.id, role: body.role, caller: callerOf(request) })
    return { message: translatable('member.changed') }
  })

  viewerRoute(app, removeMember, async ({ viewer, params, request }) => {
    await removeColleague(deps, viewer, params.id, callerOf(request))
    return { message: translatable('member.removed') }
  })
}
