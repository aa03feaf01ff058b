import { workday, workdayBefore } from './calendar.ts'
import type { SeedContext } from './customer.ts'
import type { Route } from './routes.ts'
import type { Scenario } from './scenarios.ts'

/** The days of one deal. Days in the future produce no documents yet. */
export type Timeline = {
  quoted: number
  validUntil: number
  answered: number
  ordered: number
  requested: number
  /** The first promised date and today's estimate. */
  promised: number
  estimated: number
  /** One journey per shipment. */
  journeys: readonly { leaves: number; arrives: number }[]
  /** When the promise was last changed, if it was. */
  changed: number
  route: Route
}

/**
 * Plans the days of a scenario. It begins on `start`; with `fromDelivery`, its first delivery falls on that day or on
 * the workday before it.
 */
export function createTimeline(
  context: SeedContext,
  scenario: Scenario,
  start: number,
  fromDelivery = false,
): Timeline {
  const { customer, random } = context
  const route = random.pick(customer.routes)
  const answerDays = random.between(3, 18)
  const leadDays = random.between(8, 26)
  const transitDays = random.between(...route.days)
  const slipDays = scenario.promise === 'moved' ? random.between(4, 12) : 0
  const earlyDays = random.between(0, 2)
  const validDays = random.pick([14, 30, 30, 45])
  const quotedFirst = scenario.quote !== 'none' && scenario.quote !== 'legacy'
  const waitDays = scenario.orders > 0 && quotedFirst ? answerDays : 0
  const firstDay = fromDelivery ? start - waitDays - leadDays - slipDays + earlyDays : start

  const quoted = workdayBefore(firstDay)
  const ordered = workday(quoted + waitDays)
  const promised = fromDelivery ? workdayBefore(start - slipDays + earlyDays) : workday(ordered + leadDays)
  const estimated = slipDays > 0 ? workday(promised + slipDays) : promised
  const arrives = fromDelivery ? workdayBefore(start) : workday(estimated - earlyDays)
  const journeys = [{ leaves: workdayBefore(arrives - transitDays), arrives }]
  for (let part = 1; part < scenario.parts; part++) {
    const gap = scenario.backorder ? random.between(18, 35) : random.between(5, 11)
    const before = journeys[part - 1]?.leaves ?? arrives
    const leaves = workday(before + gap)
    journeys.push({ leaves, arrives: workday(leaves + transitDays) })
  }
  return {
    quoted,
    validUntil: quoted + validDays,
    answered: workday(quoted + answerDays),
    ordered,
    requested: workday(ordered + Math.max(5, leadDays - random.between(0, 6))),
    promised,
    estimated: scenario.backorder ? Math.max(estimated, journeys.at(-1)?.arrives ?? estimated) : estimated,
    journeys,
    changed: workday(ordered + Math.floor(leadDays / 2)),
    route,
  }
}
