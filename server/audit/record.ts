import type { Language } from '#contract/languages.ts'
import type { Db } from '#database/transaction.ts'
import { insertAuditEntry } from './queries.ts'

/** All kinds of events that are recorded. */
export const auditActions = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'refresh_reused',
  'session_ended',
  'sessions_ended',
  'second_factor_failed',
  'second_factor_added',
  'second_factor_removed',
  'second_factors_reset',
  'second_factor_required',
  'second_factor_not_required',
  'recovery_codes_made',
  'recovery_code_used',
  'device_trusted',
  'device_forgotten',
  'proof_failed',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'identity_linked',
  'identity_unlinked',
  'sign_on_failed',
  'account_switched',
  'user_added',
  'email_changed',
  'user_disabled',
  'user_enabled',
  'member_added',
  'role_changed',
  'member_removed',
  'password_changed',
  'password_change_failed',
  'password_reset_asked',
  'invited',
  'invitation_revoked',
  'invitation_accepted',
  'terms_accepted',
  'registration_asked',
  'registration_approved',
  'registration_rejected',
  'view_shared',
  'view_unshared',
  'shared_view_changed',
  'shared_view_deleted',
  'list_exported',
  'papers_downloaded',
  'file_downloaded',
  'access_refused',
  'document_moved',
  'document_withdrawn',
  'document_readmitted',
  'account_renamed',
  'account_renumbered',
  'account_merged',
  'import_profile_saved',
  'import_profile_renamed',
  'import_profile_deleted',
  'file_source_saved',
  'import_way_saved',
  'file_source_deleted',
  'files_imported',
  'import_undone',
  'account_added',
  'account_changed',
  'account_note_written',
  'key_changed',
  'key_created',
  'key_revoked',
  'request_made',
  'request_withdrawn',
  'approval_decided',
  'request_closed',
  'message_written',
  'message_corrected',
  'request_answered',
  'answer_file_added',
  'support_asked',
  'personal_data_exported',
  'deletion_asked',
  'deletion_taken_back',
  'user_erased',
  'staff_signed_in',
  'staff_sign_in_failed',
  'staff_signed_out',
  'staff_session_ended',
  'staff_invited',
  'staff_joined',
  'staff_credentials_changed',
  'staff_role_changed',
  'staff_accounts_changed',
  'staff_disabled',
  'staff_enabled',
  'staff_picture_set',
  'staff_picture_removed',
  'staff_absence_added',
  'staff_absence_ended',
  'request_assigned',
  'answer_mailed_again',
  'undelivered_answer_dismissed',
  'request_note_written',
  'viewing_started',
  'viewing_ended',
  'job_retried',
  'job_dropped',
  'mail_retried',
  'test_mail_sent',
  'doctor_run',
  'backup_made',
  'backup_verified',
  'refused_replayed',
  'refused_discarded',
  'quarantine_assigned',
  'event_assigned',
  'key_rotated',
  'staff_passkey_added',
  'staff_passkey_renamed',
  'staff_passkey_removed',
  'staff_passkey_refused',
  'staff_proof_failed',
  'request_snoozed',
  'announcement_saved',
  'announcement_ended',
  'content_saved',
  'content_taken_back',
  'example_mail_sent',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Where a call came from: the network of an address, never the address itself. */
export type Caller = {
  readonly network: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
  /** The caller's language; a mail that the call causes uses it when its reader has chosen none. */
  readonly language?: Language | undefined
}

/** A caller with a known network, as in every call over HTTP. */
export type NetworkCaller = Caller & { readonly network: string }

/** The operator on the portal's own machine. */
export const commandLine: Caller = { network: null, userAgent: 'command line', requestId: null }

/** Who acts for the supplier: a member of staff in the console, or the operator on the portal's own machine. */
export type Actor = { readonly staffId: string | null; readonly caller: Caller }

/** The operator, who has no id. */
export const operator: Actor = { staffId: null, caller: commandLine }

/**
 * Who did something to a person, and to whom, as parts of an entry. The person stands in the place of whoever acted when that
 * was the operator, and among the details when it was a member of staff.
 */
export function actOn({ staffId, caller }: Actor, person: string, details: AuditEntry['details'] = {}) {
  return staffId === null ? { caller, userId: person, details } : { caller, staffId, details: { ...details, person } }
}

export type AuditEntry = {
  action: AuditAction
  caller: Caller
  /** The person who acted or, when nobody is signed in, the person affected. */
  userId?: string | null
  accountId?: string | null
  keyId?: string | null
  /** The member of staff who acted in the console; stored as the person, for ids are those of one person only. */
  staffId?: string | null
  /** Further details. Never a password, a token, a code or the e-mail of somebody who is not a user. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Adds an entry to the audit log. Called in the transaction of the recorded change, so that both are committed
 * together.
 */
export async function record(
  deps: { clock: () => Date; newId: () => string },
  db: Db,
  { action, caller, userId, accountId, keyId, staffId, details }: AuditEntry,
): Promise<void> {
  await insertAuditEntry(db, {
    id: deps.newId(),
    at: deps.clock(),
    action,
    userId: userId ?? staffId ?? null,
    accountId: accountId ?? null,
    keyId: keyId ?? null,
    addressPrefix: caller.network,
    userAgent: caller.userAgent,
    requestId: caller.requestId,
    details: details ?? {},
  })
}
