import type { Generated } from 'kysely'

/* The sums that are kept, as database/tables.ts lists them. */
type Decimal = string
type CalendarDate = string
type Instant = string
type Uuid = string

export type AccountMonthsTable = {
  account_id: Uuid
  currency: string
  month: CalendarDate
  amount: Decimal
}

export type AccountMovementsTable = {
  account_id: Uuid
  currency: string
  day: CalendarDate
  document_id: Uuid
  position: number
  kind: string
  amount: Decimal
}

export type DocumentSumsTable = {
  account_id: Uuid
  topic: string
  status: string
  currency: string
  day: CalendarDate
  moved: boolean
  count: string
  amount: Decimal
}

export type AccountVersionsTable = {
  account_id: Uuid
  version: string
  quotes: Generated<string>
  orders: Generated<string>
  shipments: Generated<string>
  invoices: Generated<string>
}

export type AccountAddressesTable = {
  account_id: Uuid
  use: string
  place: number
  code: string | null
  party: unknown
  stated_at: Instant
}

export type CreditLimitsTable = {
  account_id: Uuid
  currency: string
  amount: Decimal
  stated_at: Instant
}
