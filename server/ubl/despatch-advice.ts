import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { writeDocument } from './envelope.ts'
import { instances, item, noLine, quantity } from './lines.ts'
import { address, customerParty, deliveryParty, partyName, type Sides, supplierParty } from './parties.ts'
import { none, orderLines, orderReference, otherReferences, projectReference, referred } from './references.ts'
import { withLineParticulars } from './said.ts'
import { deliveryTerms } from './terms.ts'
import { basic, type Element, group, listed, type Part } from './xml.ts'

type Shipment = NonNullable<IngestDocument['shipment']>
type Measure = { value?: string; unit?: string }

/** UN/ECE Recommendation 19 for the portal's words. */
const transportModes: Readonly<Record<string, string>> = {
  sea: '1',
  rail: '2',
  road: '3',
  air: '4',
  post: '5',
  multimodal: '6',
  pipeline: '7',
  inland_water: '8',
}

/** A shipment as UBL DespatchAdvice. It holds no price, no amount and no tax, whoever asks. */
export function writeDespatchAdvice(document: IngestDocument, sides: Sides): string {
  const orders = referred(document, 'orders')
  const { lines = [] } = document
  return writeDocument(
    'DespatchAdvice',
    document,
    basic('ID', document.number),
    basic('IssueDate', document.issueDate),
    basic('Note', document.note),
    basic('AccountingCost', document.costCentre),
    orders.length > 0
      ? orders.map((number) => orderReference(number, document.customerReference))
      : unnamedOrder(document.customerReference),
    otherReferences(document, 'shipments', 'invoices', 'quotes'),
    projectReference(document),
    supplierParty('DespatchSupplierParty', sides, document),
    group('DeliveryCustomerParty', basic('SupplierAssignedAccountID', sides.account.number), consignee(document)),
    customerParty('BuyerCustomerParty', sides, document),
    shipment(document),
    (lines.length > 0 ? lines : [noLine]).map((line) => despatchLine(document, line)),
  )
}

/** The customer's own number of an order that the portal does not know by another. */
function unnamedOrder(customerReference: string | undefined): Element | undefined {
  return customerReference === undefined
    ? undefined
    : group('OrderReference', basic('ID', none), basic('CustomerReference', customerReference))
}

function consignee({ shipTo }: IngestDocument): Element | undefined {
  return shipTo && group('Party', partyName(shipTo.name), address('PostalAddress', shipTo))
}

function measure(name: string, { value, unit }: Measure): Element | undefined {
  return unit === undefined ? undefined : basic(name, value, { unitCode: unit })
}

function shipment(document: IngestDocument): Element | undefined {
  const { shipTo, shipFrom, shipment: told = {} } = document
  const { grossWeight = {}, carrier, packages = [] } = told
  const tracking = trackingNumbers(told)
  return group(
    'Shipment',
    basic('ID', '1'),
    measure('GrossWeightMeasure', grossWeight),
    consignments(told, tracking.slice(1)),
    group('ShipmentStage', basic('TransportModeCode', transportModes[told.mode ?? ''] ?? told.mode)),
    group(
      'Delivery',
      basic('ActualDeliveryDate', document.deliveredDate ?? told.deliveredAt?.slice(0, 10)),
      basic('TrackingID', tracking[0]),
      shipTo && address('DeliveryAddress', shipTo),
      group('RequestedDeliveryPeriod', basic('EndDate', document.requestedDate)),
      group('PromisedDeliveryPeriod', basic('EndDate', document.promisedDate)),
      group('EstimatedDeliveryPeriod', basic('EndDate', told.estimatedDelivery ?? document.estimatedDate)),
      group('CarrierParty', partyName(carrier)),
      deliveryParty(shipTo),
      group(
        'Despatch',
        basic('ActualDespatchDate', told.despatchDate),
        shipFrom && address('DespatchAddress', shipFrom),
        group('DespatchParty', partyName(shipFrom?.name)),
        group('Contact', basic('Name', shipFrom?.contact)),
      ),
      deliveryTerms(document),
    ),
    packages.map((one) =>
      group(
        'TransportHandlingUnit',
        basic('ID', one.sscc),
        basic('TransportHandlingUnitTypeCode', one.type),
        basic('TraceID', one.trackingNumber),
        one.weight && group('MeasurementDimension', weight(one.weight)),
      ),
    ),
  )
}

/** UN/EDIFACT 6313: AAB gross weight. */
function weight(told: Measure): Part {
  const written = measure('Measure', told)
  return written && [basic('AttributeID', 'AAB'), written]
}

/** The numbers that no package has of its own. */
function trackingNumbers({ trackingNumbers: all = [], packages = [] }: Shipment): string[] {
  const packed = new Set(packages.flatMap((one) => one.trackingNumber ?? []))
  return all.filter((number) => !packed.has(number))
}

function consignments({ waybill, service }: Shipment, tracking: readonly string[]): Part {
  const told = [basic('CarrierAssignedID', waybill), basic('CarrierServiceInstructions', service)]
  const first = told.some((part) => part !== undefined) ? [group('Consignment', basic('ID', '1'), told)] : []
  const more = tracking.map((number, index) =>
    group('Consignment', basic('ID', String(first.length + index + 1)), basic('PerformingCarrierAssignedID', number)),
  )
  return [...first, ...more]
}

function despatchLine(document: IngestDocument, line: IngestLine): Element | undefined {
  const ordered = (line.references ?? []).some(({ type }) => type === 'orders')
  const children = listed(
    basic('ID', line.line),
    basic('Note', line.note),
    quantity('DeliveredQuantity', line),
    ordered ? orderLines(line) : group('OrderLineReference', basic('LineID', none)),
    item(document, line, { priced: false, instances: instances(line) }),
    line.package === undefined
      ? undefined
      : group('Shipment', basic('ID', '1'), group('TransportHandlingUnit', basic('ID', line.package))),
  )
  return group('DespatchLine', withLineParticulars('DespatchLine', children, line, document))
}
