import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/access.ts'
import { translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { callerOf } from '../http/caller.ts'
import { clearStaffCookie, refuseForeignPage, startInBrowser, toMe } from '../http/console/staff.ts'
import { openRoute, signedInStaffRoute, staffRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import { changeStaff, listStaff } from './staff/administration.ts'
import { acceptStaffInvitation, inviteStaff, showStaffInvitation } from './staff/invitations.ts'
import { selectPictureAt } from './staff/picture-queries.ts'
import { endStaffSession, listStaffSessions } from './staff/sessions.ts'
import { signInStaff } from './staff/sign-in.ts'
import { staffPasskeyRoutes } from './staff-passkey-routes.ts'
import { staffSignOnRoutes } from './staff-sign-on-routes.ts'

/** Endpoints by which staff sign in to the console, join, and are managed; needs @fastify/cookie. */
export function staffRoutes(app: FastifyInstance, { auth, portal }: { auth: AuthDeps; portal: () => string }): void {
  staffPasskeyRoutes(app, { auth, portal })
  staffSignOnRoutes(app, { auth })

  openRoute(app, contract.signInToConsole, async ({ body, request, reply }) => {
    refuseForeignPage(request, app.staffAccess)
    return startInBrowser(app, reply, await signInStaff(auth, { ...body, caller: callerOf(request) }))
  })

  openRoute(app, contract.showStaffInvitation, ({ body: { token }, request }) =>
    showStaffInvitation(auth, { token, portal: portal(), caller: callerOf(request) }),
  )

  openRoute(app, contract.acceptStaffInvitation, async ({ body, request, reply }) => {
    refuseForeignPage(request, app.staffAccess)
    const { token, email, name, password, code } = body
    const acceptance = { token, email, name, password, code, caller: callerOf(request) }
    return startInBrowser(app, reply, await acceptStaffInvitation(auth, acceptance))
  })

  signedInStaffRoute(app, contract.showMe, async ({ staff }) => toMe(staff))

  signedInStaffRoute(app, contract.signOutOfConsole, async ({ staff, request, reply }) => {
    await endStaffSession(auth, staff, staff.sessionId, callerOf(request))
    clearStaffCookie(reply, app.staffAccess)
    return { message: translatable('signIn.done') }
  })

  signedInStaffRoute(app, contract.listStaffSessions, async ({ staff }) => ({
    sessions: await listStaffSessions(auth, staff),
    pictureAt: await selectPictureAt(auth.db, staff.staffId),
  }))

  signedInStaffRoute(app, contract.endStaffSession, async ({ staff, params: { id }, request }) => {
    await endStaffSession(auth, staff, id, callerOf(request))
    return { message: translatable('session.ended') }
  })

  staffRoute(app, contract.listStaff, () => listStaff(auth))

  staffRoute(app, contract.inviteStaff, async ({ staff, body: { email, role }, request }) => {
    const by = { id: staff.staffId, name: staff.name }
    await withTransaction(auth.db, (db) => inviteStaff(auth, db, { email, role, by, caller: callerOf(request) }))
    return { message: translatable('staff.invited') }
  })

  staffRoute(app, contract.changeStaff, ({ staff, params: { id }, body, request }) =>
    changeStaff(auth, id, body, { staffId: staff.staffId, caller: callerOf(request) }),
  )
}
