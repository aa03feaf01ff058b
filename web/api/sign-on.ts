import { startSignOn } from '#contract/auth/sign-on.ts'

/** The address that starts a sign-in at the identity provider, or through another region. */
export function signOnAddress(remember: boolean, region?: string): string {
  return `/api${startSignOn.path}?remember=${remember}${region === undefined ? '' : `&region=${region}`}`
}
