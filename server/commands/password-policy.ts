import { demoPeople } from '#database/seed/people.ts'
import type { PasswordPolicy } from '../auth/passwords/passwords.ts'
import type { Config } from '../config.ts'

/** The operator's password policy; it forbids the published passwords of the demo. */
export function passwordPolicyOf({ PASSWORD_MINIMUM, BRAND_NAME }: Config): PasswordPolicy {
  return { minimum: PASSWORD_MINIMUM, words: [BRAND_NAME, ...demoPeople().map(({ password }) => password)] }
}
