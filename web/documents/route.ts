import type { TrackingEvent } from '../../contract/documents/endpoints.ts'
import { latestActual } from './journey.ts'

/** A place that a shipment passed or is to reach. */
export type RoutePlace = {
  name: string
  at: readonly [lon: number, lat: number]
  when: string
  isAhead: boolean
  isHere: boolean
}

const nameOf = ({ place }: TrackingEvent) => place.city ?? place.name ?? place.unlocode ?? ''

/** The places of a shipment's events that have coordinates, in the order of time; a stay at one place is told once. */
export function routeOf(events: readonly TrackingEvent[]): RoutePlace[] {
  const latest = latestActual(events)
  const since = latest ? Date.parse(latest.occurredAt) : Number.NEGATIVE_INFINITY
  const route: RoutePlace[] = []
  for (const event of events.toSorted((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt))) {
    const { latitude, longitude } = event.place
    const isAhead = event.classifier !== 'actual'
    if (latitude === null || longitude === null || event.retracted) continue
    // What was planned for a time that has passed is no longer ahead.
    if (isAhead && Date.parse(event.occurredAt) <= since) continue
    const last = route.at(-1)
    if (last && last.at[0] === longitude && last.at[1] === latitude) continue
    route.push({ name: nameOf(event), at: [longitude, latitude], when: event.occurredAt, isAhead, isHere: false })
  }
  const here = route.findLast((one) => !one.isAhead)
  if (here) here.isHere = true
  return route
}

export type Box = { x: number; y: number; width: number; height: number }
export type Label = Box & { text: string; anchor: 'start' | 'end' | 'middle' }

const gap = 13
const height = 16

/** Where names can stand beside their points without covering one another; one that finds no room is left out. */
export function placeLabels(
  points: readonly { x: number; y: number; text: string }[],
  width: number,
  depth: number,
): Label[] {
  const taken: Box[] = points.map(({ x, y }) => ({ x: x - 10, y: y - 10, width: 20, height: 20 }))
  const labels: Label[] = []
  const told = new Set<string>()
  for (const { x, y, text } of points) {
    if (text === '' || told.has(text)) continue
    const wide = text.length * 7.2
    const tries: Label[] = [
      { text, anchor: 'start', x: x + gap, y: y - height / 2, width: wide, height },
      { text, anchor: 'end', x: x - gap - wide, y: y - height / 2, width: wide, height },
      { text, anchor: 'middle', x: x - wide / 2, y: y - gap - height, width: wide, height },
      { text, anchor: 'middle', x: x - wide / 2, y: y + gap, width: wide, height },
    ]
    const free = tries.find((one) => isInside(one, width, depth) && !taken.some((other) => overlaps(one, other)))
    if (!free) continue
    told.add(text)
    taken.push(free)
    labels.push(free)
  }
  return labels
}

const isInside = (box: Box, width: number, depth: number) =>
  box.x >= 2 && box.y >= 2 && box.x + box.width <= width - 2 && box.y + box.height <= depth - 2

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
