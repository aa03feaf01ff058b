import { session } from '../api/browser-session.ts'
import { isMailedLink } from './mailed-link.ts'
import { isSignOnReturn } from './sign-on-return.ts'

/**
 * Whether this address opens the signed-in pages. A signed-in person gets no signed-out pages, except through a mailed
 * link. A return from single sign-on starts a new session, perhaps of another person, and so begins signed out.
 */
export const opensSignedIn: boolean = session.signedIn() && !isMailedLink(location) && !isSignOnReturn()
