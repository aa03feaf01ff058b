import type { IngestDocument, IngestEvent } from '../../contract/ingest.ts'
import { dateOf, dayOf } from './calendar.ts'

/*
 * What a carrier tells beside what happened: when it meant to be where, and which package went a way of its own. It is drawn
 * from the shipment alone, so that the same shipment always tells the same.
 */

/** The shipment with the carrier's plan and, where `apart` and it has several packages, what came of each by itself. */
export function toldByCarrier(shipment: IngestDocument, apart: boolean): IngestDocument {
  const { events = [], packages = [], ...way } = shipment.shipment ?? {}
  if (events.length === 0) return shipment
  const [first, second, ...others] = packages
  const planned = [...events.flatMap(plannedStop), ...plannedDelivery(shipment, events)]
  if (!apart || !first?.sscc || !second?.sscc) {
    return { ...shipment, shipment: { ...way, packages, events: [...events, ...planned] } }
  }
  const own = ownEvents(events, { first: first.sscc, second: second.sscc })
  const numbered = { ...second, ...(second.trackingNumber ? { trackingNumber: `${second.trackingNumber}-2` } : {}) }
  return {
    ...shipment,
    shipment: { ...way, packages: [first, numbered, ...others], events: [...events, ...planned, ...own] },
  }
}

/** Where a stop was reached, the carrier had meant to be at a full hour, now and then on the day before. */
function plannedStop(event: IngestEvent): IngestEvent[] {
  if (event.classifier !== 'actual' || event.code !== 'arrived_at_hub') return []
  const early = dayOf(event.at.slice(0, 10)) % 4 === 0 ? 1 : 0
  return [asPlanned(event, dateOf(dayOf(event.at.slice(0, 10)) - early), '18:00')]
}

function plannedDelivery({ promisedDate }: IngestDocument, events: readonly IngestEvent[]): IngestEvent[] {
  const end = events.findLast(({ code }) => code === 'delivered')
  return end && promisedDate ? [asPlanned(end, promisedDate, '12:00')] : []
}

function asPlanned({ id, at, code, place }: IngestEvent, day: string, clock: string): IngestEvent {
  const offset = at.slice('2026-01-01T00:00:00'.length)
  return {
    id: `${id}-plan`,
    at: `${day}T${clock}:00${offset}`,
    classifier: 'planned',
    code,
    ...(place ? { place } : {}),
  }
}

const halfAnHour = 30

/** The first package came before the others, or the second was left behind at a hub. */
function ownEvents(events: readonly IngestEvent[], codes: { first: string; second: string }): IngestEvent[] {
  const actual = events.filter(({ classifier }) => classifier === 'actual')
  const end = actual.at(-1)
  if (end?.code === 'delivered') {
    return [{ ...end, id: `${end.id}-1`, at: moved(end.at, -halfAnHour), package: codes.first }]
  }
  const hub = actual.findLast(({ code }) => code === 'arrived_at_hub')
  if (!hub) return []
  const left = { id: `${hub.id}-2`, code: 'delayed', package: codes.second, reasonCode: 'carrier_error' }
  return [
    { ...hub, ...left, at: moved(hub.at, halfAnHour), description: 'Put on the wrong lorry, follows the next day' },
  ]
}

/** The same wall clock some minutes later or earlier on that day. */
function moved(at: string, minutes: number): string {
  const clock = Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)) + minutes
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.slice(0, 11)}${two(Math.floor(clock / 60))}:${two(clock % 60)}${at.slice(16)}`
}
