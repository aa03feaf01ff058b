import type { IngestDocument } from '../../contract/ingest.ts'
import type { DocumentType } from '../../contract/values.ts'
import { transportModes } from './ubl-codes.ts'
import {
  amount,
  date,
  distinct,
  each,
  either,
  elementsAt,
  type Field,
  identifier,
  inside,
  prose,
  quantity,
  reference,
  shape,
  unitOf,
  words,
  wordsOf,
} from './ubl-fields.ts'
import { orderNumber, periodEnd } from './ubl-lines.ts'
import { despatchPlace, parties, party } from './ubl-parties.ts'
import type { XmlElement } from './ubl-xml.ts'

/* The header of each kind of document, as data: which field of the portal stands where in UBL. */

export const ublKinds = [
  'Quotation',
  'Order',
  'OrderResponse',
  'OrderResponseSimple',
  'DespatchAdvice',
  'Invoice',
  'CreditNote',
] as const
export type UblKind = (typeof ublKinds)[number]

export type HeaderMapping = {
  type: DocumentType
  fields: Field<Partial<IngestDocument>>
  /** Where the totals stand; none on a despatch advice. */
  totals: string | null
}

type Reference = NonNullable<IngestDocument['references']>[number]

const refer = (type: DocumentType, number: Field<string>, ...paths: string[]): Field<Reference[]> =>
  each(
    (at, reading) => {
      const found = number(at, reading)
      return found === undefined ? undefined : { type, number: found }
    },
    ...paths,
  )

const references =
  (...all: Field<Reference[]>[]): Field<Reference[]> =>
  (at, reading) =>
    distinct(all.flatMap((one) => one(at, reading) ?? []))

const buyersOrder = either(
  reference(200, 'cac:OrderReference/cbc:ID', 'cac:OrderReference/cbc:CustomerReference'),
  words(200, 'cbc:BuyerReference'),
)
const toOrders = refer('orders', orderNumber, 'cac:OrderReference')
const toBilled = refer('invoices', reference(200, 'cbc:ID'), 'cac:BillingReference/cac:InvoiceDocumentReference')
const toShipments = refer('shipments', reference(200, 'cbc:ID'), 'cac:DespatchDocumentReference')
const toQuotes = refer('quotes', reference(200, 'cbc:ID'), 'cac:QuotationDocumentReference')

/** Incoterm, place and what else was agreed, on one line. */
const deliveryTerms: Field<string> = (at) => {
  const paths = ['cbc:ID', 'cac:DeliveryLocation/cbc:Name', 'cac:DeliveryLocation/cbc:ID', 'cbc:SpecialTerms']
  const terms = elementsAt(at, 'cac:DeliveryTerms').flatMap((one) =>
    paths.flatMap((path) => elementsAt(one, path).map(wordsOf)),
  )
  return distinct(terms.filter((term) => term !== ''))
    ?.join(' ')
    .slice(0, 2000)
}

const common = {
  number: identifier(200, 'cbc:ID'),
  issueDate: date('cbc:IssueDate'),
  ...parties,
  paymentTerms: prose(2000, 'cac:PaymentTerms/cbc:Note'),
  deliveryTerms,
  project: words(300, 'cac:ProjectReference/cbc:ID'),
  costCentre: words(300, 'cbc:AccountingCost', 'cbc:AccountingCostCode'),
  note: prose(20_000, 'cbc:Note'),
}

const delivery = (period: string) => periodEnd(`cac:Delivery/cac:${period}`)
const order = {
  ...common,
  requestedDate: either(delivery('RequestedDeliveryPeriod'), date('cac:Delivery/cbc:LatestDeliveryDate')),
  promisedDate: delivery('PromisedDeliveryPeriod'),
  estimatedDate: delivery('EstimatedDeliveryPeriod'),
  references: references(toQuotes),
}

/** "2 % until 2026-03-10": what is taken off when it is paid early. */
const earlyPayment: Field<string> = (at, reading) => {
  const [percent, until] = ['cbc:SettlementDiscountPercent', 'cac:SettlementPeriod/cbc:EndDate']
  const terms = elementsAt(at, 'cac:PaymentTerms').flatMap((one) => {
    const off = quantity(percent as string)(one, reading)
    const day = date(until as string)(one, reading)
    return off === undefined || /^[0.]+$/.test(off) ? [] : [day ? `${off} % (${day})` : `${off} %`]
  })
  return distinct(terms)?.join(', ').slice(0, 2000)
}

