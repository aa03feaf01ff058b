/** Where the browser is sent with what came of a single sign-on. The token is drawn with the cookie, never by address. */
export const signOnPaths = {
  /** Signed in: the web refreshes to get its token. */
  done: '/?signedIn=1',
  /** The second factor is still asked for. */
  secondFactor: '/2fa',
  /** Linked to the person who was signed in. */
  linked: '/profile/security?linked=1',
  /** Not signed in; followed by one of signOnFailures. */
  failed: '/?signOn=',
} as const

/**
 * Why a single sign-on did not succeed. `uninvited`: the provider does not vouch for the e-mail that was invited;
 * `disinvited`: the invitation is over, or the terms have changed meanwhile.
 */
export const signOnFailures = ['refused', 'expired', 'unknown', 'unavailable', 'uninvited', 'disinvited'] as const
export type SignOnFailure = (typeof signOnFailures)[number]
