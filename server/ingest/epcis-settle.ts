import type { PoolClient } from 'pg'
import {
  countReceipts,
  forgetDeliveries,
  type Match,
  matchesOf,
  namePackages,
  putOn,
  type ShipmentId,
  type Standing,
  standingOf,
  takeOff,
} from './epcis-queries.ts'

const nameOf = ({ accountId, documentId }: ShipmentId) => `${accountId}\n${documentId}`

/**
 * Puts events on the shipments that their keys lead to, and takes them off those that they no longer lead to for sure.
 * Gives the shipments that this changed; their status is to be derived anew.
 */
export async function settleEvents(
  client: PoolClient,
  events: readonly string[],
  newId: () => string,
): Promise<ShipmentId[]> {
  if (events.length === 0) return []
  const byEvent = Map.groupBy(await matchesOf(client, events), (match) => match.eventId)
  const wanted = events.flatMap((eventId) =>
    shipmentsOf(byEvent.get(eventId) ?? []).map(({ accountId, documentId }) => ({ eventId, accountId, documentId })),
  )
  const standing = await standingOf(client, events)
  const added = without(wanted, standing)
  const removed = without(standing, wanted)
  const touched = [...new Map([...added, ...removed].map((one) => [nameOf(one), one])).values()]
  if (touched.length > 0) await forgetDeliveries(client, touched)
  if (removed.length > 0) await takeOff(client, removed)
  if (added.length > 0) await putOn(client, added, newId)
  // Also of those that stood there: a shipment may have been sent again with other packages.
  if (wanted.length > 0) await namePackages(client, wanted)
  if (touched.length === 0) return []
  await countReceipts(client, touched)
  return touched
}

function without(all: readonly Standing[], others: readonly Standing[]): Standing[] {
  const known = new Set(others.map((one) => `${one.eventId}\n${nameOf(one)}`))
  return all.filter((one) => !known.has(`${one.eventId}\n${nameOf(one)}`))
}

/**
 * The shipments that an event speaks of. The operator may have said it, else its despatch advice does; failing that its packages, then its pieces. What a
 * number leaves open (two customers may have one each) the packages and pieces may tell; while any of it is open, the
 * event waits.
 */
function shipmentsOf(matches: readonly Match[]): ShipmentId[] {
  for (const tier of ['given:', 'despatch:', 'package:', 'unit:', 'serial:']) {
    const led = matches.filter((match) => match.key.startsWith(tier))
    if (led.length === 0) continue
    const goods = new Set(matches.filter((match) => !match.key.startsWith('despatch:')).map(nameOf))
    const found = new Map<string, ShipmentId>()
    for (const several of Map.groupBy(led, (match) => match.key).values()) {
      const narrowed = several.length > 1 ? several.filter((one) => goods.has(nameOf(one))) : several
      const [only] = narrowed
      if (!only || narrowed.length > 1) return []
      found.set(nameOf(only), { accountId: only.accountId, documentId: only.documentId })
    }
    return [...found.values()]
  }
  return []
}
