import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { latestFirst } from '#web/ui/events/event-time.ts'

/** What the timeline shows as one: an event, what was planned for it, and earlier scans of the same kind at the same place. */
export type TimelineEntry = {
  event: TrackingEvent
  /** The plan that the event fulfils, or that an estimate has replaced; an estimate where nothing was planned. */
  plan: TrackingEvent | null
  /** Latest first. */
  earlierScans: TrackingEvent[]
}

/** Carriers scan these again and again at one place; every other event says something of its own. */
const scanCodes: readonly string[] = ['in_transit', 'arrived_at_hub']

/** The events as entries, latest first: plans with what came of them, and scans of one place together. */
export function timelineEntries(events: readonly TrackingEvent[]): TimelineEntry[] {
  const [actual, plans] = [events.filter(isActual), events.filter((event) => !isActual(event))]
  const fulfilled = new Set<TrackingEvent>()
  const entries = actual.toSorted(earliestFirst).map((event) => {
    const own = event.retracted ? [] : plans.filter((plan) => !fulfilled.has(plan) && isPlanOf(plan, event))
    for (const plan of own) fulfilled.add(plan)
    return { event, plan: planOf(own), earlierScans: [] }
  })
  return foldScans([...entries, ...openPlans(plans.filter((plan) => !fulfilled.has(plan)))])
}

const isActual = ({ classifier }: TrackingEvent) => classifier === 'actual'
const earliestFirst = (a: TrackingEvent, b: TrackingEvent) => latestFirst(b, a)

/** The last of what was planned; of estimates where there is no plan. */
function planOf(plans: readonly TrackingEvent[]): TrackingEvent | null {
  const sorted = plans.toSorted(earliestFirst)
  return sorted.findLast(({ classifier }) => classifier === 'planned') ?? sorted.at(-1) ?? null
}

/** Plans that nothing has fulfilled: of each thing the last estimate, with the last plan, or the last plan alone. */
function openPlans(plans: readonly TrackingEvent[]): TimelineEntry[] {
  const retracted = plans.filter((plan) => plan.retracted)
  const groups: TrackingEvent[][] = []
  for (const plan of plans.filter((each) => !each.retracted)) {
    const group = groups.find(([first]) => first !== undefined && isPlanOf(plan, first))
    if (group) group.push(plan)
    else groups.push([plan])
  }
  const entries = groups.flatMap((group) => {
    const sorted = group.toSorted(earliestFirst)
    const estimate = sorted.findLast(({ classifier }) => classifier === 'estimated')
    const planned = sorted.findLast(({ classifier }) => classifier === 'planned')
    const event = estimate ?? planned
    return event ? [{ event, plan: estimate && planned ? planned : null, earlierScans: [] }] : []
  })
  return [...entries, ...retracted.map((event) => ({ event, plan: null, earlierScans: [] }))]
}

function foldScans(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const folded: TimelineEntry[] = []
  for (const entry of entries.toSorted((a, b) => latestFirst(a.event, b.event))) {
    const later = folded.at(-1)
    if (later && entry.plan === null && isSameScan(later.event, entry.event)) later.earlierScans.push(entry.event)
    else folded.push(entry)
  }
  return folded
}

function isSameScan(a: TrackingEvent, b: TrackingEvent): boolean {
  const isPlain = ({ code, classifier, retracted, reasonCode }: TrackingEvent) =>
    scanCodes.includes(code) && classifier === 'actual' && !retracted && reasonCode === null
  return isPlain(a) && isPlain(b) && a.code === b.code && hasSamePackages(a, b) && isSameLocation(a.place, b.place)
}

function isPlanOf(plan: TrackingEvent, event: TrackingEvent): boolean {
  if (plan.retracted || plan.code !== event.code || !hasSamePackages(plan, event)) return false
  return isSameLocation(plan.place, event.place) || isUnnamed(plan.place) || isUnnamed(event.place)
}

const hasSamePackages = (a: TrackingEvent, b: TrackingEvent) =>
  a.packages.length === b.packages.length && a.packages.every((each) => b.packages.includes(each))
const sameText = (a: string | null, b: string | null) => a !== null && a === b
const isSameLocation = (a: TrackingEvent['place'], b: TrackingEvent['place']) =>
  sameText(a.unlocode, b.unlocode) || sameText(a.name, b.name) || sameText(a.city, b.city)
const isUnnamed = ({ unlocode, name, city }: TrackingEvent['place']) =>
  unlocode === null && name === null && city === null
