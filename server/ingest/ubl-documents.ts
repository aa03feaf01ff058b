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
import {
  buyersOrder,
  isNamed,
  named,
  refer,
  references,
  revision,
  sentAt,
  superseded,
  toBilled,
  toCoded,
  toOrders,
  toQuotes,
  toShipments,
} from './ubl-references.ts'
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

/** Incoterm, place and what else was agreed, on one line. */
const deliveryTerms: Field<string> = (at) => {
  const paths = ['cbc:ID', 'cac:DeliveryLocation/cbc:Name', 'cac:DeliveryLocation/cbc:ID', 'cbc:SpecialTerms']
  const places = ['cac:DeliveryTerms', 'cac:Delivery/cac:DeliveryTerms', 'cac:Shipment/cac:Delivery/cac:DeliveryTerms']
  const agreed = places.map((place) => elementsAt(at, place)).find((found) => found.length > 0) ?? []
  const terms = agreed.flatMap((one) => paths.flatMap((path) => elementsAt(one, path).map(wordsOf)))
  return distinct(terms.filter((term) => term !== ''))
    ?.join(' ')
    .slice(0, 2000)
}

const common = {
  number: identifier(200, 'cbc:ID'),
  issueDate: date('cbc:IssueDate'),
  ...parties,
  paymentTerms: prose(2000, 'cac:PaymentTerms/cbc:Note', 'cac:TransactionConditions/cbc:Description'),
  deliveryTerms,
  project: either(words(300, 'cac:ProjectReference/cbc:ID'), named('50', 300)),
  costCentre: words(300, 'cbc:AccountingCost', 'cbc:AccountingCostCode'),
  note: prose(20_000, 'cbc:Note'),
  references: toCoded,
}

const delivery = (period: string) => periodEnd(`cac:Delivery/cac:${period}`)
const order = {
  ...common,
  requestedDate: either(delivery('RequestedDeliveryPeriod'), date('cac:Delivery/cbc:LatestDeliveryDate')),
  promisedDate: delivery('PromisedDeliveryPeriod'),
  estimatedDate: delivery('EstimatedDeliveryPeriod'),
  references: references(toQuotes, toCoded),
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
  references: references(toOrders, toShipments, toBilled, toCoded),
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

/** The shipment's packages; one that lines name again by its number is still one, and alike ones without a number are several. */
const packages: Field<NonNullable<ReturnType<typeof parcel>>[]> = (at, reading) => {
  const own = elementsAt(at, 'cac:Shipment/cac:TransportHandlingUnit').flatMap((one) => parcel(one, reading) ?? [])
  const ofLines = elementsAt(at, 'cac:DespatchLine/cac:Shipment/cac:TransportHandlingUnit')
  const known = new Map(own.map((one, index) => [one.sscc ?? index, one]))
  for (const one of ofLines.flatMap((unit) => parcel(unit, reading) ?? [])) {
    const key = one.sscc ?? JSON.stringify(one)
    if (!known.has(key)) known.set(key, one)
  }
  return known.size === 0 ? undefined : [...known.values()]
}

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
  references: references(toOrders, toCoded, (at, reading) => {
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
      'cac:Shipment/cac:Consignment/cbc:PerformingCarrierAssignedID',
      'cac:Shipment/cac:TransportHandlingUnit/cbc:TraceID',
    ),
    service: words(200, 'cac:Shipment/cac:Consignment/cbc:CarrierServiceInstructions'),
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
    packages,
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
      customerReference: either(words(200, 'cbc:BuyerReference'), named('220', 200), (at, reading) =>
        // Where the buyer's order is said to be none, the enquiry does not stand in for it.
        isNamed(at, '220') ? undefined : reference(200, 'cac:RequestForQuotationDocumentReference/cbc:ID')(at, reading),
      ),
      validUntil: date('cac:ValidityPeriod/cbc:EndDate'),
      details: shape({
        enquiryNumber: words(300, 'cac:RequestForQuotationDocumentReference/cbc:ID'),
        supersedes: superseded,
        revision,
        sentAt,
      }),
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
