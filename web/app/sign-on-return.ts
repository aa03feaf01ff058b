import { type SignOnFailure, signOnFailures, signOnPaths } from '../../contract/sign-on-paths.ts'

/** Whether the browser comes back from a single sign-on that succeeded: a session waits in its cookie. */
export function isSignOnReturn(): boolean {
  return location.pathname + location.search === signOnPaths.done
}

/** The address that tells that a session which was begun elsewhere is not there. */
export const expiredSignOnPath = `${signOnPaths.failed}${'expired' satisfies SignOnFailure}`

/** Why a single sign-on did not succeed; told once, so the address forgets it. */
export function takeSignOnFailure(): SignOnFailure | null {
  const address = location.pathname + location.search
  const reason = signOnFailures.find((failure) => address === signOnPaths.failed + failure)
  if (!reason) return null
  history.replaceState(null, '', '/')
  return reason
}
