import type { FastifyInstance } from 'fastify'
import { changeOwnPassword, changePassword, forgotPassword, showReset } from '../../contract/passwords.ts'
import { callerOf } from '../http/caller.ts'
import { openRoute, viewerRoute } from '../http/register.ts'
import type { Auth } from './auth.ts'

/** Forgotten and changed passwords. */
export function passwordRoutes(app: FastifyInstance, { auth }: { auth: Auth }): void {
  openRoute(app, forgotPassword, async ({ body, request }) => {
    await auth.forgotPassword({ email: body.email, caller: callerOf(request) })
    return { message: 'If this address is known here, a link to choose a new password is on its way to it.' }
  })

  openRoute(app, showReset, async ({ body, request }) => ({
    leastPassword: await auth.leastOfReset(body.token, callerOf(request)),
  }))

  openRoute(app, changePassword, async ({ body, request }) => {
    await auth.changeForgotten({ ...body, caller: callerOf(request) })
    return { message: 'Your password is changed. You can sign in with it now.' }
  })

  viewerRoute(app, changeOwnPassword, async ({ viewer, body, request }) => {
    await auth.changeOwn(viewer, { ...body, caller: callerOf(request) })
    return { message: 'Your password is changed.' }
  })
}
