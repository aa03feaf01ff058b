import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/console/sign-on.ts'
import { callerOf } from '../http/caller.ts'
import { startInBrowser } from '../http/console/staff.ts'
import { openRoute, signedInStaffRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import {
  finishStaffSignOn,
  type Redirect,
  staffAttemptAge,
  startStaffProof,
  startStaffSignOn,
} from './staff/sign-on.ts'

const { staffSignOnPaths: paths } = contract

/** Endpoints by which staff sign in at the operator's identity provider, and show there that it is still they. */
export function staffSignOnRoutes(app: FastifyInstance, { auth }: { auth: AuthDeps }): void {
  const { https, originOf } = app.staffAccess
  const name = `${https ? '__Host-' : ''}consoleSignOn`
  // Lax: the provider's page leads back here, and browsers send no strict cookie with that.
  const options = { httpOnly: true, sameSite: 'lax', secure: https, path: https ? '/' : '/api/console' } as const
  const redirect = (reply: FastifyReply, address: string) => reply.header('cache-control', 'no-store').redirect(address)
  const send = (reply: FastifyReply, start: Redirect | contract.StaffSignOnFailure, path: string) => {
    if (typeof start === 'string') return redirect(reply, `${path}${paths.failed}${start}`)
    reply.setCookie(name, start.requestToken, { ...options, maxAge: staffAttemptAge })
    return redirect(reply, start.address)
  }

  openRoute(app, contract.showStaffSignOn, async () => ({ provider: auth.staffSignOn?.provider.name ?? null }))

  openRoute(app, contract.startStaffSignOn, async ({ request, reply }) =>
    // A page of another site starts no sign-in: the person presses the button themselves.
    send(
      reply,
      originOf(request) === 'foreign' ? 'refused' : await startStaffSignOn(auth, callerOf(request)),
      paths.done,
    ),
  )

  openRoute(app, contract.finishStaffSignOn, async ({ request, reply }) => {
    const outcome = await finishStaffSignOn(auth, {
      requestToken: request.cookies[name],
      query: request.url.slice(request.url.indexOf('?') + 1),
      caller: callerOf(request),
    })
    reply.clearCookie(name, options)
    if ('proven' in outcome) return redirect(reply, paths.proven)
    if ('failed' in outcome)
      return redirect(reply, `${outcome.proving ? paths.proven : paths.done}${paths.failed}${outcome.failed}`)
    startInBrowser(app, reply, outcome.started)
    return redirect(reply, paths.done)
  })

  signedInStaffRoute(app, contract.proveBySignOn, async ({ staff, reply }) =>
    send(reply, await startStaffProof(auth, staff), paths.proven),
  )

  signedInStaffRoute(app, contract.showProof, async ({ staff }) => ({ proven: staff.proven }))
}
