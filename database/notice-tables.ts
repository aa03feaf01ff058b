import type { Generated } from 'kysely'

/* The tables of notifications: what happened in an account, and what each member did with it. */

type Instant = string
type CalendarDate = string
type Uuid = string

export type NoticeGroupsTable = {
  account_id: Uuid
  group_key: string
  group_id: Uuid
  since: Instant
  latest: Instant
  count: number
}

export type NoticesTable = {
  account_id: Uuid
  id: Uuid
  kind: string
  type: string
  document_id: Uuid | null
  number: string | null
  count: Generated<number>
  details: Generated<unknown>
  needs_prices: boolean
  group_id: Uuid
  dedupe_key: string
  happened_at: Instant
  version: string
  user_id: Uuid | null
  first_version: Generated<string>
}

export type NoticeMarksTable = {
  account_id: Uuid
  user_id: Uuid
  notice_id: Uuid
  clicked_version: Generated<string>
  cleared_version: Generated<string>
}

export type NoticeReadersTable = {
  account_id: Uuid
  user_id: Uuid
  seen_version: Generated<string>
  cleared_version: Generated<string>
  channels: Generated<unknown>
  quiet_from: number | null
  quiet_to: number | null
  mails_ended: Generated<boolean>
  told_version: Generated<string>
  digested_version: Generated<string>
}

export type NoticeChoicesTable = {
  account_id: Uuid
  user_id: Uuid
  subject: string
  key: string
  choice: string
  chosen_at: Instant
}

export type ErrandsTable = {
  account_id: Uuid
  what: string
  user_id: Uuid | null
  due_at: Generated<Instant>
}

export type RemindersTable = {
  account_id: Uuid
  document_id: Uuid
  kind: string
  day: CalendarDate
}

export type PushSubscriptionsTable = {
  session_id: Uuid
  user_id: Uuid
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
}

export type MailRefusalsTable = {
  email: string
  refused_at: Instant
  reason: string
}
