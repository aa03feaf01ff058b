import type { Generated } from 'kysely'

/* The tables of notifications: what happened in an account, and what each member did with it. */

type Instant = string
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
}
