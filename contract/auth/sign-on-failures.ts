/**
 * Why a single sign-on failed. `noAccount`: the person no longer belongs to an account; `uninvited`: the provider does not
 * vouch for the invited e-mail address; `disinvited`: the invitation has ended, or the terms have changed since.
 */
export const signOnFailures = [
  'refused',
  'expired',
  'unknown',
  'noAccount',
  'unavailable',
  'uninvited',
  'disinvited',
] as const
export type SignOnFailure = (typeof signOnFailures)[number]
