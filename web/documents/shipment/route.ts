import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { latestActualEvent } from './journey.ts'

/** A place that a shipment passed or is to reach. */
export type RouteStop = {
  name: string
  coordinates: readonly [lon: number, lat: number]
  when: string
  isAhead: boolean
  isHere: boolean
}

const stopName = ({ place }: TrackingEvent) => place.city ?? place.name ?? place.unlocode ?? ''

/**
 * The places of a shipment's events that have coordinates, in order of time; consecutive events at one place count
 * once.
 */
export function shipmentRoute(events: readonly TrackingEvent[]): RouteStop[] {
  const latest = latestActualEvent(events)
  const latestTime = latest ? Date.parse(latest.occurredAt) : Number.NEGATIVE_INFINITY
  const route: RouteStop[] = []
  for (const event of events.toSorted((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt))) {
    const { latitude, longitude } = event.place
    const isAhead = event.classifier !== 'actual'
    if (latitude === null || longitude === null || event.retracted) continue
    // A plan or estimate for a time before the latest actual event is no longer ahead.
    if (isAhead && Date.parse(event.occurredAt) <= latestTime) continue
    const last = route.at(-1)
    if (last && last.coordinates[0] === longitude && last.coordinates[1] === latitude) continue
    route.push({
      name: stopName(event),
      coordinates: [longitude, latitude],
      when: event.occurredAt,
      isAhead,
      isHere: false,
    })
  }
  const currentStop = route.findLast((stop) => !stop.isAhead)
  if (currentStop) currentStop.isHere = true
  return route
}

export type Rectangle = { x: number; y: number; width: number; height: number }
export type MapLabel = Rectangle & { text: string; anchor: 'start' | 'end' | 'middle' }

const gap = 13
const height = 16

/** The room that the dots of points take. */
export function dotsOf(points: readonly { x: number; y: number }[]): Rectangle[] {
  return points.map(({ x, y }) => ({ x: x - 10, y: y - 10, width: 20, height: 20 }))
}

/**
 * Puts labels beside their points, without overlaps among each other or with what is `occupiedBefore`; a label that finds no room
 * is left out.
 */
export function layoutLabels(
  points: readonly { x: number; y: number; text: string }[],
  width: number,
  depth: number,
  occupiedBefore: readonly Rectangle[] = dotsOf(points),
): MapLabel[] {
  const occupied = [...occupiedBefore]
  const labels: MapLabel[] = []
  const labelledTexts = new Set<string>()
  for (const { x, y, text } of points) {
    if (text === '' || labelledTexts.has(text)) continue
    const textWidth = text.length * 7.2
    const candidates: MapLabel[] = [
      { text, anchor: 'start', x: x + gap, y: y - height / 2, width: textWidth, height },
      { text, anchor: 'end', x: x - gap - textWidth, y: y - height / 2, width: textWidth, height },
      { text, anchor: 'middle', x: x - textWidth / 2, y: y - gap - height, width: textWidth, height },
      { text, anchor: 'middle', x: x - textWidth / 2, y: y + gap, width: textWidth, height },
    ]
    const free = candidates.find(
      (candidate) => isInside(candidate, width, depth) && !occupied.some((other) => overlaps(candidate, other)),
    )
    if (!free) continue
    labelledTexts.add(text)
    occupied.push(free)
    labels.push(free)
  }
  return labels
}

const isInside = (box: Rectangle, width: number, depth: number) =>
  box.x >= 2 && box.y >= 2 && box.x + box.width <= width - 2 && box.y + box.height <= depth - 2

const overlaps = (a: Rectangle, b: Rectangle) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
