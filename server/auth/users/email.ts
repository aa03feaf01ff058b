/** The normalised e-mail address, under which a user is stored. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}
