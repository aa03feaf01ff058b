import type { Generated } from 'kysely'
import type {
  ApiKeysTable,
  EpcisEventKeysTable,
  EpcisEventsTable,
  QuarantineTable,
  RawMessagesTable,
  ShipmentKeysTable,
} from './intake-tables.ts'
import type {
  ItemsTable,
  ItemTermsTable,
  ItemTotalsTable,
  OrderedLinesTable,
  SearchWordsTable,
  UnitsTable,
} from './item-tables.ts'
import type {
  AccountAddressesTable,
  AccountMonthsTable,
  AccountMovementsTable,
  AccountVersionsTable,
  CreditLimitsTable,
  DocumentSumsTable,
} from './ledger-tables.ts'
import type {
  ErrandsTable,
  MailRefusalsTable,
  NoticeChoicesTable,
  NoticeGroupsTable,
  NoticeMarksTable,
  NoticeReadersTable,
  NoticesTable,
  PushSubscriptionsTable,
  RemindersTable,
} from './notice-tables.ts'
import type {
  AuditLogTable,
  AvatarsTable,
  DefaultViewsTable,
  FactorEnrolmentsTable,
  FaqRatingsTable,
  IdentitiesTable,
  InvitationsTable,
  MailsTable,
  MembershipsTable,
  PasskeyChallengesTable,
  PasskeysTable,
  PasswordResetsTable,
  PasswordsTable,
  RecoveryCodesTable,
  RegistrationsTable,
  RequestFilesTable,
  RequestsTable,
  SavedViewsTable,
  SecondFactorsTable,
  SessionsTable,
  SignInChallengesTable,
  SignOnTripsTable,
  TermsAcceptancesTable,
  ThrottleBucketsTable,
  TrustedDevicesTable,
  UsersTable,
  VisitsTable,
} from './people-tables.ts'

/*
 * The tables as the queries see them. numeric, bigint, date and timestamptz arrive as texts: no amount becomes a float,
 * no calendar date is shifted by a time zone. A test compares this page with the live catalogue.
 */
type Decimal = string
type CalendarDate = string
type Instant = string
type Uuid = string

export type AccountIdentifiersTable = {
  scheme: string
  value: string
  account_id: Uuid
  created_at: Generated<Instant>
}

export type AccountsTable = {
  account_id: Uuid
  search_key: Generated<number>
  number: string
  name: string
  created_at: Generated<Instant>
  requires_second_factor: Generated<boolean>
  language: string | null
  time_zone: string | null
}

export type AttachmentsTable = {
  account_id: Uuid
  document_id: Uuid
  id: Uuid
  name: string
  mime_type: string
  size: number
  sha256: Buffer
  content: Buffer
  created_at: Instant
  purpose: string | null
}

export type DocumentChangesTable = {
  account_id: Uuid
  document_id: Uuid
  changed_at: Instant
  id: Uuid
  recorded_at: Instant
  type: string
  changes: unknown
  amounts: unknown
  only_amounts: boolean
  moves_promise: boolean
}

export type DocumentCountsTable = {
  account_id: Uuid
  type: string
  status: string
  count: string
}

export type DocumentLinesTable = {
  account_id: Uuid
  document_id: Uuid
  position: number
  line: string
  kind: string
  sku: string | null
  quantity: Decimal | null
  unit: string | null
  amount: Decimal | null
  details: Generated<unknown>
  type: Generated<string>
  list_date: Generated<CalendarDate>
}

export type DocumentLinksTable = {
  account_id: Uuid
  document_id: Uuid
  position: number
  to_type: string
  to_number: string
  to_line: Generated<string>
  quantity: Decimal | null
}

export type DocumentPartsTable = {
  account_id: Uuid
  type: string
  number: string
  part: string
  payload: unknown
  modified_at: Instant | null
}

export type DocumentSearchTable = {
  account_id: Uuid
  document_id: Uuid
  type: string
  list_date: CalendarDate
  terms: string
  codes: Generated<string>
}

