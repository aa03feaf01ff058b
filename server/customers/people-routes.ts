import type { FastifyInstance } from 'fastify'
import * as invitations from '#contract/console/invitations.ts'
import * as contract from '#contract/console/people.ts'
import { translatable } from '#contract/errors.ts'
import { keysetPages } from '#contract/page.ts'
import { csvOf } from '#server/formats/csv/table.ts'
import { sendCsv } from '#server/http/attachment.ts'
import { callerOf } from '#server/http/caller.ts'
import { staffRoute } from '#server/http/register.ts'
import type { CustomerDeps } from './acts.ts'
import {
  inviteAgainAsStaff,
  inviteAsStaff,
  previewInvitationList,
  sendInvitationList,
  withdrawAsStaff,
} from './invitations/invite.ts'
import {
  changePersonAsStaff,
  changeRoleAsStaff,
  eraseAsStaff,
  removeAsStaff,
  resetFactorsAsStaff,
  signOutAsStaff,
} from './people/act.ts'
import { type ExportedMember, selectMembersForExport } from './people/export-queries.ts'
import { findPeopleForStaff } from './people/find.ts'
import { showPersonToStaff } from './people/show.ts'
import { memberTable } from './people/table.ts'

/** The routes by which staff find, invite and help people. */
export function peopleRoutes(app: FastifyInstance, deps: CustomerDeps): void {
  staffRoute(app, contract.findPeople, ({ staff, query }) => findPeopleForStaff(deps, staff, query.text))
  staffRoute(app, contract.exportPeople, async (call) => {
    const pages = keysetPages<ExportedMember>((position) =>
      selectMembersForExport(deps.consolePool, call.staff, position),
    )
    return sendCsv(call, 'people', csvOf(memberTable, pages))
  })
  staffRoute(app, contract.showPerson, ({ staff, params: { id } }) => showPersonToStaff(deps, staff, id))

  staffRoute(app, contract.changePerson, ({ staff, params: { id }, body, request }) =>
    changePersonAsStaff(deps, staff, { id, ...body, caller: callerOf(request) }),
  )
  staffRoute(app, contract.changePersonRole, ({ staff, params, body, request }) =>
    changeRoleAsStaff(deps, staff, { ...params, ...body, caller: callerOf(request) }),
  )
  staffRoute(app, contract.removePerson, ({ staff, params, request }) =>
    removeAsStaff(deps, staff, { ...params, caller: callerOf(request) }),
  )
  staffRoute(app, contract.signPersonOut, ({ staff, params: { id }, request }) =>
    signOutAsStaff(deps, staff, { id, caller: callerOf(request) }),
  )
  staffRoute(app, contract.resetPersonFactors, ({ staff, params: { id }, request }) =>
    resetFactorsAsStaff(deps, staff, { id, caller: callerOf(request) }),
  )
  staffRoute(app, contract.erasePersonForGood, async ({ staff, params: { id }, body, request }) => {
    await eraseAsStaff(deps, staff, { id, ...body, caller: callerOf(request) })
    return { message: translatable('person.erased') }
  })

  staffRoute(app, invitations.invitePerson, async ({ staff, params: { id }, body, request }) => {
    const { email, name, role, language } = body
    await inviteAsStaff(deps, staff, { account: id, email, name, role, language, caller: callerOf(request) })
    return { message: translatable('member.invited') }
  })
  staffRoute(app, invitations.resendInvitation, async ({ staff, params, request }) => {
    await inviteAgainAsStaff(deps, staff, {
      ...{ account: params.id, invitation: params.invitation, caller: callerOf(request) },
    })
    return { message: translatable('member.invited') }
  })
  staffRoute(app, invitations.withdrawInvitation, async ({ staff, params, request }) => {
    await withdrawAsStaff(deps, staff, {
      ...{ account: params.id, invitation: params.invitation, caller: callerOf(request) },
    })
    return { message: translatable('member.uninvited') }
  })

  staffRoute(app, invitations.previewInvitations, ({ staff, body }) => previewInvitationList(deps, staff, body.text))
  staffRoute(app, invitations.sendInvitations, ({ staff, body, request }) =>
    sendInvitationList(deps, staff, { ...body, caller: callerOf(request) }),
  )
}