const account: Field<string> = (at) => {
  const parts = [
    'cbc:ID',
    'cac:FinancialInstitutionBranch/cac:FinancialInstitution/cbc:ID',
    'cac:FinancialInstitutionBranch/cbc:ID',
  ]
  const [number, ...banks] = parts.map((path) => elementsAt(at, path).map(wordsOf)[0] ?? '')
  const bank = banks.find((text) => text !== '')
  return number ? `${number}${bank ? ` · ${bank}` : ''}`.slice(0, 300) : undefined
}

const billing = {
  ...common,
  customerReference: buyersOrder,
  dueDate: date('cbc:DueDate', 'cac:PaymentMeans/cbc:PaymentDueDate', 'cac:PaymentTerms/cbc:PaymentDueDate'),
  references: references(toOrders, toShipments, toBilled),
  payments: each(
    shape({
      date: date('cbc:PaidDate', 'cbc:ReceivedDate'),
      amount: amount('cbc:PaidAmount'),
      reference: words(200, 'cbc:InstructionID', 'cbc:ID'),
    }),
    'cac:PrepaidPayment',
  ),
  details: shape({
    bankAccount: inside(account, 'cac:PaymentMeans/cac:PayeeFinancialAccount'),
    paymentReference: words(300, 'cac:PaymentMeans/cbc:PaymentID', 'cac:PaymentMeans/cbc:InstructionID'),
    earlyPayment,
  }),
}

/** UN/CEFACT 1001 as far as the portal tells kinds apart; partial, corrected and the like are invoices. */
const invoiceKind: Field<'380' | '381' | '386'> = (at, reading) => {
  const code = words(200, 'cbc:InvoiceTypeCode')(at, reading)
  return code === '381' || code === '386' ? code : '380'
}

const measure =
  (path: string): Field<{ value: string; unit?: string }> =>
  (at, reading) => {
    const value = quantity(path)(at, reading)
    const unit = unitOf(path)(at, reading)
    return value === undefined ? undefined : { value, ...(unit ? { unit } : {}) }
  }

/** A handling unit's number; of an SSCC the 18 digits alone, without spaces and the identifier (00). */
export function handlingUnit(written: string): string {
  const digits = written.replace(/^\(00\)/, '').replace(/\s/g, '')
  return /^(00)?\d{18}$/.test(digits) ? digits.slice(-18) : written.slice(0, 40)
}
const sscc: Field<string> = (at, reading) => {
  const written = identifier(100, 'cbc:ID')(at, reading)
  return written && handlingUnit(written)
}
const weightOf = inside(measure('cbc:Measure'), 'cac:MeasurementDimension')
const parcel = shape({
  sscc,
  type: words(100, 'cbc:TransportHandlingUnitTypeCode', 'cac:ActualPackage/cbc:PackagingTypeCode'),
  trackingNumber: words(100, 'cbc:TraceID'),
  weight: either(measure('cbc:GrossWeightMeasure'), (at, reading) =>
    isWeight(at) ? weightOf(at, reading) : undefined,
  ),
})
const weights = new Set(['AAB', 'AAD', 'G', 'WT', 'GROSSWEIGHT', 'WEIGHT'])
const isWeight = (at: XmlElement) =>
  weights.has(elementsAt(at, 'cac:MeasurementDimension/cbc:AttributeID').map(wordsOf)[0]?.toUpperCase() ?? '')

const transportMode: Field<string> = (at, reading) => {
  const code = words(100, 'cac:Shipment/cac:ShipmentStage/cbc:TransportModeCode')(at, reading)
  return code && (transportModes[code] ?? code)
}

const carriers = [
  'cac:Shipment/cac:Delivery/',
  'cac:Shipment/cac:ShipmentStage/',
  'cac:Shipment/cac:Consignment/',
  'cac:Delivery/',
]

