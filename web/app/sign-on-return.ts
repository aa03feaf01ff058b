import { signOnPaths } from '#contract/auth/sign-on-paths.ts'

/** Whether the browser returns from a successful single sign-on: the session is in its cookie. */
export function isSignOnReturn(): boolean {
  return location.pathname + location.search === signOnPaths.done
}
