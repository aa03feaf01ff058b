import type { Person } from '../values.ts'
import type { Allowance, DocumentParty, LinePart, PaymentMeans, Property } from './detail-schemas.ts'

type Nullable<T> = { [K in keyof T]?: T[K] | null }
type Measure = { value?: string | null; unit?: string | null }

/**
 * What is stored of a document beside its typed columns: written by ingest, read by the detail page. The definition's
 * fields with `stored: 'details'` are stored beside these, under their own names.
 */
export type StoredDetails = {
  billTo?: Nullable<DocumentParty>
  shipTo?: Nullable<DocumentParty>
  shipFrom?: Nullable<DocumentParty>
  seller?: Nullable<DocumentParty>
  buyer?: Nullable<DocumentParty>
  originator?: Nullable<DocumentParty>
  payee?: Nullable<DocumentParty>
  taxRepresentative?: Nullable<DocumentParty>
  contact?: Nullable<Person>
  salesperson?: Nullable<Person>
  paymentTerms?: string
  deliveryTerms?: string
  project?: string
  costCentre?: string
  note?: string
  payable?: string
  taxes?: {
    category?: string | null
    rate?: string | null
    base?: string | null
    amount?: string | null
    reason?: string | null
  }[]
  paymentMeans?: Nullable<PaymentMeans>[]
  payments?: {
    id?: string | null
    date?: string | null
    amount?: string | null
    method?: string | null
    reference?: string | null
  }[]
  packages?: {
    sscc?: string | null
    type?: string | null
    weight?: Measure | null
    dimensions?: { length?: string | null; width?: string | null; height?: string | null; unit?: string | null } | null
    trackingNumber?: string | null
    parent?: string | null
  }[]
  grossWeight?: Measure
}

/**
 * What ends a line of an order: the rest is not delivered, the customer or the supplier cancelled it, or the supplier
 * never accepted it.
 */
export const lineStatuses = ['closed', 'cancelled', 'rejected'] as const
export type LineStatus = (typeof lineStatuses)[number]

/** What is stored of a line beside its typed columns. */
export type StoredLine = {
  parent?: string
  status?: LineStatus
  customerSku?: string
  gtin?: string
  name?: string
  description?: string
  unitPrice?: string
  discountPercent?: string
  taxRate?: string
  requestedDate?: string
  promisedDate?: string
  estimatedDate?: string
  deliveries?: {
    quantity?: string | null
    requestedDate?: string | null
    promisedDate?: string | null
    estimatedDate?: string | null
  }[]
  originCountry?: string
  commodityCode?: string
  note?: string
  package?: string
  option?: 'optional' | 'alternative'
  leadTimeDays?: string
  allowances?: Nullable<Allowance>[]
  properties?: Nullable<Property>[]
  parts?: Nullable<LinePart>[]
  details?: Readonly<Record<string, string | null>>
  serials?: string[]
  lots?: { lot: string; quantity?: string | null; expiry?: string | null }[]
}

/** What is stored of an event's location. */
export type StoredPlace = {
  name?: string
  city?: string
  country?: string
  unlocode?: string
  lat?: number
  lon?: number
}
