/** Where the browser is sent after single sign-on. The token is fetched with the cookie and never appears in a URL. */
export const signOnPaths = {
  /** Signed in: the web refreshes to get its access token. */
  done: '/?signedIn=1',
  /** The second factor is still needed: `methods` and `enrols` of its challenge stand behind #. */
  secondFactor: '/2fa',
  /** Linked to the person who was signed in. */
  linked: '/profile/security?linked=1',
  /** Not signed in; followed by one of signOnFailures. */
  failed: '/?signOn=',
} as const
