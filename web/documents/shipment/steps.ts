import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { eventLocalTime } from '#web/ui/events/event-time.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { latestActualEvent } from './journey.ts'

/**
 * A step on the way of a shipment, with calendar dates as the clocks showed them on site: the day on which it was reached,
 * and those that were expected and planned for it.
 */
export type ShipmentStep = {
  name: 'packed' | 'despatched' | 'onTheWay' | 'outForDelivery' | 'readyForPickup' | 'delivered' | 'returned'
  /** `broken` is where a shipment stopped that failed, is held, or got lost. */
  state: 'done' | 'current' | 'broken' | 'ahead'
  reached: string | null
  expected: string | null
  planned: string | null
}

/** The event codes that reach a step. */
const codesByStep = {
  packed: ['packed', 'ready_for_despatch', 'label_created'],
  despatched: ['picked_up', 'despatched'],
  onTheWay: ['in_transit', 'arrived_at_hub', 'customs', 'customs_hold', 'customs_cleared'],
  outForDelivery: ['out_for_delivery', 'delivery_attempt_failed', 'delivery_failed', 'refused'],
  readyForPickup: ['available_for_pickup', 'ready_for_pickup'],
  delivered: ['partially_delivered', 'delivered'],
  returned: ['returned'],
} as const satisfies Record<ShipmentStep['name'], readonly string[]>

/** How many of the five steps a status says are reached; where it says nothing, the events decide. */
const reachedByStatus: Readonly<Record<string, number>> = {
  planned: 0,
  packed: 1,
  label_created: 1,
  picked_up: 2,
  in_transit: 3,
  customs: 3,
  out_for_delivery: 4,
  ready_for_pickup: 4,
  delivery_failed: 4,
  partially_delivered: 5,
  delivered: 5,
}

const brokenStatuses: readonly string[] = ['delivery_failed', 'on_hold', 'lost_or_damaged']

/** The steps of a shipment in their order; none for one that was cancelled, or of which nothing is known. */
export function shipmentSteps({
  status,
  events,
  header,
}: Pick<DocumentDetail, 'status' | 'events' | 'header'>): ShipmentStep[] {
  const ownEvents = events.filter((event) => !event.retracted && event.packages.length === 0)
  const eventsOf = (name: ShipmentStep['name'], classifier: TrackingEvent['classifier']) =>
    ownEvents
      .filter((event) => event.classifier === classifier && isCodeOf(name, event.code))
      .toSorted((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt))
  const isPickup = status === 'ready_for_pickup' || eventsOf('readyForPickup', 'actual').length > 0
  const names = [
    ...(['packed', 'despatched', 'onTheWay'] as const),
    isPickup ? ('readyForPickup' as const) : ('outForDelivery' as const),
    'delivered' as const,
  ]
  const despatchDate = textOrNull(header.despatchDate)
  const reachedByEvents = Math.max(
    despatchDate === null ? 0 : 2,
    ...names.map((name, index) => (eventsOf(name, 'actual').length > 0 ? index + 1 : 0)),
  )
  const reached = reachedByStatus[status] ?? reachedByEvents
  if (status === 'cancelled' || (status === 'unknown' && reached === 0)) return []
  const isBroken = brokenStatuses.includes(status)
  const isEnded = status === 'delivered' || status === 'returned'
  const stepOf = (name: ShipmentStep['name'], state: ShipmentStep['state']): ShipmentStep => ({
    name,
    state,
    // Goods are on the way from the first scan on; every other step counts from its latest event.
    reached: state === 'ahead' ? null : dayOf(eventsOf(name, 'actual').at(name === 'onTheWay' ? 0 : -1)),
    expected: dayOf(eventsOf(name, 'estimated').at(-1)),
    planned: dayOf(eventsOf(name, 'planned').at(-1)),
  })
  const stateAt = (index: number): ShipmentStep['state'] => {
    if (index >= reached) return isBroken && reached === 0 && index === 0 ? 'broken' : 'ahead'
    if (index < reached - 1 || isEnded) return 'done'
    return isBroken ? 'broken' : 'current'
  }
  const steps = names.map((name, index) => withHeaderDates(stepOf(name, stateAt(index)), header))
  if (status !== 'returned') return steps
  return [...steps.filter(({ state }) => state !== 'ahead'), stepOf('returned', 'done')]
}

const isCodeOf = (name: ShipmentStep['name'], code: string) => codesByStep[name].some((each) => each === code)

function dayOf(event: TrackingEvent | undefined): string | null {
  return event === undefined ? null : eventLocalTime(event).day
}

/** Dates of the header stand in where no event names them. */
function withHeaderDates(step: ShipmentStep, header: DocumentDetail['header']): ShipmentStep {
  const isReached = step.state !== 'ahead'
  if (step.name === 'despatched')
    return { ...step, reached: step.reached ?? (isReached ? textOrNull(header.despatchDate) : null) }
  if (step.name !== 'delivered') return step
  return {
    ...step,
    reached: step.reached ?? (isReached ? textOrNull(header.deliveredDate) : null),
    expected: step.expected ?? textOrNull(header.estimatedDate),
    planned: step.planned ?? textOrNull(header.promisedDate),
  }
}

/** By how many days a step is, or is expected to be, later than planned; 0 when it is not. */
export function daysLate({ planned, expected, reached }: ShipmentStep): number {
  const day = reached ?? expected
  if (planned === null || day === null) return 0
  return Math.max(0, Math.round((Date.parse(day) - Date.parse(planned)) / 86_400_000))
}

/** What a broken step says: what the carrier reported last, or else the status. */
export function problemOf({ status, events }: Pick<DocumentDetail, 'status' | 'events'>): string {
  const latest = latestActualEvent(events)
  return latest && problemCodes.has(latest.code) ? latest.code : status
}
const problemCodes: ReadonlySet<string> = new Set(['damaged', 'lost', 'refused', 'customs_hold'])
