import { workday, workdayBefore } from './calendar.ts'
import type { Desk } from './customer.ts'
import type { Route } from './places.ts'
import type { Plot } from './plots.ts'

/** The days of one deal. They may lie ahead: what has not come yet is simply not told. */
export type Timeline = {
  quoted: number
  validUntil: number
  answered: number
  ordered: number
  requested: number
  /** The first promise and today's estimate. */
  promised: number
  estimated: number
  /** One journey a shipment. */
  journeys: readonly { leaves: number; arrives: number }[]
  /** When the last promise was changed, when it was. */
  changed: number
  route: Route
}

/**
 * Lays the days of a plot out. They begin on `start`; with `fromDelivery` it is the first delivery that falls on that
 * day, or on the workday before it.
 */
export function layOut(desk: Desk, plot: Plot, start: number, fromDelivery = false): Timeline {
  const { customer, random } = desk
  const route = random.pick(customer.routes)
  const answers = random.between(3, 18)
  const lead = random.between(8, 26)
  const transit = random.between(...route.days)
  const slip = plot.promise === 'moved' ? random.between(4, 12) : 0
  const early = random.between(0, 2)
  const valid = random.pick([14, 30, 30, 45])
  const quotedFirst = plot.quote !== 'none' && plot.quote !== 'legacy'
  const wait = plot.orders > 0 && quotedFirst ? answers : 0
  const begins = fromDelivery ? start - wait - lead - slip + early : start

  const quoted = workdayBefore(begins)
  const ordered = workday(quoted + wait)
  const promised = fromDelivery ? workdayBefore(start - slip + early) : workday(ordered + lead)
  const estimated = slip > 0 ? workday(promised + slip) : promised
  const arrives = fromDelivery ? workdayBefore(start) : workday(estimated - early)
  const journeys = [{ leaves: workdayBefore(arrives - transit), arrives }]
  for (let part = 1; part < plot.parts; part++) {
    const gap = plot.backorder ? random.between(18, 35) : random.between(5, 11)
    const before = journeys[part - 1]?.leaves ?? arrives
    const leaves = workday(before + gap)
    journeys.push({ leaves, arrives: workday(leaves + transit) })
  }
  return {
    quoted,
    validUntil: quoted + valid,
    answered: workday(quoted + answers),
    ordered,
    requested: workday(ordered + Math.max(5, lead - random.between(0, 6))),
    promised,
    estimated: plot.backorder ? Math.max(estimated, journeys.at(-1)?.arrives ?? estimated) : estimated,
    journeys,
    changed: workday(ordered + Math.floor(lead / 2)),
    route,
  }
}
