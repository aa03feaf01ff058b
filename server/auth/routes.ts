import type { FastifyInstance } from 'fastify'
import { login, logout, refresh } from '../../contract/auth.ts'
import { PortalError, sentence } from '../../contract/errors.ts'
import { sendCode, submitCode } from '../../contract/second-factor.ts'
import { callerOf } from '../http/caller.ts'
import { cookieRoute, openRoute } from '../http/register.ts'
import { bearerOf } from '../http/viewer.ts'
import type { Auth } from './auth.ts'
import { type Place, signInCookies } from './cookies.ts'
import * as second from './second-step.ts'

export type AuthRoutesDeps = Place & { auth: Auth }

/** Sign-in, refresh and sign-out; needs @fastify/cookie on the app. Listens for ended sessions while the app runs. */
export function authRoutes(app: FastifyInstance, { auth, ...place }: AuthRoutesDeps): void {
  app.addHook('onReady', auth.start)
  app.addHook('onClose', auth.stop)
  const cookies = signInCookies(place)

  openRoute(app, login, async ({ body, request, reply }) => {
    cookies.refuseForeign(request, true)
    const admitted = await auth.signIn({
      email: body.email,
      password: body.password,
      remember: body.remember ?? false,
      caller: callerOf(request),
      replaces: cookies.read(request, 'session'),
      device: cookies.read(request, 'device'),
    })
    if ('asked' in admitted) {
      cookies.keep(reply, 'challenge', admitted.challenge)
      return admitted.asked
    }
    cookies.keepSession(reply, admitted)
    return admitted.token
  })

  cookieRoute(app, submitCode, async ({ body, request, reply }) => {
    const challenge = cookies.read(request, 'challenge')
    cookies.refuseForeign(request, challenge === undefined)
    try {
      const answered = await second.submitCode(auth.deps, {
        challenge,
        code: body.code,
        trustDevice: body.trustDevice ?? false,
        replaces: cookies.read(request, 'session'),
        caller: callerOf(request),
      })
      if ('asked' in answered) return answered.asked
      cookies.drop(reply, 'challenge')
      cookies.keepSession(reply, answered.issued)
      if (answered.device !== undefined) cookies.keep(reply, 'device', answered.device)
      return { token: answered.issued.token }
    } catch (error) {
      if (error instanceof PortalError && error.code === 'wrong_credentials') cookies.drop(reply, 'challenge')
      throw error
    }
  })

  cookieRoute(app, sendCode, async ({ request }) => {
    const challenge = cookies.read(request, 'challenge')
    cookies.refuseForeign(request, challenge === undefined)
    await second.sendCode(auth.deps, challenge, callerOf(request))
    return { message: sentence('factor.codeSent') }
  })

  cookieRoute(app, refresh, async ({ request, reply }) => {
    const held = cookies.read(request, 'session')
    cookies.refuseForeign(request, held === undefined)
    const refreshed = held === undefined ? undefined : await auth.refresh(held, callerOf(request))
    if (refreshed && !('refused' in refreshed)) {
      cookies.keepSession(reply, refreshed)
      return refreshed.token
    }
    if (refreshed?.refused === 'reused') {
      request.log.warn('a refresh token was used a second time: its session was ended')
    }
    if (held !== undefined) cookies.drop(reply, 'session')
    throw new PortalError('not_signed_in', sentence('error.sessionEnded'))
  })

  cookieRoute(app, logout, async ({ request, reply }) => {
    cookies.refuseForeign(request, true)
    const tokens = { refresh: cookies.read(request, 'session'), access: bearerOf(request) }
    await auth.signOut(tokens, callerOf(request))
    cookies.drop(reply, 'session')
    // Not "storage": whether the page is light or dark stays as it was chosen.
    reply.header('clear-site-data', '"cache"')
    return { message: sentence('signIn.done') }
  })
}
