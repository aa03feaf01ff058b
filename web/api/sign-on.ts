import { startSignOn } from '#contract/auth/sign-on.ts'

/** The address that starts a sign-in at the identity provider. */
export function signOnAddress(remember: boolean): string {
  return `/api${startSignOn.path}?remember=${remember}`
}
