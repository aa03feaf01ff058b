import type { Generated } from 'kysely'

/* The tables of what comes in: messages as they came, and what waits for its account or its shipment. */

type Instant = string
type Uuid = string

export type ApiKeysTable = {
  id: Uuid
  name: string
  scope: string
  hash: Buffer
  created_at: Generated<Instant>
  last_used_at: Instant | null
  revoked_at: Instant | null
}

export type EpcisEventKeysTable = {
  key: string
  event_id: string
}

export type EpcisEventsTable = {
  id: string
  received_at: Instant
  event: unknown
}

export type QuarantineTable = {
  id: Uuid
  received_at: Instant
  type: string
  number: string
  buyer_name: string | null
  identifiers: unknown
  reason: string
  payload: unknown
  content_hash: Buffer
}

export type RawMessagesTable = {
  id: Uuid
  received_at: Instant
  source: string
  media_type: string
  first_line: string
  content: Buffer
}

export type ShipmentKeysTable = {
  account_id: Uuid
  document_id: Uuid
  key: string
}
