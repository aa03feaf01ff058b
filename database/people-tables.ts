import type { Generated } from 'kysely'

/* The tables of people: who they are, how they sign in, what was sent to them and what they did. */

type Instant = string
type Uuid = string

export type AuditLogTable = {
  id: Uuid
  at: Instant
  action: string
  user_id: Uuid | null
  account_id: Uuid | null
  key_id: Uuid | null
  address_prefix: string | null
  user_agent: string | null
  request_id: string | null
  details: Generated<unknown>
}

export type InvitationsTable = {
  id: Uuid
  hash: Buffer
  email: string
  name: string | null
  account_id: Uuid | null
  company: string | null
  role: string
  invited_by: Uuid | null
  created_at: Instant
  expires_at: Instant
  accepted_at: Instant | null
  accepted_by: Uuid | null
  revoked_at: Instant | null
}

export type MailsTable = {
  id: Uuid
  kind: string
  recipient: string | null
  sealed: Buffer | null
  created_at: Instant
  expires_at: Instant | null
  attempts: Generated<number>
  next_attempt_at: Instant | null
  sent_at: Instant | null
  given_up_at: Instant | null
  last_error: string | null
}

export type MembershipsTable = {
  account_id: Uuid
  user_id: Uuid
  role: string
  created_at: Instant
}

export type PasswordResetsTable = {
  hash: Buffer
  user_id: Uuid
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
}

export type PasswordsTable = {
  user_id: Uuid
  hash: string
  changed_at: Instant
}

export type RegistrationsTable = {
  id: Uuid
  email: string
  name: string
  customer_number: string
  document_number: string
  created_at: Instant
  decided_at: Instant | null
  decision: string | null
}

export type SessionsTable = {
  id: Uuid
  user_id: Uuid
  account_id: Uuid
  created_at: Instant
  remembered: boolean
  generation: Generated<number>
  rotated_at: Instant
  expires_at: Instant
  version: Generated<number>
  revoked_at: Instant | null
  revoked_because: string | null
  refused_at: Instant | null
  user_agent: string | null
  address_prefix: string | null
  signed_in_by: Generated<string>
  second_factor_at: Instant | null
  proven_at: Instant | null
}

export type TermsAcceptancesTable = {
  user_id: Uuid
  version: string
  accepted_at: Instant
  address_prefix: string | null
}

export type ThrottleBucketsTable = {
  key: Buffer
  level: number
  updated_at: Instant
  blocked_until: Instant | null
  proven_at: Instant | null
}

export type UsersTable = {
  id: Uuid
  email: string
  name: string
  created_at: Instant
  disabled_at: Instant | null
  language: string | null
  browser_language: string | null
  time_zone: string | null
  appearance: unknown
  deletion_asked_at: Instant | null
  deletion_note: string | null
  erased_at: Instant | null
}

export type FactorEnrolmentsTable = {
  user_id: Uuid
  method: string
  secret: Buffer
  expires_at: Instant
  tries: Generated<number>
}

export type IdentitiesTable = {
  id: Uuid
  user_id: Uuid
  issuer: string
  subject: string
  email: string | null
  created_at: Instant
  last_used_at: Instant | null
}

export type PasskeyChallengesTable = {
  hash: Buffer
  user_id: Uuid | null
  expires_at: Instant
}

export type PasskeysTable = {
  id: Uuid
  user_id: Uuid
  credential: Buffer
  public_key: Buffer
  counter: string
  transports: string[]
  name: string
  backed_up: boolean
  created_at: Instant
  last_used_at: Instant | null
}

export type RecoveryCodesTable = {
  user_id: Uuid
  hash: Buffer
  created_at: Instant
  used_at: Instant | null
}

export type SecondFactorsTable = {
  user_id: Uuid
  method: string
  sealed: Buffer | null
  last_step: Generated<number>
  created_at: Instant
}

export type SignInChallengesTable = {
  hash: Buffer
  user_id: Uuid
  proof_by: string
  proof: Buffer
  remembered: boolean
  enrols: boolean
  expires_at: Instant
  tries: Generated<number>
  code_hash: Buffer | null
  code_expires_at: Instant | null
  codes_sent: Generated<number>
}

export type SignOnTripsTable = {
  hash: Buffer
  user_id: Uuid | null
  remembered: boolean
  expires_at: Instant
  invitation: Buffer | null
  terms: string | null
}

export type TrustedDevicesTable = {
  id: Uuid
  user_id: Uuid
  hash: Buffer
  created_at: Instant
  last_used_at: Instant
  expires_at: Instant
  user_agent: string | null
  address_prefix: string | null
}

export type VisitsTable = {
  account_id: Uuid
  user_id: Uuid
  visited_at: Instant
  previous_visit_at: Instant | null
}

export type RequestFilesTable = {
  account_id: Uuid
  request_id: Uuid
  id: Uuid
  name: string
  mime_type: string
  size: number
  sha256: Buffer
  content: Buffer
  created_at: Instant
}

export type RequestsTable = {
  account_id: Uuid
  id: Uuid
  document_type: string
  document_number: string
  document_revision: string | null
  document_hash: Buffer
  kind: string
  content: unknown
  made_at: Instant
  made_by: Uuid
  key: Uuid
  made_by_name: string
  made_by_email: string
  network: string | null
  state: string
  answer: string | null
  answered_by: string | null
  answered_at: Instant | null
}

export type DefaultViewsTable = {
  account_id: Uuid
  user_id: Uuid
  type: string
  view_id: Uuid
}

export type AvatarsTable = {
  user_id: Uuid
  png: Buffer
  changed_at: Instant
}

export type FaqRatingsTable = {
  user_id: Uuid
  question: string
  helpful: boolean
  rated_at: Instant
}

export type SavedViewsTable = {
  account_id: Uuid
  id: Uuid
  type: string
  name: string
  state: string
  shared: boolean
  position: number
  author_id: Uuid | null
  created_at: Instant
}
