import type { FastifyInstance } from 'fastify'
import { sendCode, submitCode } from '#contract/auth/factors.ts'
import { login, logout, refresh } from '#contract/auth/sign-in.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { clearDefaultViewStates } from '../http/cookies/default-view.ts'
import { cookieRoute, openRoute } from '../http/register.ts'
import { bearerOf } from '../http/viewer.ts'
import { type AuthDeps, signOut, startAuth } from './auth.ts'
import { type PortalOrigin, signInCookies } from './cookies.ts'
import * as second from './factors/challenge.ts'
import { refreshSession } from './session/sessions.ts'
import { signIn } from './sign-in/sign-in.ts'

export type AuthRoutesDeps = PortalOrigin & { auth: AuthDeps }

/**
 * Endpoints for sign-in, refresh and sign-out; needs @fastify/cookie. Listens for ended sessions while the app runs.
 */
export function authRoutes(app: FastifyInstance, { auth, ...origin }: AuthRoutesDeps): void {
  let stop: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    stop = await startAuth(auth)
  })
  app.addHook('onClose', async () => stop?.())
  const cookies = signInCookies(origin)

  openRoute(app, login, async ({ body, request, reply }) => {
    cookies.refuseForeign(request, true)
    const outcome = await signIn(auth, {
      email: body.email,
      password: body.password,
      remember: body.remember ?? false,
      caller: callerOf(request),
      replaces: cookies.read(request, 'session'),
      device: cookies.read(request, 'device'),
    })
    if ('asked' in outcome) {
      cookies.set(reply, 'challenge', outcome.challenge)
      return outcome.asked
    }
    cookies.setSession(reply, outcome)
    return outcome.token
  })

  cookieRoute(app, submitCode, async ({ body, request, reply }) => {
    const challenge = cookies.read(request, 'challenge')
    cookies.refuseForeign(request, challenge === undefined)
    try {
      const outcome = await second.submitCode(auth, {
        challenge,
        code: body.code,
        trustDevice: body.trustDevice ?? false,
        replaces: cookies.read(request, 'session'),
        caller: callerOf(request),
      })
      if ('asked' in outcome) return outcome.asked
      cookies.clear(reply, 'challenge')
      cookies.setSession(reply, outcome.issued)
      if (outcome.device !== undefined) cookies.set(reply, 'device', outcome.device)
      return { token: outcome.issued.token }
    } catch (error) {
      if (error instanceof PortalError && error.code === 'wrong_credentials') cookies.clear(reply, 'challenge')
      throw error
    }
  })

  cookieRoute(app, sendCode, async ({ request }) => {
    const challenge = cookies.read(request, 'challenge')
    cookies.refuseForeign(request, challenge === undefined)
    await second.sendCode(auth, challenge, callerOf(request))
    return { message: translatable('factor.codeSent') }
  })

  cookieRoute(app, refresh, async ({ request, reply }) => {
    const refreshCookie = cookies.read(request, 'session')
    cookies.refuseForeign(request, refreshCookie === undefined)
    const refreshed =
      refreshCookie === undefined ? undefined : await refreshSession(auth, refreshCookie, callerOf(request))
    if (refreshed && !('refused' in refreshed)) {
      cookies.setSession(reply, refreshed)
      return refreshed.token
    }
    if (refreshed?.refused === 'reused') {
      request.log.warn('a refresh token was used a second time: its session was ended')
    }
    if (refreshCookie !== undefined) cookies.clear(reply, 'session')
    throw new PortalError('not_signed_in', translatable('error.sessionEnded'))
  })

  cookieRoute(app, logout, async ({ request, reply }) => {
    cookies.refuseForeign(request, true)
    const tokens = { refresh: cookies.read(request, 'session'), access: bearerOf(request) }
    await signOut(auth, tokens, callerOf(request))
    cookies.clear(reply, 'session')
    clearDefaultViewStates(reply, origin.https)
    // Not "storage": the chosen appearance, light or dark, stays.
    reply.header('clear-site-data', '"cache"')
    return { message: translatable('signIn.done') }
  })
}
