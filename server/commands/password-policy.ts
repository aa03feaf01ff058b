import { demoPeople } from '../../database/seed/people.ts'
import type { PasswordPolicy } from '../auth/passwords.ts'
import type { Config } from '../config.ts'

/** What the operator asks of passwords; those that the demo publishes are nobody's. */
export function passwordPolicyOf({ PASSWORD_MINIMUM, BRAND_NAME }: Config): PasswordPolicy {
  return { minimum: PASSWORD_MINIMUM, words: [BRAND_NAME, ...demoPeople().map(({ password }) => password)] }
}
