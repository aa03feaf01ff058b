import type { FastifyInstance, FastifyReply } from 'fastify'
import { notLinkedPath } from '#contract/auth/link-failures.ts'
import * as contract from '#contract/auth/sign-on.ts'
import type { SignOnFailure } from '#contract/auth/sign-on-failures.ts'
import { signOnPaths } from '#contract/auth/sign-on-paths.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { cookieRoute, viewerRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import { type PortalOrigin, signInCookies } from './cookies.ts'
import { listIdentities, removeIdentity } from './sign-on/own-identities.ts'
import * as signOn from './sign-on/sign-on.ts'

/** Endpoints for single sign-on at the operator's identity provider, and for linked identities. */
export function signOnRoutes(
  app: FastifyInstance,
  {
    auth,
    invitations,
    opensVisit,
    ...origin
  }: PortalOrigin & {
    auth: AuthDeps
    invitations: signOn.Invitations
    /** Whether a pass of a region says that a person who is signed in there begins this. */
    opensVisit: (region: string, pass: string) => Promise<boolean>
  },
): void {
  const cookies = signInCookies(origin)
  const redirectTo = (reply: FastifyReply, address: string) =>
    reply.header('cache-control', 'no-store').redirect(address)
  const redirectFailed = (reply: FastifyReply, failure: SignOnFailure) =>
    redirectTo(reply, `${signOnPaths.failed}${failure}`)

  const isVisit = async (region: string | undefined, pass: string | undefined) =>
    region !== undefined && pass !== undefined && (await opensVisit(region, pass))

  cookieRoute(app, contract.startSignOn, async ({ query, request, reply }) => {
    const { remember, region, pass, account } = query
    // A foreign page cannot start a sign-in: the person must press the button themselves, here or in another region.
    if (cookies.isForeign(request) && !(await isVisit(region, pass))) return redirectFailed(reply, 'refused')
    const caller = callerOf(request)
    const redirect = await signOn.startSignOn(auth, { remember: remember === 'true', region, caller })
    if (typeof redirect === 'string') return redirectFailed(reply, redirect)
    cookies.set(reply, 'trip', redirect.requestToken)
    // Only the browser needs to know which account it is to show; one of a sign-in that was given up is forgotten.
    if (account !== undefined) cookies.set(reply, 'account', account)
    else if (cookies.read(request, 'account') !== undefined) cookies.clear(reply, 'account')
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
    const account = cookies.read(request, 'account')
    // What only the page needs to know stands behind # in the address, so that no server and no log sees it.
    const forPage = new URLSearchParams(account === undefined ? {} : { account })
    const redirectToPage = (path: string) => redirectTo(reply, forPage.size === 0 ? path : `${path}#${forPage}`)
    cookies.clear(reply, 'trip')
    if (account !== undefined) cookies.clear(reply, 'account')
    if ('elsewhere' in outcome) return redirectTo(reply, outcome.elsewhere)
    if ('failed' in outcome) return redirectFailed(reply, outcome.failed)
    if ('linked' in outcome) return redirectTo(reply, signOnPaths.linked)
    if ('notLinked' in outcome) return redirectTo(reply, notLinkedPath + outcome.notLinked)
    if ('asked' in outcome.admitted) {
      const { asked, challenge } = outcome.admitted
      cookies.set(reply, 'challenge', challenge)
      forPage.set('methods', (asked.methods ?? []).join())
      if (asked.enrols) forPage.set('enrols', 'true')
      return redirectToPage(signOnPaths.secondFactor)
    }
    cookies.setSession(reply, outcome.admitted)
    return redirectToPage(signOnPaths.done)
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

  viewerRoute(app, contract.listIdentities, ({ viewer }) => listIdentities(auth, viewer.userId))

  viewerRoute(app, contract.linkIdentity, async ({ viewer, reply }) => {
    const { address, requestToken } = await signOn.startLinking(auth, viewer)
    cookies.set(reply, 'trip', requestToken)
    return { url: address }
  })

  viewerRoute(app, contract.removeIdentity, async ({ viewer, params: { id }, request }) => {
    await removeIdentity(auth, viewer, id, callerOf(request))
    return { message: translatable('identity.removed') }
  })
}
