import { transportModes } from './codes.ts'
import {
  date,
  each,
  either,
  elementsAt,
  type FieldReader,
  identifier,
  inside,
  quantity,
  shape,
  text,
  textOf,
  unitOf,
} from './fields.ts'
import { commonFields } from './header.ts'
import { orderNumber, periodEnd } from './lines.ts'
import { headerParticulars } from './particulars.ts'
import { despatchAddress } from './parties.ts'
import { buyersOrderNumber, codedReferences, combineReferences, orderReferences, referencesTo } from './references.ts'
import type { XmlElement } from './xml.ts'

/* The header of a despatch advice: transport and packages. */

const measure =
  (path: string): FieldReader<{ value: string; unit?: string }> =>
  (node, reading) => {
    const value = quantity(path)(node, reading)
    const unit = unitOf(path)(node, reading)
    return value === undefined ? undefined : { value, ...(unit ? { unit } : {}) }
  }

/** A handling unit's number; for an SSCC only its 18 digits, without spaces and the application identifier (00). */
export function handlingUnitNumber(raw: string): string {
  const digits = raw.replace(/^\(00\)/, '').replace(/\s/g, '')
  return /^(00)?\d{18}$/.test(digits) ? digits.slice(-18) : raw.slice(0, 40)
}
const sscc: FieldReader<string> = (node, reading) => {
  const raw = identifier(100, 'cbc:ID')(node, reading)
  return raw && handlingUnitNumber(raw)
}
const weightOf = inside(measure('cbc:Measure'), 'cac:MeasurementDimension')
const parcel = shape({
  sscc,
  type: text(100, 'cbc:TransportHandlingUnitTypeCode', 'cac:ActualPackage/cbc:PackagingTypeCode'),
  trackingNumber: text(100, 'cbc:TraceID'),
  weight: either(measure('cbc:GrossWeightMeasure'), (node, reading) =>
    isWeight(node) ? weightOf(node, reading) : undefined,
  ),
})
const grossWeightCodes = new Set(['AAB', 'AAD', 'G', 'WT', 'GROSSWEIGHT', 'WEIGHT'])
const isWeight = (node: XmlElement) =>
  grossWeightCodes.has(elementsAt(node, 'cac:MeasurementDimension/cbc:AttributeID').map(textOf)[0]?.toUpperCase() ?? '')

/** The shipment's packages. Lines may name a package again by its number; in the header, each without one counts. */
const packages: FieldReader<NonNullable<ReturnType<typeof parcel>>[]> = (node, reading) => {
  const headerUnits = elementsAt(node, 'cac:Shipment/cac:TransportHandlingUnit').flatMap(
    (unit) => parcel(unit, reading) ?? [],
  )
  const lineUnits = elementsAt(node, 'cac:DespatchLine/cac:Shipment/cac:TransportHandlingUnit')
  const unitsByKey = new Map(headerUnits.map((unit, index) => [unit.sscc ?? index, unit]))
  for (const candidate of lineUnits.flatMap((unit) => parcel(unit, reading) ?? [])) {
    const key = candidate.sscc ?? JSON.stringify(candidate)
    if (!unitsByKey.has(key)) unitsByKey.set(key, candidate)
  }
  return unitsByKey.size === 0 ? undefined : [...unitsByKey.values()]
}

const transportMode: FieldReader<string> = (node, reading) => {
  const code = text(100, 'cac:Shipment/cac:ShipmentStage/cbc:TransportModeCode')(node, reading)
  return code && (transportModes[code] ?? code)
}

const carrierPaths = [
  'cac:Shipment/cac:Delivery/',
  'cac:Shipment/cac:ShipmentStage/',
  'cac:Shipment/cac:Consignment/',
  'cac:Delivery/',
]

/** The fields of a despatch advice's header. */
export const despatchFields = {
  ...commonFields,
  customerReference: buyersOrderNumber,
  references: combineReferences(orderReferences, codedReferences, (node, reading) => {
    const orders = elementsAt(node, 'cac:DespatchLine').map((line) =>
      referencesTo('orders', orderNumber, 'cac:OrderLineReference/cac:OrderReference')(line, reading),
    )
    return orders.flatMap((list) => list ?? [])
  }),
  shipFrom: inside(despatchAddress, 'cac:Shipment/cac:Delivery/cac:Despatch'),
  details: headerParticulars('shipments'),
  requestedDate: periodEnd('cac:Shipment/cac:Delivery/cac:RequestedDeliveryPeriod'),
  promisedDate: periodEnd('cac:Shipment/cac:Delivery/cac:PromisedDeliveryPeriod'),
  deliveredDate: date('cac:Shipment/cac:Delivery/cbc:ActualDeliveryDate'),
  shipment: shape({
    mode: transportMode,
    carrier: inside(
      text(200, 'cac:PartyName/cbc:Name', 'cac:PartyLegalEntity/cbc:RegistrationName'),
      ...carrierPaths.map((path) => `${path}cac:CarrierParty`),
    ),
    trackingNumbers: each(
      (node) => textOf(node).slice(0, 100) || undefined,
      'cac:Shipment/cac:Delivery/cbc:TrackingID',
      'cac:Shipment/cac:Consignment/cbc:PerformingCarrierAssignedID',
      'cac:Shipment/cac:TransportHandlingUnit/cbc:TraceID',
    ),
    service: text(200, 'cac:Shipment/cac:Consignment/cbc:CarrierServiceInstructions'),
    waybill: text(
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
