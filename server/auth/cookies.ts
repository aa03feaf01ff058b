import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codeMinutes } from '#contract/auth/factors.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import { deviceCookieAge } from './factors/trusted-devices.ts'
import { originOf } from './origin.ts'
import type { IssuedTokens } from './session/sessions.ts'
import { authorizationCookieAge } from './sign-on/sign-on.ts'

/** The address of the portal, as far as cookies depend on it. */
export type PortalOrigin = {
  /** The origin under which people reach the portal, when the operator has set one. */
  publicOrigin: string | undefined
  /** Whether that address is https, so that no cookie is ever sent unencrypted. */
  https: boolean
}

const cookieNames = {
  session: 'refreshToken',
  challenge: 'secondFactor',
  device: 'trustedDevice',
  trip: 'signOn',
  account: 'signOnAccount',
} as const
export type CookieName = keyof typeof cookieNames

/** Seconds that the browser keeps each cookie; that of a session comes with it. */
const maxAges = {
  challenge: codeMinutes * 60,
  device: deviceCookieAge,
  trip: authorizationCookieAge,
  account: authorizationCookieAge,
} as const

export type Cookies = {
  read(request: FastifyRequest, name: CookieName): string | undefined
  /** Sets the session cookie, for `maxAge` seconds, or until the browser is closed when there is none. */
  setSession(reply: FastifyReply, issued: Pick<IssuedTokens, 'refresh' | 'maxAge'>): void
  set(reply: FastifyReply, name: keyof typeof maxAges, value: string): void
  clear(reply: FastifyReply, name: CookieName): void
  /**
   * Throws not_allowed when a foreign page makes the request, or (unless `allowUnknown`) when its origin is unknown.
   */
  refuseForeign(request: FastifyRequest, allowUnknown: boolean): void
  isForeign(request: FastifyRequest): boolean
}

/**
 * The cookies of sign-in, hidden from scripts. Over https they carry the prefix `__Host-`: the browser takes them from
 * this host alone, so that no other host of the same domain can plant one. The prefix demands the path `/`. Over plain
 * http, which is for trials only, their path is /api/auth.
 */
export function signInCookies({ publicOrigin, https }: PortalOrigin): Cookies {
  const strict = { httpOnly: true, sameSite: 'strict', secure: https, path: https ? '/' : '/api/auth' } as const
  const prefixedName = (name: CookieName) => `${https ? '__Host-' : ''}${cookieNames[name]}`
  // The identity provider's page redirects back here, and browsers do not send strict cookies with that request.
  const lax = { ...strict, sameSite: 'lax' } as const
  const optionsOf = (name: CookieName) => (['trip', 'account', 'device'].includes(name) ? lax : strict)

  return {
    read: (request, name) => request.cookies[prefixedName(name)],
    setSession(reply, { refresh, maxAge }) {
      reply.setCookie(prefixedName('session'), refresh, maxAge === undefined ? strict : { ...strict, maxAge })
    },
    set: (reply, name, value) => {
      reply.setCookie(prefixedName(name), value, { ...optionsOf(name), maxAge: maxAges[name] })
    },
    clear: (reply, name) => {
      reply.clearCookie(prefixedName(name), optionsOf(name))
    },
    refuseForeign(request, allowUnknown) {
      const origin = originOf(request.headers, publicOrigin)
      if (origin === 'own' || (origin === 'unknown' && allowUnknown)) return
      throw new PortalError('not_allowed', translatable('error.fromPortalOnly'))
    },
    isForeign: (request) => originOf(request.headers, publicOrigin) === 'foreign',
  }
}
