import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { TwoFactorChallenge } from './factors.ts'

/** Seconds. */
export const accessTokenLifetime = 600
export const refreshBeforeExpiry = 60
export const signedInCookieDays = 7
/** The cookie by which a page knows, without a secret, that it opens the signed-in pages. */
export const signedInCookie = 'logedIn'

export const login = endpoint('login', 'POST', '/auth/login', {
  access: 'open',
  // A failed sign-in answers 400, never 401: a 401 would make the client refresh its token.
  summary: 'Signs in with e-mail and password. Gives the access token as a JSON string, or asks for the second factor.',
  body: Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
      remember: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Union([Type.String(), TwoFactorChallenge]),
})

export const refresh = endpoint('refresh', 'POST', '/auth/refresh', {
  access: 'cookie',
  summary: 'Gives a new access token for the refresh cookie, and a new cookie.',
  reply: Type.String(),
})

export const logout = endpoint('logout', 'DELETE', '/auth/logout', {
  access: 'cookie',
  summary: 'Ends the session of the refresh cookie.',
  reply: Type.Object({ message: Type.String() }),
})
