import { demoPeople } from '#database/seed/people.ts'
import type { PasswordPolicy } from '#server/auth/passwords/passwords.ts'
import type { Config } from '#server/config.ts'

/** The operator's password policy; it forbids the portal's name and the published passwords of the demo. */
export function passwordPolicyOf(
  { PASSWORD_MINIMUM, BRAND_NAME }: Config,
  portalName = () => BRAND_NAME,
): PasswordPolicy {
  const published = demoPeople().map(({ password }) => password)
  return {
    minimum: PASSWORD_MINIMUM,
    // The name may change while the portal runs.
    get words() {
      return [portalName(), ...published]
    },
  }
}
