/**
 * Why an attempt to sign in was refused. Each stands in the audit log and, as a sentence, on the person's page in the
 * console.
 */
export const refusalReasons = [
  /** E-mail and password. */
  'password',
  'noPassword',
  /** Any way to sign in. */
  'disabled',
  'noAccount',
  'credentialChanged',
  'locked',
  /** The second factor. */
  'code',
  'codeExpired',
  'codesEnded',
  'codesMailed',
  'signInExpired',
  /** A passkey. */
  'passkey',
  'passkeyCopied',
  /** Single sign-on. */
  'providerRefused',
  'providerUnavailable',
  'emailUnconfirmed',
  'identityLinked',
  'invitationEmail',
  'invitationEnded',
] as const
export type RefusalReason = (typeof refusalReasons)[number]
