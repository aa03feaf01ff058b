import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/registrations.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { staffRoute } from '../http/register.ts'
import { approveRegistration, listRegistrationRequests, rejectRegistration } from './decide-requests.ts'
import type { InviteDeps } from './invite.ts'

/** What staff see of those who ask to be let in, and decide. */
export function registrationConsoleRoutes(app: FastifyInstance, deps: InviteDeps): void {
  staffRoute(app, contract.listRegistrations, async () => ({
    registrations: (await listRegistrationRequests(deps)).map(({ found: documents, ...request }) => ({
      ...request,
      documents,
    })),
  }))
  staffRoute(app, contract.approveRegistration, async ({ staff, params: { id }, body, request }) => {
    const by = { staffId: staff.staffId, name: staff.name, caller: callerOf(request) }
    await approveRegistration(deps, { id, account: body.account.trim(), role: body.role, by })
    return { message: translatable('member.invited') }
  })
  staffRoute(app, contract.rejectRegistration, async ({ staff, params: { id }, request }) => {
    await rejectRegistration(deps, id, { staffId: staff.staffId, caller: callerOf(request) })
    return { message: translatable('registration.rejected') }
  })
}
