import { startSignOn } from '../../contract/sign-on.ts'

/** Where the browser goes to sign in at the identity provider. */
export function signOnAddress(remember: boolean): string {
  return `/api${startSignOn.path}?remember=${remember}`
}
