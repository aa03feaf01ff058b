import { type SignOnFailure, signOnFailures } from '#contract/auth/sign-on-failures.ts'
import { signOnPaths } from '#contract/auth/sign-on-paths.ts'

/** The address that says that a session begun by single sign-on is missing. */
export const expiredSignOnPath = `${signOnPaths.failed}${'expired' satisfies SignOnFailure}`

/** Why a single sign-on failed; read once, and removed from the address. */
export function takeSignOnFailure(): SignOnFailure | null {
  const address = location.pathname + location.search
  const reason = signOnFailures.find((failure) => address === signOnPaths.failed + failure)
  if (!reason) return null
  history.replaceState(null, '', '/')
  return reason
}
