import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { OptionalText } from '../values/nullable.ts'

/* Single sign-on of staff at an identity provider of the operator's. */

/** What a provider may send: a query that is read by the rules of OpenID Connect; further values are allowed. */
const CallbackQuery = Type.Object({}, { additionalProperties: Type.String({ maxLength: 8000 }) })

/** Where the browser is sent after it was at the provider. */
export const staffSignOnPaths = {
  done: '/console/',
  /** In the window of its own in which somebody has shown that it is still they. */
  proven: '/console/proven',
  /** Behind either of them; followed by one of staffSignOnFailures. */
  failed: '?signOn=',
} as const

/**
 * Why a single sign-on failed. `oneFactor`: the provider does not say that it asked for a second factor; `noRole`: none of
 * the person's groups has a role here; `groupsCut`: the person
 * is in more groups than the provider puts into a token; `another`: it was shown by somebody else than who is signed in, or not lately.
 */
export const staffSignOnFailures = [
  'refused',
  'expired',
  'unknown',
  'unavailable',
  'oneFactor',
  'noRole',
  'groupsCut',
  'disabled',
  'another',
] as const
export type StaffSignOnFailure = (typeof staffSignOnFailures)[number]

export const showStaffSignOn = endpoint('showStaffSignOn', 'GET', '/console/sso', {
  access: 'open',
  summary: 'The name of the identity provider at which staff sign in; null: none.',
  reply: Type.Object({ provider: OptionalText }),
})

export const startStaffSignOn = endpoint('startStaffSignOn', 'GET', '/console/sso/start', {
  access: 'open',
  summary: 'Sends the browser of a member of staff to the identity provider.',
  reply: Type.Unknown(),
  gives: 'text/html',
})

export const finishStaffSignOn = endpoint('finishStaffSignOn', 'GET', '/console/sso/callback', {
  access: 'open',
  summary: 'Where the identity provider sends the browser of a member of staff back to; sends it on to the console.',
  query: CallbackQuery,
  reply: Type.Unknown(),
  gives: 'text/html',
})

export const proveBySignOn = endpoint('proveBySignOn', 'GET', '/console/proof/sso', {
  access: 'staff',
  personal: true,
  summary: 'Sends the browser to the identity provider, to show there that it is still the same person.',
  reply: Type.Unknown(),
  gives: 'text/html',
})

export const showProof = endpoint('showProof', 'GET', '/console/proof', {
  access: 'staff',
  personal: true,
  summary: 'Whether the member of staff has lately shown that it is they.',
  reply: Type.Object({ proven: Type.Boolean() }),
})

/** The calls of single sign-on of staff. */
export const staffSignOnEndpoints = [
  showStaffSignOn,
  startStaffSignOn,
  finishStaffSignOn,
  proveBySignOn,
  showProof,
] as const
