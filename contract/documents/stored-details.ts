import type { Person } from '../values.ts'
import type { Allowance, DocumentParty, LinePart, PaymentMeans, Property } from './detail-schemas.ts'
import type { HeaderFieldName } from './header-fields.ts'
import type { DetailsFieldName, LineValues } from './line-fields.ts'

type Nullable<T> = { [K in keyof T]?: T[K] | null }
type Measure = { value?: string | null; unit?: string | null }

/**
 * What is stored of a document beside its typed columns: written by ingest, read by the detail page. The definition's
 * fields with `stored: 'details'` are stored beside these, under their own names.
 */
export type StoredDetails = { [N in HeaderFieldName]?: string } & {
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

/** What is stored of a line beside its typed columns. */
export type StoredLine = Pick<LineValues, DetailsFieldName> & {
  deliveries?: {
    quantity?: string | null
    requestedDate?: string | null
    promisedDate?: string | null
    estimatedDate?: string | null
  }[]
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
