import type { DocumentDetail, TrackingEvent } from '../../contract/documents/endpoints.ts'
import { placeTime } from '../ui/place-time.ts'
import { textOf } from './fields.ts'
import { placeName } from './place-name.ts'

/** A calendar date, with the time of day there when an event told it. */
export type When = { day: string; time: string | null }
/** When a step of a shipment's way was to be, is expected to be and was. */
export type Step = {
  name: 'pickup' | 'departure' | 'stop' | 'delivery'
  /** Which stop on the way it is; null for the others, and where it is not known. */
  place: string | null
  planned: When | null
  estimated: When | null
  actual: When | null
}
type Classifier = TrackingEvent['classifier']

const codes: Readonly<Record<Step['name'], readonly string[]>> = {
  pickup: ['picked_up'],
  departure: ['despatched'],
  stop: ['arrived_at_hub', 'available_for_pickup', 'ready_for_pickup'],
  delivery: ['delivered'],
}

const sameText = (a: string | null, b: string | null) => a !== null && a === b
const samePlace = (a: TrackingEvent['place'], b: TrackingEvent['place']) =>
  sameText(a.unlocode, b.unlocode) || sameText(a.name, b.name) || sameText(a.city, b.city)

/** The steps of a shipment's way of which a date is known, from its events and, failing them, from its header. */
export function stepsOf({ events, header }: Pick<DocumentDetail, 'events' | 'header'>): Step[] {
  const whole = events.filter((event) => !event.retracted && event.packages.length === 0)
  const last = (name: Step['name'], classifier: Classifier) =>
    whole
      .filter((event) => event.classifier === classifier && codes[name].includes(event.code))
      .toSorted((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt))
      .at(-1)
  const of = (name: Step['name']): Step => ({
    name,
    place: null,
    planned: whenOf(last(name, 'planned')),
    estimated: whenOf(last(name, 'estimated')),
    actual: whenOf(last(name, 'actual')),
  })
  const delivery = of('delivery')
  return [
    of('pickup'),
    of('departure'),
    stopOf(whole, last('stop', 'planned'), last('stop', 'estimated')),
    {
      ...delivery,
      planned: delivery.planned ?? dayOf(header.promisedDate),
      estimated: delivery.estimated ?? dayOf(header.estimatedDate),
      actual: delivery.actual ?? dayOf(header.deliveredDate),
    },
  ].filter(({ planned, estimated, actual }) => planned !== null || estimated !== null || actual !== null)
}

/** Goods pass many depots: the stop is the one that was planned or is expected, and is reached where that is. */
function stopOf(
  events: readonly TrackingEvent[],
  planned: TrackingEvent | undefined,
  estimated: TrackingEvent | undefined,
): Step {
  const place = (estimated ?? planned)?.place
  const actual = events.find(
    (event) =>
      place !== undefined &&
      event.classifier === 'actual' &&
      codes.stop.includes(event.code) &&
      samePlace(event.place, place),
  )
  return {
    name: 'stop',
    place: place ? placeName(place) : null,
    planned: whenOf(planned),
    estimated: whenOf(estimated),
    actual: whenOf(actual),
  }
}

function whenOf(event: TrackingEvent | undefined): When | null {
  if (event === undefined) return null
  const { day, time } = placeTime(event)
  return { day, time }
}

function dayOf(value: unknown): When | null {
  const day = textOf(value)
  return day === null ? null : { day, time: null }
}

/** Whether anything of the steps can be compared. */
export function isComparable(steps: readonly Step[]): boolean {
  return steps.some(({ planned, estimated, actual }) => [planned, estimated, actual].filter(Boolean).length > 1)
}

/** By how many days a step is, or is expected to be, later than planned; 0 when it is not. */
export function daysLate({ planned, estimated, actual }: Step): number {
  const reached = actual ?? estimated
  if (!planned || !reached) return 0
  return Math.max(0, Math.round((Date.parse(reached.day) - Date.parse(planned.day)) / 86_400_000))
}
