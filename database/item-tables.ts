/* The tables of the item tracker, as database/tables.ts lists them. */
type Decimal = string
type CalendarDate = string
type Uuid = string

export type ItemTermsTable = {
  account_id: Uuid
  sku: string
  term: string
}

export type ItemTotalsTable = {
  account_id: Uuid
  sku: string
  unit: string
  lines: string
  ordered: Decimal
  shipped: Decimal
  delivered: Decimal
  returned: Decimal
  invoiced: Decimal
  in_transit: Decimal
  open: Decimal
}

export type ItemsTable = {
  account_id: Uuid
  sku: string
  customer_sku: string | null
  gtin: string | null
  name: string | null
  unit: string | null
  seen_in: number
  told_on: CalendarDate
}

export type OrderedLinesTable = {
  account_id: Uuid
  order_id: Uuid
  position: number
  sku: string | null
  unit: string | null
  ordered: Decimal
  shipped: Decimal
  delivered: Decimal
  returned: Decimal
  invoiced: Decimal
  in_transit: Decimal
  open: Decimal
  arrival: CalendarDate | null
}

export type UnitsTable = {
  account_id: Uuid
  code: string
  type: string
  list_date: CalendarDate
  document_id: Uuid
  position: number
  kind: string
  told: string
  sku: string | null
}

export type SearchWordsTable = {
  account_id: Uuid
  word: string
  stem: string
}
