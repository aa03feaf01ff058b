import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/auth/sign-on.ts'
import { type SignOnFailure, signOnPaths } from '#contract/auth/sign-on-paths.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { cookieRoute, viewerRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import { type PortalOrigin, signInCookies } from './cookies.ts'
import * as signOn from './sign-on/sign-on.ts'

/** Endpoints for single sign-on at the operator's identity provider, and for linked identities. */
export function signOnRoutes(
  app: FastifyInstance,
  { auth, invitations, ...origin }: PortalOrigin & { auth: AuthDeps; invitations: signOn.Invitations },
): void {
  const cookies = signInCookies(origin)
  const redirectTo = (reply: FastifyReply, address: string) =>
    reply.header('cache-control', 'no-store').redirect(address)
  const redirectFailed = (reply: FastifyReply, failure: SignOnFailure) =>
    redirectTo(reply, `${signOnPaths.failed}${failure}`)

  cookieRoute(app, contract.startSignOn, async ({ query, request, reply }) => {
    // A foreign page cannot start a sign-in: the person must press the button themselves.
    if (cookies.isForeign(request)) return redirectFailed(reply, 'refused')
    const caller = callerOf(request)
    const redirect = await signOn.startSignOn(auth, { remember: query.remember === 'true', caller })
    if (typeof redirect === 'string') return redirectFailed(reply, redirect)
    cookies.set(reply, 'trip', redirect.requestToken)
    return redirectTo(reply, redirect.address)
  })

  cookieRoute(app, contract.finishSignOn, async ({ request, reply }) => {
    const outcome = await signOn.finishSignOn(auth, invitations, {
      requestToken: cookies.read(request, 'trip'),
      query: request.url.slice(request.url.indexOf('?') + 1),
      device: cookies.read(request, 'device'),
      replaces: cookies.read(request, 'session'),
      caller: callerOf(request),
    })
    cookies.clear(reply, 'trip')
    if ('failed' in outcome) return redirectFailed(reply, outcome.failed)
    if ('linked' in outcome) return redirectTo(reply, signOnPaths.linked)
    if ('asked' in outcome.admitted) {
      cookies.set(reply, 'challenge', outcome.admitted.challenge)
      return redirectTo(reply, signOnPaths.secondFactor)
    }
    cookies.setSession(reply, outcome.admitted)
    return redirectTo(reply, signOnPaths.done)
  })

  cookieRoute(app, contract.acceptBySignOn, async ({ body, request, reply }) => {
    cookies.refuseForeign(request, true)
    const { address, requestToken } = await signOn.startInvited(auth, invitations, {
      ...body,
      caller: callerOf(request),
    })
    cookies.set(reply, 'trip', requestToken)
    return { url: address }
  })

  viewerRoute(app, contract.listIdentities, async ({ viewer }) => ({
    identities: await signOn.listIdentities(auth, viewer.userId),
  }))

  viewerRoute(app, contract.linkIdentity, async ({ viewer, reply }) => {
    const { address, requestToken } = await signOn.startLinking(auth, viewer)
    cookies.set(reply, 'trip', requestToken)
    return { url: address }
  })

  viewerRoute(app, contract.removeIdentity, async ({ viewer, params: { id }, request }) => {
    await signOn.removeIdentity(auth, viewer, id, callerOf(request))
    return { message: translatable('identity.removed') }
  })
}
