import { invalidField, translatable } from '#contract/errors.ts'

/** The normalised e-mail address, under which a user is stored. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** Excludes characters that have a meaning in a list of addresses or in a header. */
const emailPattern = /^[^\s@,;:<>()[\]"\\\p{Cc}\p{Cf}]+@[^\s@,;:<>()[\]"\\\p{Cc}\p{Cf}]+$/u

/** The normalised e-mail address, under which a user is stored. Throws invalid_input when it is not an address. */
export function parseEmail(input: string): string {
  const address = normaliseEmail(input)
  if (!emailPattern.test(address) || address.length > 254)
    throw invalidField('email', translatable('register.email', { email: input }))
  return address
}