export type DocumentsTable = {
  account_id: Uuid
  id: Uuid
  type: string
  number: string
  status: string
  status_changed_at: Generated<Instant>
  issue_date: CalendarDate | null
  customer_reference: string | null
  currency: string | null
  net: Decimal | null
  discount: Decimal | null
  charges: Decimal | null
  tax: Decimal | null
  gross: Decimal | null
  paid: Decimal | null
  open: Decimal | null
  valid_until: CalendarDate | null
  due_date: CalendarDate | null
  requested_date: CalendarDate | null
  promised_date: CalendarDate | null
  estimated_date: CalendarDate | null
  despatch_date: CalendarDate | null
  delivered_date: CalendarDate | null
  fulfilment: string | null
  billing: string | null
  payment: string | null
  invoice_kind: string | null
  carrier: string | null
  tracking_numbers: Generated<string[]>
  package_count: Generated<number>
  line_count: Generated<number>
  last_event_at: Instant | null
  details: Generated<unknown>
  source_status: string | null
  source_system: string
  source_modified_at: Instant | null
  content_hash: Buffer
  ingested_at: Instant
  list_date: Generated<CalendarDate | null>
  key_date: Generated<CalendarDate | null>
  fulfilled_date: CalendarDate | null
  gross_order: Generated<string>
  open_order: Generated<string>
}

export type ShipmentEventsTable = {
  account_id: Uuid
  document_id: Uuid
  id: Uuid
  occurred_at: Instant
  occurred_offset: string | null
  recorded_at: Instant
  classifier: string
  code: string
  place: Generated<unknown>
  description: string | null
  reason_code: string | null
  package: string | null
  source: string
  source_event_id: string
  retracts: string | null
}

export type Database = {
  account_months: AccountMonthsTable
  account_movements: AccountMovementsTable
  account_addresses: AccountAddressesTable
  account_identifiers: AccountIdentifiersTable
  account_versions: AccountVersionsTable
  accounts: AccountsTable
  api_keys: ApiKeysTable
  attachments: AttachmentsTable
  audit_log: AuditLogTable
  avatars: AvatarsTable
  default_views: DefaultViewsTable
  credit_limits: CreditLimitsTable
  document_changes: DocumentChangesTable
  document_counts: DocumentCountsTable
  document_lines: DocumentLinesTable
  document_links: DocumentLinksTable
  document_parts: DocumentPartsTable
  document_search: DocumentSearchTable
  document_sums: DocumentSumsTable
  documents: DocumentsTable
  errands: ErrandsTable
  epcis_event_keys: EpcisEventKeysTable
  epcis_events: EpcisEventsTable
  factor_enrolments: FactorEnrolmentsTable
  faq_ratings: FaqRatingsTable
  identities: IdentitiesTable
  invitations: InvitationsTable
  item_terms: ItemTermsTable
  item_totals: ItemTotalsTable
  items: ItemsTable
  mail_refusals: MailRefusalsTable
  mails: MailsTable
  memberships: MembershipsTable
  notice_choices: NoticeChoicesTable
  notice_groups: NoticeGroupsTable
  notice_marks: NoticeMarksTable
  notice_readers: NoticeReadersTable
  notices: NoticesTable
  ordered_lines: OrderedLinesTable
  passkey_challenges: PasskeyChallengesTable
  passkeys: PasskeysTable
  password_resets: PasswordResetsTable
  passwords: PasswordsTable
  push_subscriptions: PushSubscriptionsTable
  quarantine: QuarantineTable
  raw_messages: RawMessagesTable
  recovery_codes: RecoveryCodesTable
  registrations: RegistrationsTable
  reminders: RemindersTable
  request_files: RequestFilesTable
  requests: RequestsTable
  saved_views: SavedViewsTable
  search_words: SearchWordsTable
  second_factors: SecondFactorsTable
  sessions: SessionsTable
  shipment_events: ShipmentEventsTable
  shipment_keys: ShipmentKeysTable
  sign_in_challenges: SignInChallengesTable
  sign_on_trips: SignOnTripsTable
  terms_acceptances: TermsAcceptancesTable
  throttle_buckets: ThrottleBucketsTable
  trusted_devices: TrustedDevicesTable
  units: UnitsTable
  users: UsersTable
  visits: VisitsTable
}
