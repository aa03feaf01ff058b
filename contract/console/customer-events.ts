/** What the pages of customers and people tell of what was done, of all that the audit log holds. */
export const customerEvents = [
  'signed_in',
  'sign_in_failed',
  'second_factor_failed',
  'passkey_refused',
  'sign_on_failed',
  'password_reset_asked',
  'password_changed',
  'second_factors_reset',
  'second_factor_added',
  'second_factor_removed',
  'sessions_ended',
  'invited',
  'invitation_revoked',
  'invitation_accepted',
  'member_added',
  'role_changed',
  'member_removed',
  'user_added',
  'user_disabled',
  'user_enabled',
  'email_changed',
  'deletion_asked',
  'user_erased',
  'account_added',
  'account_renamed',
  'account_renumbered',
  'account_merged',
  'account_changed',
  'second_factor_required',
  'second_factor_not_required',
  'staff_accounts_changed',
  'document_moved',
  'document_withdrawn',
] as const
export type CustomerEventKind = (typeof customerEvents)[number]

/** Why a sign-in was refused, as far as the log says it. */
export const refusalReasons = ['password', 'noPassword', 'disabled', 'noAccount'] as const
export type RefusalReason = (typeof refusalReasons)[number]
