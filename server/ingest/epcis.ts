import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { PoolClient } from 'pg'
import type { IngestReport } from '../../contract/ingest.ts'
import { inBatch, keepRaw } from './batch-queries.ts'
import { keepChanges } from './change-queries.ts'
import { deriveOrders } from './derive-queries.ts'
import { keepEvents, lockForEvents, type ShipmentId, standingOf, targetsOf } from './epcis-queries.ts'
import { type EpcisEvent, readEpcis } from './epcis-read.ts'
import { settleEvents } from './epcis-settle.ts'
import type { IngestDeps } from './incoming.ts'
import { keepWithoutOrder } from './ordered-lines-queries.ts'
import { emptyReport, reject, warn } from './report.ts'
import { deriveShipments } from './shipment-status-queries.ts'
import { storyOf } from './story.ts'
import { withRetries } from './try-batch.ts'

const compressed = promisify(zstdCompress)

/** Ends a transaction that was only tried. */
class Rehearsed extends Error {}

type Told = { line: number; events: EpcisEvent[] }

/**
 * Takes an EPCIS 2.0 document: each event stands on the shipments that it speaks of, or waits until they arrive. The report
 * counts events: created on a shipment, quarantined while they wait, unchanged when they came before. Raises when the
 * database cannot be reached, and invalid_input for more than one document may hold.
 */
export async function captureEpcis(
  deps: IngestDeps,
  { content, dryRun }: { content: Uint8Array; dryRun: boolean },
): Promise<IngestReport> {
  const report = emptyReport()
  const read = await readEpcis(content)
  if ('problems' in read) {
    report.received = 1
    reject(report, 1, read.problems)
    return report
  }
  report.received = read.reads.length
  const told: Told[] = []
  for (const one of read.reads) {
    if ('problems' in one) reject(report, one.line, one.problems)
    else told.push(one)
  }
  const raw = dryRun ? undefined : await compressed(content)
  const now = deps.clock().toISOString()
  const write = async (client: PoolClient) => {
    await lockForEvents(client)
    const outcome = await capture(client, deps, told, now)
    if (dryRun) throw new Rehearsed('', { cause: outcome })
    if (raw) {
      const message = { mediaType: 'application/ld+json', firstLine: 1, content: raw }
      await keepRaw(client, { id: deps.newId(), receivedAt: now, source: 'epcis', ...message })
    }
    return outcome
  }
  const outcome = await withRetries(() => inBatch(deps.pool, write)).catch((error: unknown) => {
    if (error instanceof Rehearsed) return error.cause as Outcome
    throw error
  })
  count(report, told, outcome)
  return report
}

type Outcome = { fresh: ReadonlySet<string>; standing: ReadonlySet<string> }

async function capture(client: PoolClient, deps: IngestDeps, told: readonly Told[], now: string): Promise<Outcome> {
  const events = [...new Map(told.flatMap((one) => one.events).map((event) => [event.id, event])).values()]
  if (events.length === 0) return { fresh: new Set(), standing: new Set() }
  const fresh = await keepEvents(client, events, now)
  const touched = await settleEvents(client, fresh, deps.newId)
  await deriveTouched(client, deps, touched, now)
  return { fresh: new Set(fresh), standing: new Set((await standingOf(client, fresh)).map((one) => one.eventId)) }
}

/** Brings shipments on which events were put or from which they were taken, and all that follows from them, to where these put them. */
export async function deriveTouched(
  client: PoolClient,
  deps: IngestDeps,
  touched: readonly ShipmentId[],
  now: string,
): Promise<void> {
  if (touched.length === 0) return
  const none = { accounts: [], ids: [], areNew: [] }
  const shipments = {
    accounts: touched.map((one) => one.accountId),
    ids: touched.map((one) => one.documentId),
    areNew: touched.map(() => false),
  }
  const targets = await targetsOf(client, touched)
  const moved = [
    ...(await deriveShipments(client, shipments, now)),
    ...(await deriveOrders(client, none, targets, now)),
  ]
  await keepWithoutOrder(client, shipments, { accounts: [], numbers: [] })
  await keepChanges(client, storyOf({ written: [], before: new Map(), moved, papers: [] }, now, deps.newId))
}

function count(report: IngestReport, told: readonly Told[], { fresh, standing }: Outcome): void {
  for (const { line, events } of told) {
    const last = events.at(-1)
    if (!last || !fresh.has(last.id)) report.unchanged++
    else if (standing.has(last.id)) report.created++
    else {
      report.quarantined++
      const message =
        last.keys.length === 0
          ? 'The event names no despatch advice, package or piece by which a shipment could be found; it is kept.'
          : 'No single shipment is known yet of which the event speaks; it waits until one arrives.'
      warn(report, line, [{ path: `$.epcisBody.eventList[${line - 1}]`, message }])
    }
  }
}
