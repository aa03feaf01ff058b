import { type SignOnFailure, signOnFailures, signOnPaths } from '../../contract/sign-on-paths.ts'

/** Whether the browser comes back from a single sign-on that succeeded: a session waits in its cookie. */
export function comesBack(): boolean {
  return location.pathname + location.search === signOnPaths.done
}

/** The address that tells that a session which was begun elsewhere is not there. */
export const failedPath = `${signOnPaths.failed}${'expired' satisfies SignOnFailure}`

/** Why a single sign-on did not succeed; told once, so the address forgets it. */
export function whySignOnFailed(): SignOnFailure | null {
  const told = location.pathname + location.search
  const why = signOnFailures.find((failure) => told === signOnPaths.failed + failure)
  if (!why) return null
  history.replaceState(null, '', '/')
  return why
}