const despatch = {
  ...common,
  customerReference: buyersOrder,
  references: references(toOrders, (at, reading) => {
    const orders = elementsAt(at, 'cac:DespatchLine').map((line) =>
      refer('orders', orderNumber, 'cac:OrderLineReference/cac:OrderReference')(line, reading),
    )
    return orders.flatMap((one) => one ?? [])
  }),
  shipFrom: either(
    inside(despatchPlace, 'cac:Shipment/cac:Delivery/cac:Despatch'),
    inside(party, 'cac:DespatchSupplierParty/cac:Party'),
  ),
  promisedDate: periodEnd('cac:Shipment/cac:Delivery/cac:PromisedDeliveryPeriod'),
  deliveredDate: date('cac:Shipment/cac:Delivery/cbc:ActualDeliveryDate'),
  shipment: shape({
    mode: transportMode,
    carrier: inside(
      words(200, 'cac:PartyName/cbc:Name', 'cac:PartyLegalEntity/cbc:RegistrationName'),
      ...carriers.map((at) => `${at}cac:CarrierParty`),
    ),
    trackingNumbers: each(
      (at) => wordsOf(at).slice(0, 100) || undefined,
      'cac:Shipment/cac:Delivery/cbc:TrackingID',
      'cac:Shipment/cac:TransportHandlingUnit/cbc:TraceID',
    ),
    waybill: words(
      100,
      'cac:Shipment/cac:Consignment/cbc:CarrierAssignedID',
      'cac:Shipment/cac:ShipmentStage/cbc:WaybillID',
    ),
    despatchDate: date(
      'cac:Shipment/cac:Delivery/cac:Despatch/cbc:ActualDespatchDate',
      'cac:Shipment/cac:Delivery/cac:Despatch/cbc:EstimatedDespatchDate',
    ),
    estimatedDelivery: either(
      periodEnd('cac:Shipment/cac:Delivery/cac:EstimatedDeliveryPeriod'),
      date('cac:Shipment/cac:Delivery/cbc:LatestDeliveryDate'),
    ),
    grossWeight: measure('cac:Shipment/cbc:GrossWeightMeasure'),
    packages: each(
      parcel,
      'cac:Shipment/cac:TransportHandlingUnit',
      'cac:DespatchLine/cac:Shipment/cac:TransportHandlingUnit',
    ),
  }),
}

const orderFields = shape({ ...order, number: orderNumber, customerReference: reference(200, 'cbc:ID') })

/** A response tells the order's numbers by its reference; its own number is not the order's. */
const responseFields = shape({
  ...order,
  number: either(reference(200, 'cbc:SalesOrderID'), inside(orderNumber, 'cac:OrderReference')),
  customerReference: reference(200, 'cac:OrderReference/cbc:ID'),
})

type Fields = Field<Partial<IngestDocument>>
const response: HeaderMapping = { type: 'orders', fields: responseFields as Fields, totals: 'cac:LegalMonetaryTotal' }

export const headerMappings: Readonly<Record<UblKind, HeaderMapping>> = {
  Quotation: {
    type: 'quotes',
    fields: shape({
      ...common,
      customerReference: either(
        words(200, 'cbc:BuyerReference'),
        reference(200, 'cac:RequestForQuotationDocumentReference/cbc:ID'),
      ),
      validUntil: date('cac:ValidityPeriod/cbc:EndDate'),
      details: shape({ enquiryNumber: words(300, 'cac:RequestForQuotationDocumentReference/cbc:ID') }),
    }) as Fields,
    totals: 'cac:QuotedMonetaryTotal',
  },
  Order: { type: 'orders', fields: orderFields as Fields, totals: 'cac:AnticipatedMonetaryTotal' },
  OrderResponse: response,
  OrderResponseSimple: response,
  DespatchAdvice: { type: 'shipments', fields: shape(despatch) as Fields, totals: null },
  Invoice: { type: 'invoices', fields: shape({ ...billing, invoiceKind }) as Fields, totals: 'cac:LegalMonetaryTotal' },
  CreditNote: {
    type: 'invoices',
    fields: shape({ ...billing, invoiceKind: () => '381' }) as Fields,
    totals: 'cac:LegalMonetaryTotal',
  },
}
