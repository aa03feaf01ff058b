import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/passkeys.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { openRoute, viewerRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import { type PortalOrigin, signInCookies } from './cookies.ts'
import * as passkeys from './passkeys/passkeys.ts'

export type PasskeyRoutesDeps = PortalOrigin & {
  auth: AuthDeps
  /** The portal's name, as browsers show it beside the passkey. */
  portal: () => string
}

/** Endpoints to sign in with passkeys and to manage them. */
export function passkeyRoutes(app: FastifyInstance, { auth, portal, ...origin }: PasskeyRoutesDeps): void {
  const cookies = signInCookies(origin)

  openRoute(app, contract.beginPasskeySignIn, async ({ request }) => {
    cookies.refuseForeign(request, true)
    return { ...(await passkeys.beginPasskeySignIn(auth, callerOf(request))) }
  })

  openRoute(app, contract.signInWithPasskey, async ({ body, request, reply }) => {
    cookies.refuseForeign(request, true)
    const issued = await passkeys.signInWithPasskey(auth, {
      credential: body.credential,
      remember: body.remember ?? false,
      replaces: cookies.read(request, 'session'),
      caller: callerOf(request),
    })
    cookies.setSession(reply, issued)
    return { token: issued.token }
  })

  viewerRoute(app, contract.listPasskeys, async ({ viewer }) => ({
    passkeys: await passkeys.listPasskeys(auth, viewer.userId),
  }))

  viewerRoute(app, contract.beginPasskey, async ({ viewer }) => ({
    ...(await passkeys.beginPasskey(auth, viewer, portal())),
  }))

  viewerRoute(app, contract.addPasskey, async ({ viewer, body, request }) =>
    passkeys.addPasskey(auth, viewer, { ...body, caller: callerOf(request) }),
  )

  viewerRoute(app, contract.renamePasskey, async ({ viewer, params: { id }, body }) => {
    await passkeys.renamePasskey(auth, viewer, id, body.name)
    return { message: translatable('passkey.renamed') }
  })

  viewerRoute(app, contract.removePasskey, async ({ viewer, params: { id }, request }) => {
    await passkeys.removePasskey(auth, viewer, id, callerOf(request))
    return { message: translatable('passkey.removed') }
  })

  viewerRoute(app, contract.proveWithPasskey, async ({ viewer, body, request }) => {
    await passkeys.proveWithPasskey(auth, viewer, body.credential, callerOf(request))
    return { message: translatable('proof.done') }
  })
}
