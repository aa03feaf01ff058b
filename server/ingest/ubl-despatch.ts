import { transportModes } from './ubl-codes.ts'
import {
  date,
  each,
  either,
  elementsAt,
  type Field,
  identifier,
  inside,
  quantity,
  shape,
  unitOf,
  words,
  wordsOf,
} from './ubl-fields.ts'
import { common } from './ubl-header.ts'
import { orderNumber, periodEnd } from './ubl-lines.ts'
import { headerParticulars } from './ubl-particulars.ts'
import { despatchPlace } from './ubl-parties.ts'
import { buyersOrder, refer, references, toCoded, toOrders } from './ubl-references.ts'
import type { XmlElement } from './ubl-xml.ts'

/* The header of a despatch advice: how its goods travel, and in which packages. */

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

/** What a despatch advice tells of its shipment. */
export const despatch = {
  ...common,
  customerReference: buyersOrder,
  references: references(toOrders, toCoded, (at, reading) => {
    const orders = elementsAt(at, 'cac:DespatchLine').map((line) =>
      refer('orders', orderNumber, 'cac:OrderLineReference/cac:OrderReference')(line, reading),
    )
    return orders.flatMap((one) => one ?? [])
  }),
  shipFrom: inside(despatchPlace, 'cac:Shipment/cac:Delivery/cac:Despatch'),
  details: headerParticulars('shipments'),
  requestedDate: periodEnd('cac:Shipment/cac:Delivery/cac:RequestedDeliveryPeriod'),
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
