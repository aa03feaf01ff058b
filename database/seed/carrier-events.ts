import type { IngestDocument, IngestEvent } from '#contract/ingest/documents.ts'
import { dateOf, dayOf } from './calendar.ts'

/*
 * Events that a carrier sends besides those that happened to the whole shipment: planned times, and packages that
 * travel separately. They are derived from the shipment alone, so that the same shipment always gets the same events.
 */

/**
 * Returns the shipment with its planned events and, where `splitPackages` is set and it has several packages, with
 * events of single packages.
 */
export function withCarrierEvents(shipment: IngestDocument, splitPackages: boolean): IngestDocument {
  const { events = [], packages = [], ...transport } = shipment.shipment ?? {}
  if (events.length === 0) return shipment
  const [first, second, ...others] = packages
  const planned = [...events.flatMap(plannedStop), ...plannedDelivery(shipment, events)]
  if (!splitPackages || !first?.sscc || !second?.sscc) {
    return { ...shipment, shipment: { ...transport, packages, events: [...events, ...planned] } }
  }
  const packageEvents = eventsOfPackage(events, { first: first.sscc, second: second.sscc })
  const renumbered = { ...second, ...(second.trackingNumber ? { trackingNumber: `${second.trackingNumber}-2` } : {}) }
  return {
    ...shipment,
    shipment: {
      ...transport,
      packages: [first, renumbered, ...others],
      events: [...events, ...planned, ...packageEvents],
    },
  }
}

/** Returns the plan for a hub: a full hour on the day of arrival, sometimes on the day before. */
function plannedStop(event: IngestEvent): IngestEvent[] {
  if (event.classifier !== 'actual' || event.code !== 'arrived_at_hub') return []
  const early = dayOf(event.at.slice(0, 10)) % 4 === 0 ? 1 : 0
  return [plannedEvent(event, dateOf(dayOf(event.at.slice(0, 10)) - early), '18:00')]
}

function plannedDelivery({ promisedDate }: IngestDocument, events: readonly IngestEvent[]): IngestEvent[] {
  const delivery = events.findLast(({ code }) => code === 'delivered')
  return delivery && promisedDate ? [plannedEvent(delivery, promisedDate, '12:00')] : []
}

function plannedEvent({ id, at, code, place }: IngestEvent, day: string, clock: string): IngestEvent {
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

/** Returns events of one package: the first arrived before the others, or the second was left behind at a hub. */
function eventsOfPackage(events: readonly IngestEvent[], codes: { first: string; second: string }): IngestEvent[] {
  const actual = events.filter(({ classifier }) => classifier === 'actual')
  const lastEvent = actual.at(-1)
  if (lastEvent?.code === 'delivered') {
    return [
      { ...lastEvent, id: `${lastEvent.id}-1`, at: shiftMinutes(lastEvent.at, -halfAnHour), package: codes.first },
    ]
  }
  const hub = actual.findLast(({ code }) => code === 'arrived_at_hub')
  if (!hub) return []
  const delay = { id: `${hub.id}-2`, code: 'delayed', package: codes.second, reasonCode: 'carrier_error' }
  return [
    {
      ...hub,
      ...delay,
      at: shiftMinutes(hub.at, halfAnHour),
      description: 'Put on the wrong lorry, follows the next day',
    },
  ]
}

/** Returns the local time some minutes later, or earlier, on the same day. */
function shiftMinutes(at: string, minutes: number): string {
  const clock = Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)) + minutes
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${at.slice(0, 11)}${twoDigits(Math.floor(clock / 60))}:${twoDigits(clock % 60)}${at.slice(16)}`
}
