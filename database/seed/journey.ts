import type { IngestEvent } from '#contract/ingest/documents.ts'
import { localInstant, offsetOn, workday } from './calendar.ts'
import type { SeedContext } from './customer.ts'
import { type EventLocation, type Route, type TransitLocation, warehouse } from './routes.ts'
import type { Scenario } from './scenarios.ts'

/** A shipment's journey up to today. */
export type Journey = {
  status: string
  events: IngestEvent[]
  /** The day of arrival, actual or expected. */
  arrives: number
  deliveredAt: string | undefined
  /** The day of the last event; null before any. */
  lastDay: number | null
}

/** One stop: day, minute of the local day, place, milestone, description, reason. */
type Stop = readonly [
  day: number,
  minute: number,
  place: TransitLocation,
  code: string,
  description: string,
  reason?: string,
]

/** Events of today end at this minute (UTC): the demo data is made before the working day begins. */
const generatedUntil = 330

/** The shipment's status after a milestone; all other milestones mean in transit. */
const statusAfter: Readonly<Record<string, string>> = {
  packed: 'packed',
  info_received: 'label_created',
  picked_up: 'picked_up',
  customs_hold: 'customs',
  out_for_delivery: 'out_for_delivery',
  delivery_attempt_failed: 'delivery_failed',
  delivered: 'delivered',
  returned: 'returned',
  damaged: 'lost_or_damaged',
}

const eventLocations = new Map<TransitLocation, EventLocation>()
function eventLocation(location: TransitLocation): EventLocation {
  let cached = eventLocations.get(location)
  if (!cached) {
    const { hours: _, summer: __, ...publicFields } = location
    cached = publicFields
    eventLocations.set(location, cached)
  }
  return cached
}

/** Returns how many days before delivery customs receive the goods. */
function daysInCustoms(leaves: number, arrives: number, mishap: Scenario['mishap']): number {
  return Math.min(mishap === 'customs' ? 4 : 2, arrives - leaves - 1)
}

function stopsOnTheWay(route: Route, leaves: number, arrives: number, mishap: Scenario['mishap']): Stop[] {
  const stops: Stop[] = [
    [workday(leaves - 1) < leaves ? leaves - 1 : leaves, 400, warehouse, 'packed', 'Packed and labelled'],
    [leaves, 430, warehouse, 'info_received', 'The carrier has the shipment data'],
    [leaves, 800, warehouse, 'picked_up', 'Picked up by the carrier'],
  ]
  const hubs = mishap === 'silent' ? route.via.slice(0, 1) : route.via
  const travelling = arrives - leaves - (route.customs ? daysInCustoms(leaves, arrives, mishap) : 0)
  const dayAt = (step: number) => leaves + Math.floor((travelling * (step + 0.5)) / route.via.length)
  hubs.forEach((hub, step) => {
    const day = dayAt(step)
    // On a short journey, a hub is skipped when the next is reached on the same day.
    if (step < hubs.length - 1 && dayAt(step + 1) === day) return
    stops.push([day, 1190 - step * 7, hub, 'arrived_at_hub', `Arrived in ${hub.city}`])
    if (step < route.via.length - 1) stops.push([day + 1, 260 + step * 9, hub, 'in_transit', `Left ${hub.city}`])
  })
  return stops
}

function stopsAtTheEnd(
  route: Route,
  leaves: number,
  arrives: number,
  mishap: Scenario['mishap'],
  signer: string,
): Stop[] {
  const lastHub = route.via.at(-1) ?? warehouse
  const stops: Stop[] = []
  if (route.customs) {
    const isHeld = mishap === 'customs'
    stops.push([
      arrives - daysInCustoms(leaves, arrives, mishap),
      600,
      lastHub,
      'customs_hold',
      isHeld ? 'Held: commercial invoice is missing' : 'In customs clearance',
      isHeld ? 'customs_documents_missing' : 'customs_inspection',
    ])
    stops.push([arrives - 1, 930, lastHub, 'customs_cleared', 'Released by customs'])
  } else if (mishap === 'customs') {
    stops.push([arrives - 2, 640, lastHub, 'delayed', 'Delayed by a storm', 'weather_storm'])
  }
  stops.push([arrives, 370, lastHub, 'out_for_delivery', 'Out for delivery'])
  const secondAttempt = workday(arrives + 1)
  if (mishap === 'delivery_failed') {
    stops.push([arrives, 700, lastHub, 'delivery_attempt_failed', 'Nobody was there to receive it', 'consignee_closed'])
    stops.push([secondAttempt, 540, lastHub, 'out_for_delivery', 'Out for delivery, second attempt'])
    stops.push([secondAttempt, 745, lastHub, 'delivered', `Delivered, signed by ${signer}`])
  } else if (mishap === 'returned') {
    stops.push([arrives, 655, lastHub, 'delivery_attempt_failed', 'Refused by the consignee', 'consignee_refused'])
    stops.push([workday(arrives + 2), 540, lastHub, 'returning', 'On its way back to the sender'])
    stops.push([workday(arrives + 7), 620, warehouse, 'returned', 'Back at the sender'])
  } else if (mishap === 'damaged') {
    stops.push([arrives, 580, lastHub, 'damaged', 'Damaged in transit, not delivered', 'carrier_damaged'])
  } else {
    stops.push([arrives, 560 + (arrives % 7) * 25, lastHub, 'delivered', `Delivered, signed by ${signer}`])
  }
  return stops
}

/** Simulates a journey up to today; the ids of its events begin with `id`. */
export function simulateJourney(
  context: SeedContext,
  route: Route,
  leaves: number,
  arrives: number,
  mishap: Scenario['mishap'],
  id: string,
): Journey {
  const { today, customer } = context
  const signer = customer.buyer.name
  const stops = stopsOnTheWay(route, leaves, arrives, mishap)
  if (mishap !== 'silent') stops.push(...stopsAtTheEnd(route, leaves, arrives, mishap, signer))
  // On a short journey customs come before the arrival at the last hub, so the events are sorted by time.
  stops.sort((a, b) => a[0] - b[0] || a[1] - b[1])

  const events: IngestEvent[] = []
  let status = 'planned'
  let deliveredAt: string | undefined
  let lastDay: number | null = null
  for (const [day, minute, location, code, description, reason] of stops) {
    const offset = offsetOn(day, location.hours, location.summer)
    if (day > today || (day === today && minute - offset > generatedUntil)) break
    const at = localInstant(day, minute, offset)
    const event: IngestEvent = {
      id: `${id}-${events.length + 1}`,
      at,
      classifier: 'actual',
      code,
      place: eventLocation(location),
      description,
    }
    if (reason) event.reasonCode = reason
    events.push(event)
    status = statusAfter[code] ?? 'in_transit'
    if (code === 'delivered') deliveredAt = at
    lastDay = day
  }
  const expectedDay =
    mishap === 'delivery_failed' && status !== 'planned' && arrives <= today ? workday(arrives + 1) : arrives
  const underway = lastDay !== null && !deliveredAt && status !== 'returned' && status !== 'lost_or_damaged'
  if (underway && mishap !== 'returned') {
    const lastHub = route.via.at(-1) ?? warehouse
    events.push({
      id: `${id}-eta`,
      at: localInstant(expectedDay, 720, offsetOn(expectedDay, lastHub.hours, lastHub.summer)),
      classifier: 'estimated',
      code: 'delivered',
      place: eventLocation(lastHub),
      description: 'Delivery expected',
    })
  }
  return { status, events, arrives: expectedDay, deliveredAt, lastDay }
}
