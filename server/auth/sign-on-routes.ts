import type { FastifyInstance, FastifyReply } from 'fastify'
import { sentence } from '../../contract/errors.ts'
import * as contract from '../../contract/sign-on.ts'
import { type SignOnFailure, signOnPaths } from '../../contract/sign-on-paths.ts'
import { callerOf } from '../http/caller.ts'
import { cookieRoute, viewerRoute } from '../http/register.ts'
import type { Auth } from './auth.ts'
import { type Place, signInCookies } from './cookies.ts'
import * as signOn from './sign-on.ts'

/** Signing in at the operator's identity provider, and the links to it. */
export function signOnRoutes(
  app: FastifyInstance,
  { auth: { deps }, invitations, ...place }: Place & { auth: Auth; invitations: signOn.Invitations },
): void {
  const cookies = signInCookies(place)
  const goTo = (reply: FastifyReply, address: string) => reply.header('cache-control', 'no-store').redirect(address)
  const failed = (reply: FastifyReply, why: SignOnFailure) => goTo(reply, `${signOnPaths.failed}${why}`)

  cookieRoute(app, contract.startSignOn, async ({ query, request, reply }) => {
    // Nobody is signed in because a page of somebody else sent them here: they press the button themselves.
    if (cookies.isForeign(request)) return failed(reply, 'refused')
    const caller = callerOf(request)
    const departure = await signOn.startSignOn(deps, { remember: query.remember === 'true', caller })
    if (typeof departure === 'string') return failed(reply, departure)
    cookies.keep(reply, 'trip', departure.trip)
    return goTo(reply, departure.address)
  })

  cookieRoute(app, contract.finishSignOn, async ({ request, reply }) => {
    const returned = await signOn.finishSignOn(deps, invitations, {
      trip: cookies.read(request, 'trip'),
      query: request.url.slice(request.url.indexOf('?') + 1),
      device: cookies.read(request, 'device'),
      replaces: cookies.read(request, 'session'),
      caller: callerOf(request),
    })
    cookies.drop(reply, 'trip')
    if ('failed' in returned) return failed(reply, returned.failed)
    if ('linked' in returned) return goTo(reply, signOnPaths.linked)
    if ('asked' in returned.admitted) {
      cookies.keep(reply, 'challenge', returned.admitted.challenge)
      return goTo(reply, signOnPaths.secondFactor)
    }
    cookies.keepSession(reply, returned.admitted)
    return goTo(reply, signOnPaths.done)
  })

  cookieRoute(app, contract.acceptBySignOn, async ({ body, request, reply }) => {
    cookies.refuseForeign(request, true)
    const { address, trip } = await signOn.startInvited(deps, invitations, { ...body, caller: callerOf(request) })
    cookies.keep(reply, 'trip', trip)
    return { url: address }
  })

  viewerRoute(app, contract.listIdentities, async ({ viewer }) => ({
    identities: await signOn.listIdentities(deps, viewer.userId),
  }))

  viewerRoute(app, contract.linkIdentity, async ({ viewer, reply }) => {
    const { address, trip } = await signOn.startLinking(deps, viewer)
    cookies.keep(reply, 'trip', trip)
    return { url: address }
  })

  viewerRoute(app, contract.removeIdentity, async ({ viewer, params: { id }, request }) => {
    await signOn.removeIdentity(deps, viewer, id, callerOf(request))
    return { message: sentence('identity.removed') }
  })
}
