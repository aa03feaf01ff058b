import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PortalError, translatable } from '../../contract/errors.ts'
import { codeMinutes } from '../../contract/second-factor.ts'
import { originOf } from './origin.ts'
import type { IssuedTokens } from './sessions.ts'
import { authorizationCookieAge } from './sign-on.ts'
import { deviceCookieAge } from './trusted-devices.ts'

/** Where the portal is reached, as far as cookies go by it. */
export type PortalOrigin = {
  /** The origin people reach the portal under, when the operator has named one. */
  publicOrigin: string | undefined
  /** Whether it is https, so that no cookie ever travels in the clear. */
  https: boolean
}

const cookieNames = {
  session: 'refreshToken',
  challenge: 'secondFactor',
  device: 'trustedDevice',
  trip: 'signOn',
} as const
export type CookieName = keyof typeof cookieNames

/** Seconds that the browser keeps each; a session's is told with it. */
const maxAges = { challenge: codeMinutes * 60, device: deviceCookieAge, trip: authorizationCookieAge } as const

export type Cookies = {
  read(request: FastifyRequest, name: CookieName): string | undefined
  /** The cookie of a session, until the browser is closed unless it says for how long. */
  setSession(reply: FastifyReply, issued: Pick<IssuedTokens, 'refresh' | 'maxAge'>): void
  set(reply: FastifyReply, name: keyof typeof maxAges, value: string): void
  clear(reply: FastifyReply, name: CookieName): void
  /** Raises not_allowed when a page of somebody else, or (unless `unknownPasses`) perhaps one, makes the request. */
  refuseForeign(request: FastifyRequest, allowUnknown: boolean): void
  isForeign(request: FastifyRequest): boolean
}

/**
 * The cookies of sign-in: no script reads them. Over https the browser takes them from this host alone (`__Host-`), so
 * that no neighbour under the same domain can plant one; the prefix asks for the path `/`. In the clear, which is for
 * trying out, they go to /api/auth.
 */
export function signInCookies({ publicOrigin, https }: PortalOrigin): Cookies {
  const strict = { httpOnly: true, sameSite: 'strict', secure: https, path: https ? '/' : '/api/auth' } as const
  const prefixedName = (name: CookieName) => `${https ? '__Host-' : ''}${cookieNames[name]}`
  // The identity provider's page sends the browser back: what must come along then cannot be strict.
  const lax = { ...strict, sameSite: 'lax' } as const
  const optionsOf = (name: CookieName) => (name === 'trip' || name === 'device' ? lax : strict)

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
