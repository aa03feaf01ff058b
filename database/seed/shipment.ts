import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { quantityText } from './amounts.ts'
import { dateOf } from './calendar.ts'
import { airCarriers, roadCarriers } from './carriers.ts'
import { ssccOf } from './check-digits.ts'
import { type Desk, newDocument } from './customer.ts'
import { travel } from './journey.ts'
import { goodsLine, type Wanted } from './lines.ts'
import type { Placed } from './order.ts'
import type { Plot } from './plots.ts'
import { warehouseAddress } from './supplier.ts'
import type { Timeline } from './timeline.ts'

/** What goes into one shipment: a quantity (tenths) of an order's line. */
export type Packed = { order: Placed; wanted: Wanted; tenths: number }

/** A line of a shipment, for the invoice that follows it. */
export type Sent = Packed & { line: string }
export type Shipped = { document: IngestDocument; sent: readonly Sent[]; leaves: number }

/** What each of the shipments of an order takes; together they take exactly what was ordered. */
export function shareOut(orders: readonly Placed[], plot: Plot): Packed[][] {
  const parts: Packed[][] = Array.from({ length: plot.parts }, () => [])
  for (const order of orders) {
    order.basket.wanted.forEach((wanted, place) => {
      const shares = sharesOf(wanted.tenths, place, plot)
      shares.forEach((tenths, part) => {
        if (tenths > 0) parts[part]?.push({ order, wanted, tenths })
      })
    })
  }
  return parts.filter((part) => part.length > 0)
}

function sharesOf(tenths: number, place: number, plot: Plot): number[] {
  if (plot.parts === 1 || (plot.backorder && place > 0)) return [tenths]
  // A single piece cannot be split.
  const portion = Math.floor((plot.backorder ? tenths * 0.6 : tenths / plot.parts) / 10) * 10
  if (portion === 0) return plot.backorder ? [0, tenths] : [tenths]
  if (plot.backorder) return [portion, tenths - portion]
  const shares = Array<number>(plot.parts - 1).fill(portion)
  return [...shares, tenths - portion * (plot.parts - 1)]
}

function addUnits(desk: Desk, line: IngestLine, wanted: Wanted, tenths: number, leaves: number): void {
  const { product } = wanted
  const year = dateOf(leaves).slice(2, 4)
  if (product.tracked === 'serial') {
    line.serials = Array.from(
      { length: Math.floor(tenths / 10) },
      () => `${product.sku.slice(0, 2)}${year}${String(desk.numbers.running()).padStart(7, '0')}`,
    )
  } else if (product.tracked === 'lot') {
    const lot = {
      lot: `L${year}${dateOf(leaves).slice(5, 7)}-${String(product.index).padStart(3, '0')}`,
      quantity: quantityText(tenths),
    }
    line.lots = [product.keeps ? { ...lot, expiry: dateOf(leaves - 20 + product.keeps) } : lot]
  }
}

/** A shipment of a deal as it stands today; undefined while it is more than three days ahead. */
export function makeShipment(
  desk: Desk,
  plot: Plot,
  time: Timeline,
  part: number,
  packed: readonly Packed[],
): Shipped | undefined {
  const { customer, numbers, random, today } = desk
  const way = time.journeys[part]
  const order = packed[0]?.order.document
  if (!way || !order || way.leaves > today + 3) return undefined
  const carrier = random.pick(time.route.days[1] > 5 && time.route.customs ? airCarriers : roadCarriers)
  const number = numbers.document('DN', Math.min(way.leaves, today))
  // Only the first shipment of a deal meets with a mishap.
  const journey = travel(desk, time.route, way.leaves, way.arrives, part === 0 ? plot.mishap : 'none', number)
  const issued = Math.min(way.leaves - 1, today)
  const document = newDocument(desk, 'shipments', number, issued, journey.lastDay ?? issued)
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

  const grams = packed.reduce((total, { wanted, tenths }) => total + Math.ceil((wanted.product.grams * tenths) / 10), 0)
  const boxes = Math.min(4, Math.ceil(grams / 25_000), packed.length)
  const tracking = carrier.tracking(40_000_000 + numbers.running() * 13)
  const packages = Array.from({ length: boxes }, () => ({
    sscc: ssccOf(numbers.running()),
    type: grams / boxes > 40_000 ? 'PX' : 'CT',
    weight: { value: kilograms(Math.ceil(grams / boxes)), unit: 'KGM' },
    trackingNumber: tracking,
  }))
  const sent = packed.map((item, place) => ({ ...item, line: String((place + 1) * 10) }))
  document.lines = sent.map(({ order: from, wanted, tenths, line }, place) => {
    const made = goodsLine(wanted, tenths, customer)
    made.line = line
    made.references = [{ type: 'orders', number: from.document.number, line: wanted.line }]
    const box = packages[place % boxes]
    if (box) made.package = box.sscc
    addUnits(desk, made, wanted, tenths, way.leaves)
    return made
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
  if (way.leaves <= today) document.shipment.despatchDate = dateOf(way.leaves)
  if (carrier.mode === 'air') document.shipment.waybill = tracking
  if (journey.deliveredAt) {
    document.shipment.deliveredAt = journey.deliveredAt
    document.shipment.signedBy = customer.buyer.name
  }
  return { document, sent, leaves: way.leaves }
}

const kilograms = (grams: number) => `${Math.floor(grams / 1000)}.${String(grams % 1000).padStart(3, '0')}`
