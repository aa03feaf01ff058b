import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/passkeys.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { refuseForeignPage, startInBrowser } from '../http/console/staff.ts'
import { openRoute, signedInStaffRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import * as passkeys from './staff/passkeys.ts'
import { proveStaff } from './staff/prove.ts'

/** Endpoints by which staff sign in and join with passkeys, manage them, and show that it is still they. */
export function staffPasskeyRoutes(
  app: FastifyInstance,
  { auth, portal }: { auth: AuthDeps; portal: () => string },
): void {
  /** As browsers show it: the passkeys of customers have the portal's name alone. */
  const console = () => `${portal()} (console)`

  openRoute(app, contract.beginStaffPasskeySignIn, async ({ request }) => {
    refuseForeignPage(request, app.staffAccess)
    return { ...(await passkeys.beginStaffPasskeySignIn(auth, callerOf(request))) }
  })

  openRoute(app, contract.signInStaffWithPasskey, async ({ body, request, reply }) => {
    refuseForeignPage(request, app.staffAccess)
    return startInBrowser(app, reply, await passkeys.signInStaffWithPasskey(auth, body.credential, callerOf(request)))
  })

  openRoute(app, contract.beginJoiningWithPasskey, async ({ body: { token, email, name }, request }) => {
    refuseForeignPage(request, app.staffAccess)
    const typed = { token, email, name, portal: console(), caller: callerOf(request) }
    return { ...(await passkeys.beginJoiningWithPasskey(auth, typed)) }
  })

  openRoute(app, contract.joinWithPasskey, async ({ body: { token, email, name, credential }, request, reply }) => {
    refuseForeignPage(request, app.staffAccess)
    const joining = { token, email, name, credential, caller: callerOf(request) }
    return startInBrowser(app, reply, await passkeys.joinWithPasskey(auth, joining))
  })

  signedInStaffRoute(app, contract.listStaffPasskeys, ({ staff }) => passkeys.listStaffFactors(auth, staff))

  signedInStaffRoute(app, contract.beginStaffPasskey, async ({ staff }) => ({
    ...(await passkeys.beginStaffPasskey(auth, staff, console())),
  }))

  signedInStaffRoute(app, contract.addStaffPasskey, ({ staff, body, request }) =>
    passkeys.addStaffPasskey(auth, staff, { ...body, caller: callerOf(request) }),
  )

  signedInStaffRoute(app, contract.renameStaffPasskey, async ({ staff, params: { id }, body, request }) => {
    await passkeys.renameStaffPasskey(auth, staff, { id, ...body }, callerOf(request))
    return { message: translatable('passkey.renamed') }
  })

  signedInStaffRoute(app, contract.removeStaffPasskey, async ({ staff, params: { id }, request }) => {
    await passkeys.removeStaffPasskey(auth, staff, id, callerOf(request))
    return { message: translatable('passkey.removed') }
  })

  signedInStaffRoute(app, contract.proveStaff, async ({ staff, body, request }) => {
    await proveStaff(auth, staff, { ...body, caller: callerOf(request) })
    return { message: translatable('proof.done') }
  })
}
