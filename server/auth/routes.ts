import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { login, logout, refresh } from '../../contract/auth.ts'
import { PortalError } from '../../contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { cookieRoute, openRoute } from '../http/register.ts'
import { bearerOf } from '../http/viewer.ts'
import type { Auth } from './auth.ts'
import { originOf } from './origin.ts'
import type { Issued } from './sessions.ts'

const cookieName = 'refreshToken'

export type AuthRoutesDeps = {
  auth: Auth
  /** The origin people reach the portal under, when the operator has named one. */
  publicOrigin: string | undefined
  /** Whether it is https, so that the cookie never travels in the clear. */
  https: boolean
}

/** Sign-in, refresh and sign-out; needs @fastify/cookie on the app. Listens for ended sessions while the app runs. */
export function authRoutes(app: FastifyInstance, { auth, publicOrigin, https }: AuthRoutesDeps): void {
  app.addHook('onReady', auth.start)
  app.addHook('onClose', auth.stop)

  const cookie = { httpOnly: true, sameSite: 'strict', secure: https, path: '/api/auth' } as const

  function setCookie(reply: FastifyReply, { refresh: value, maxAge }: Issued): void {
    reply.setCookie(cookieName, value, maxAge === undefined ? cookie : { ...cookie, maxAge })
  }

  /** A page of somebody else must not sign anybody in or out, nor draw tokens. */
  function refuseForeign(request: FastifyRequest, unknownPasses: boolean): void {
    const origin = originOf(request.headers, publicOrigin)
    if (origin === 'own' || (origin === 'unknown' && unknownPasses)) return
    throw new PortalError('not_allowed', 'This call can only be made from the portal itself.')
  }

  openRoute(app, login, async ({ body, request, reply }) => {
    refuseForeign(request, true)
    const issued = await auth.signIn({
      email: body.email,
      password: body.password,
      remember: body.remember ?? false,
      caller: callerOf(request),
      replaces: request.cookies[cookieName],
    })
    setCookie(reply, issued)
    return issued.token
  })

  cookieRoute(app, refresh, async ({ request, reply }) => {
    const held = request.cookies[cookieName]
    refuseForeign(request, held === undefined)
    const refreshed = held === undefined ? undefined : await auth.refresh(held, callerOf(request))
    if (refreshed && !('refused' in refreshed)) {
      setCookie(reply, refreshed)
      return refreshed.token
    }
    if (refreshed?.refused === 'reused') {
      request.log.warn('a refresh token was used a second time: its session was ended')
    }
    if (held !== undefined) reply.clearCookie(cookieName, cookie)
    throw new PortalError('not_signed_in', 'Your session has ended. Please sign in again.')
  })

  cookieRoute(app, logout, async ({ request, reply }) => {
    refuseForeign(request, true)
    await auth.signOut({ refresh: request.cookies[cookieName], access: bearerOf(request) }, callerOf(request))
    reply.clearCookie(cookieName, cookie)
    return { message: 'You are signed out.' }
  })
}
