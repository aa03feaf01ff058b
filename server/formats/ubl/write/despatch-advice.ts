import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { item, itemInstances, placeholderLine, quantity } from './lines.ts'
import { withLineParticulars } from './particulars.ts'
import { address, customerParty, deliveryParty, partyName, supplierParty, type TradeParties } from './parties.ts'
import {
  notApplicable,
  orderLines,
  orderReference,
  otherReferences,
  projectReference,
  referencedNumbers,
} from './references.ts'
import { deliveryTerms } from './terms.ts'
import { writeDocument } from './write-document.ts'
import { basic, type Element, group, toElements, type XmlPart } from './xml.ts'

type Shipment = NonNullable<IngestDocument['shipment']>
type Measure = { value?: string; unit?: string }

/** The UN/ECE Recommendation 19 codes of the portal's modes of transport. */
const transportModeCodes: Readonly<Record<string, string>> = {
  sea: '1',
  rail: '2',
  road: '3',
  air: '4',
  post: '5',
  multimodal: '6',
  pipeline: '7',
  inland_water: '8',
}

/** A shipment as UBL DespatchAdvice. It never holds prices, amounts or taxes, whatever the viewer's permissions. */
export function writeDespatchAdvice(document: IngestDocument, parties: TradeParties): string {
  const orders = referencedNumbers(document, 'orders')
  const { lines = [] } = document
  return writeDocument(
    'DespatchAdvice',
    document,
    basic('ID', document.number),
    basic('IssueDate', document.issueDate),
    basic('Note', document.note),
    orders.length > 0
      ? orders.map((number) => orderReference(number, document.customerReference))
      : unnamedOrder(document.customerReference),
    otherReferences(document, 'shipments', 'invoices', 'quotes'),
    projectReference(document),
    supplierParty('DespatchSupplierParty', parties, document),
    group('DeliveryCustomerParty', basic('SupplierAssignedAccountID', parties.account.number), consignee(document)),
    customerParty('BuyerCustomerParty', parties, document),
    shipment(document),
    (lines.length > 0 ? lines : [placeholderLine]).map((line) => despatchLine(document, line)),
  )
}

/** The customer's own number of an order whose number in the ERP is unknown. */
function unnamedOrder(customerReference: string | undefined): Element | undefined {
  return customerReference === undefined
    ? undefined
    : group('OrderReference', basic('ID', notApplicable), basic('CustomerReference', customerReference))
}

function consignee({ shipTo }: IngestDocument): Element | undefined {
  return shipTo && group('Party', partyName(shipTo.name), address('PostalAddress', shipTo))
}

function measure(name: string, { value, unit }: Measure): Element | undefined {
  return unit === undefined ? undefined : basic(name, value, { unitCode: unit })
}

function shipment(document: IngestDocument): Element | undefined {
  const { shipTo, shipFrom, shipment: shipmentFields = {} } = document
  const { grossWeight = {}, carrier, packages = [] } = shipmentFields
  const tracking = trackingNumbers(shipmentFields)
  return group(
    'Shipment',
    basic('ID', '1'),
    measure('GrossWeightMeasure', grossWeight),
    consignments(shipmentFields, tracking.slice(1)),
    group(
      'ShipmentStage',
      basic('TransportModeCode', transportModeCodes[shipmentFields.mode ?? ''] ?? shipmentFields.mode),
    ),
    group(
      'Delivery',
      basic('ActualDeliveryDate', document.deliveredDate ?? shipmentFields.deliveredAt?.slice(0, 10)),
      basic('TrackingID', tracking[0]),
      shipTo && address('DeliveryAddress', shipTo),
      group('RequestedDeliveryPeriod', basic('EndDate', document.requestedDate)),
      group('PromisedDeliveryPeriod', basic('EndDate', document.promisedDate)),
      group('EstimatedDeliveryPeriod', basic('EndDate', shipmentFields.estimatedDelivery ?? document.estimatedDate)),
      group('CarrierParty', partyName(carrier)),
      deliveryParty(shipTo),
      group(
        'Despatch',
        basic('ActualDespatchDate', shipmentFields.despatchDate),
        shipFrom && address('DespatchAddress', shipFrom),
        group('DespatchParty', partyName(shipFrom?.name)),
        group('Contact', basic('Name', shipFrom?.contact)),
      ),
      deliveryTerms(document),
    ),
    packages.map((unit) =>
      group(
        'TransportHandlingUnit',
        basic('ID', unit.sscc),
        basic('TransportHandlingUnitTypeCode', unit.type),
        basic('TraceID', unit.trackingNumber),
        unit.weight && group('MeasurementDimension', weight(unit.weight)),
      ),
    ),
  )
}

/** In UN/EDIFACT 6313, AAB is the gross weight. */
function weight(grossWeight: Measure): XmlPart {
  const measureElement = measure('Measure', grossWeight)
  return measureElement && [basic('AttributeID', 'AAB'), measureElement]
}

/** The tracking numbers of the shipment that belong to none of its packages. */
function trackingNumbers({ trackingNumbers: numbers = [], packages = [] }: Shipment): string[] {
  const packageNumbers = new Set(packages.flatMap((parcel) => parcel.trackingNumber ?? []))
  return numbers.filter((number) => !packageNumbers.has(number))
}

function consignments({ waybill, service }: Shipment, tracking: readonly string[]): XmlPart {
  const parts = [basic('CarrierAssignedID', waybill), basic('CarrierServiceInstructions', service)]
  const firstConsignment = parts.some((part) => part !== undefined)
    ? [group('Consignment', basic('ID', '1'), parts)]
    : []
  const furtherConsignments = tracking.map((number, index) =>
    group(
      'Consignment',
      basic('ID', String(firstConsignment.length + index + 1)),
      basic('PerformingCarrierAssignedID', number),
    ),
  )
  return [...firstConsignment, ...furtherConsignments]
}

function despatchLine(document: IngestDocument, line: IngestLine): Element | undefined {
  const hasOrder = (line.references ?? []).some(({ type }) => type === 'orders')
  const children = toElements(
    basic('ID', line.line),
    basic('Note', line.note),
    quantity('DeliveredQuantity', line),
    hasOrder ? orderLines(line) : group('OrderLineReference', basic('LineID', notApplicable)),
    item(document, line, { priced: false, instances: itemInstances(line) }),
    line.package === undefined
      ? undefined
      : group('Shipment', basic('ID', '1'), group('TransportHandlingUnit', basic('ID', line.package))),
  )
  return group('DespatchLine', withLineParticulars('DespatchLine', children, line, document))
}
