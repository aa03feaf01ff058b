import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { eventLocalTime } from '#web/ui/events/event-time.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { locationName } from './location-name.ts'

/** A calendar date, with the local time of day if it comes from an event. */
export type StepTime = { day: string; time: string | null }
/** The planned, estimated and actual time of a step of a shipment. */
export type ShipmentStep = {
  name: 'pickup' | 'departure' | 'stop' | 'delivery'
  /** The name of a stop; null for other steps, and where it is not known. */
  place: string | null
  planned: StepTime | null
  estimated: StepTime | null
  actual: StepTime | null
}
type Classifier = TrackingEvent['classifier']

const stepCodes: Readonly<Record<ShipmentStep['name'], readonly string[]>> = {
  pickup: ['picked_up'],
  departure: ['despatched'],
  stop: ['arrived_at_hub', 'available_for_pickup', 'ready_for_pickup'],
  delivery: ['delivered'],
}

const sameText = (a: string | null, b: string | null) => a !== null && a === b
const isSameLocation = (a: TrackingEvent['place'], b: TrackingEvent['place']) =>
  sameText(a.unlocode, b.unlocode) || sameText(a.name, b.name) || sameText(a.city, b.city)

/** The steps of a shipment that have a date: from its events or, for a delivery without them, from its header. */
export function shipmentSteps({ events, header }: Pick<DocumentDetail, 'events' | 'header'>): ShipmentStep[] {
  const shipmentEvents = events.filter((event) => !event.retracted && event.packages.length === 0)
  const lastEvent = (name: ShipmentStep['name'], classifier: Classifier) =>
    shipmentEvents
      .filter((event) => event.classifier === classifier && stepCodes[name].includes(event.code))
      .toSorted((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt))
      .at(-1)
  const stepNamed = (name: ShipmentStep['name']): ShipmentStep => ({
    name,
    place: null,
    planned: eventStepTime(lastEvent(name, 'planned')),
    estimated: eventStepTime(lastEvent(name, 'estimated')),
    actual: eventStepTime(lastEvent(name, 'actual')),
  })
  const delivery = stepNamed('delivery')
  return [
    stepNamed('pickup'),
    stepNamed('departure'),
    stopStep(shipmentEvents, lastEvent('stop', 'planned'), lastEvent('stop', 'estimated')),
    {
      ...delivery,
      planned: delivery.planned ?? dateStepTime(header.promisedDate),
      estimated: delivery.estimated ?? dateStepTime(header.estimatedDate),
      actual: delivery.actual ?? dateStepTime(header.deliveredDate),
    },
  ].filter(({ planned, estimated, actual }) => planned !== null || estimated !== null || actual !== null)
}

/** Goods pass many depots: the stop is the estimated or planned one, and only an arrival at that place reaches it. */
function stopStep(
  events: readonly TrackingEvent[],
  planned: TrackingEvent | undefined,
  estimated: TrackingEvent | undefined,
): ShipmentStep {
  const place = (estimated ?? planned)?.place
  const actual = events.find(
    (event) =>
      place !== undefined &&
      event.classifier === 'actual' &&
      stepCodes.stop.includes(event.code) &&
      isSameLocation(event.place, place),
  )
  return {
    name: 'stop',
    place: place ? locationName(place) : null,
    planned: eventStepTime(planned),
    estimated: eventStepTime(estimated),
    actual: eventStepTime(actual),
  }
}

function eventStepTime(event: TrackingEvent | undefined): StepTime | null {
  if (event === undefined) return null
  const { day, time } = eventLocalTime(event)
  return { day, time }
}

function dateStepTime(value: unknown): StepTime | null {
  const day = textOrNull(value)
  return day === null ? null : { day, time: null }
}

/** Whether any step has two times to compare. */
export function isComparable(steps: readonly ShipmentStep[]): boolean {
  return steps.some(({ planned, estimated, actual }) => [planned, estimated, actual].filter(Boolean).length > 1)
}

/** By how many days a step is, or is expected to be, later than planned; 0 when it is not. */
export function daysLate({ planned, estimated, actual }: ShipmentStep): number {
  const reached = actual ?? estimated
  if (!planned || !reached) return 0
  return Math.max(0, Math.round((Date.parse(reached.day) - Date.parse(planned.day)) / 86_400_000))
}
