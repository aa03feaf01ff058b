import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { quantityText } from './amounts.ts'
import { dateOf } from './calendar.ts'
import { airCarriers, roadCarriers } from './carriers.ts'
import { ssccOf } from './check-digits.ts'
import { newDocument, type SeedContext } from './customer.ts'
import { simulateJourney } from './journey.ts'
import { type BasketLine, goodsLine } from './lines.ts'
import type { PlacedOrder } from './order.ts'
import type { Scenario } from './scenarios.ts'
import { warehouseAddress } from './supplier.ts'
import type { Timeline } from './timeline.ts'

/** A quantity (in tenths) of an order line that goes into one shipment. */
export type PackedLine = { order: PlacedOrder; basketLine: BasketLine; tenths: number }

/** A line of a shipment, for the invoice that follows it. */
export type ShippedLine = PackedLine & { line: string }
export type GeneratedShipment = { document: IngestDocument; sent: readonly ShippedLine[]; leaves: number }

/** Returns the contents of each shipment of the orders; together they contain exactly what was ordered. */
export function splitIntoShipments(orders: readonly PlacedOrder[], scenario: Scenario): PackedLine[][] {
  const parts: PackedLine[][] = Array.from({ length: scenario.parts }, () => [])
  for (const order of orders) {
    order.basket.lines.forEach((basketLine, index) => {
      const shares = sharesOf(basketLine.tenths, index, scenario)
      shares.forEach((tenths, part) => {
        if (tenths > 0) parts[part]?.push({ order, basketLine, tenths })
      })
    })
  }
  return parts.filter((part) => part.length > 0)
}

function sharesOf(tenths: number, index: number, scenario: Scenario): number[] {
  if (scenario.parts === 1 || (scenario.backorder && index > 0)) return [tenths]
  // A single piece cannot be split.
  const portion = Math.floor((scenario.backorder ? tenths * 0.6 : tenths / scenario.parts) / 10) * 10
  if (portion === 0) return scenario.backorder ? [0, tenths] : [tenths]
  if (scenario.backorder) return [portion, tenths - portion]
  const shares = Array<number>(scenario.parts - 1).fill(portion)
  return [...shares, tenths - portion * (scenario.parts - 1)]
}

function addUnits(
  context: SeedContext,
  line: IngestLine,
  basketLine: BasketLine,
  tenths: number,
  leaves: number,
): void {
  const { product } = basketLine
  const year = dateOf(leaves).slice(2, 4)
  if (product.tracked === 'serial') {
    line.serials = Array.from(
      { length: Math.floor(tenths / 10) },
      () => `${product.sku.slice(0, 2)}${year}${String(context.numbers.running()).padStart(7, '0')}`,
    )
  } else if (product.tracked === 'lot') {
    const lot = {
      lot: `L${year}${dateOf(leaves).slice(5, 7)}-${String(product.index).padStart(3, '0')}`,
      quantity: quantityText(tenths),
    }
    line.lots = [product.keeps ? { ...lot, expiry: dateOf(leaves - 20 + product.keeps) } : lot]
  }
}

/** Returns a shipment of a deal as it is today; undefined while it is more than three days in the future. */
export function makeShipment(
  context: SeedContext,
  scenario: Scenario,
  timeline: Timeline,
  part: number,
  packed: readonly PackedLine[],
): GeneratedShipment | undefined {
  const { customer, numbers, random, today } = context
  const leg = timeline.journeys[part]
  const order = packed[0]?.order.document
  if (!leg || !order || leg.leaves > today + 3) return undefined
  const carrier = random.pick(timeline.route.days[1] > 5 && timeline.route.customs ? airCarriers : roadCarriers)
  const number = numbers.document('DN', Math.min(leg.leaves, today))
  // Only the first shipment of a deal has a mishap.
  const journey = simulateJourney(
    context,
    timeline.route,
    leg.leaves,
    leg.arrives,
    part === 0 ? scenario.mishap : 'none',
    number,
  )
  const issued = Math.min(leg.leaves - 1, today)
  const document = newDocument(context, 'shipments', number, issued, journey.lastDay ?? issued)
  document.status = journey.status
  if (order.customerReference) document.customerReference = order.customerReference
  if (order.shipTo) document.shipTo = order.shipTo
  document.shipFrom = warehouseAddress
  document.deliveryTerms = customer.deliveryTerms
  if (order.promisedDate) document.promisedDate = order.promisedDate
  document.estimatedDate = dateOf(journey.arrives)
  if (journey.deliveredAt) document.deliveredDate = dateOf(journey.lastDay ?? journey.arrives)
  document.references = [...new Set(packed.map((item) => item.order.document.number))].map((to) => ({
    type: 'orders',
    number: to,
  }))

  const grams = packed.reduce(
    (total, { basketLine, tenths }) => total + Math.ceil((basketLine.product.grams * tenths) / 10),
    0,
  )
  const boxes = Math.min(4, Math.ceil(grams / 25_000), packed.length)
  const tracking = carrier.tracking(40_000_000 + numbers.running() * 13)
  const packages = Array.from({ length: boxes }, () => ({
    sscc: ssccOf(numbers.running()),
    type: grams / boxes > 40_000 ? 'PX' : 'CT',
    weight: { value: kilograms(Math.ceil(grams / boxes)), unit: 'KGM' },
    trackingNumber: tracking,
  }))
  const sent = packed.map((item, index) => ({ ...item, line: String((index + 1) * 10) }))
  document.lines = sent.map(({ order: from, basketLine, tenths, line }, index) => {
    const shipmentLine = goodsLine(basketLine, tenths, customer)
    shipmentLine.line = line
    shipmentLine.references = [{ type: 'orders', number: from.document.number, line: basketLine.line }]
    const box = packages[index % boxes]
    if (box) shipmentLine.package = box.sscc
    addUnits(context, shipmentLine, basketLine, tenths, leg.leaves)
    return shipmentLine
  })
  document.shipment = {
    mode: carrier.mode,
    carrier: carrier.name,
    service: carrier.service,
    trackingNumbers: [tracking],
    trackingUrl: carrier.url(tracking),
    estimatedDelivery: dateOf(journey.arrives),
    grossWeight: { value: kilograms(grams), unit: 'KGM' },
    packages,
    events: journey.events,
  }
  if (leg.leaves <= today) document.shipment.despatchDate = dateOf(leg.leaves)
  if (carrier.mode === 'air') document.shipment.waybill = tracking
  if (journey.deliveredAt) {
    document.shipment.deliveredAt = journey.deliveredAt
    document.shipment.signedBy = customer.buyer.name
  }
  return { document, sent, leaves: leg.leaves }
}

const kilograms = (grams: number) => `${Math.floor(grams / 1000)}.${String(grams % 1000).padStart(3, '0')}`
