import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { PoolClient } from 'pg'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { EventFormat } from '#server/formats/format.ts'
import type { ShipmentEvent } from '#server/formats/message.ts'
import { deriveOrders } from '../derive/order-queries.ts'
import { upsertLinesWithoutOrder } from '../derive/ordered-lines-queries.ts'
import { deriveShipments } from '../derive/shipment-status-queries.ts'
import { assignEvents } from '../match/event-assignment.ts'
import { insertEvents, lockForEvents, readAssignments, readTargets, type ShipmentId } from '../match/event-queries.ts'
import { documentChangesOf } from '../publish/change-history.ts'
import { insertDocumentChanges } from '../publish/change-queries.ts'
import { emptyReport, reject, warn } from '../report.ts'
import type { IngestDeps } from '../types.ts'
import { inBatchTransaction, insertRawMessage } from '../write/batch-queries.ts'
import { withRetries } from '../write/try-batch.ts'

const compress = promisify(zstdCompress)

/** Ends a transaction that was only tried. */
class DryRunRollback extends Error {}

type EventLine = { line: number; events: ShipmentEvent[] }

/**
 * Takes a file of events: each stands on the shipments that it speaks of, or waits until they arrive. The report counts
 * events: created on a shipment, quarantined while they wait, unchanged when they came before. Throws when the database
 * cannot be reached, and invalid_input for more than one file may hold.
 */
export async function captureEvents(
  deps: IngestDeps,
  format: EventFormat,
  content: Uint8Array,
  { dryRun }: { dryRun: boolean },
): Promise<IngestReport> {
  const report = emptyReport()
  const readResult = await format.read(content)
  if ('problems' in readResult) {
    report.received = 1
    reject(report, 1, readResult.problems)
    return report
  }
  report.received = readResult.reads.length
  const eventLines: EventLine[] = []
  for (const entry of readResult.reads) {
    if ('problems' in entry) reject(report, entry.line, entry.problems)
    else eventLines.push(entry)
  }
  const raw = dryRun ? undefined : await compress(content)
  const now = deps.clock().toISOString()
  const write = async (client: PoolClient) => {
    await lockForEvents(client)
    const outcome = await capture(client, deps, eventLines, now)
    if (dryRun) throw new DryRunRollback('', { cause: outcome })
    if (raw) {
      const message = { source: format.name, mediaType: format.mediaTypes[0], firstLine: 1, content: raw }
      await insertRawMessage(client, { id: deps.newId(), receivedAt: now, ...message })
    }
    return outcome
  }
  const outcome = await withRetries(() => inBatchTransaction(deps.workPool, write)).catch((error: unknown) => {
    if (error instanceof DryRunRollback) return error.cause as CaptureOutcome
    throw error
  })
  countEvents(report, format, eventLines, outcome)
  return report
}

type CaptureOutcome = { fresh: ReadonlySet<string>; standing: ReadonlySet<string> }

async function capture(
  client: PoolClient,
  deps: IngestDeps,
  eventLines: readonly EventLine[],
  now: string,
): Promise<CaptureOutcome> {
  const events = [...new Map(eventLines.flatMap((entry) => entry.events).map((event) => [event.id, event])).values()]
  if (events.length === 0) return { fresh: new Set(), standing: new Set() }
  const newEventIds = await insertEvents(client, events, now)
  const changedShipments = await assignEvents(client, newEventIds, deps.newId)
  await deriveChangedShipments(client, deps, changedShipments, now)
  return {
    fresh: new Set(newEventIds),
    standing: new Set((await readAssignments(client, newEventIds)).map((assignment) => assignment.eventId)),
  }
}

/** Brings shipments on which events were put or from which they were taken, and all that follows from them, to where these put them. */
export async function deriveChangedShipments(
  client: PoolClient,
  deps: IngestDeps,
  changedShipments: readonly ShipmentId[],
  now: string,
): Promise<void> {
  if (changedShipments.length === 0) return
  const noDocuments = { accounts: [], ids: [], areNew: [] }
  const shipments = {
    accounts: changedShipments.map((shipment) => shipment.accountId),
    ids: changedShipments.map((shipment) => shipment.documentId),
    areNew: changedShipments.map(() => false),
  }
  const targets = await readTargets(client, changedShipments)
  const statusChanges = [
    ...(await deriveShipments(client, shipments, now)),
    ...(await deriveOrders(client, noDocuments, targets, now)),
  ]
  await upsertLinesWithoutOrder(client, shipments, { accounts: [], numbers: [] })
  await insertDocumentChanges(
    client,
    documentChangesOf({ written: [], before: new Map(), moved: statusChanges, papers: [] }, now, deps.newId),
  )
}

function countEvents(
  report: IngestReport,
  { pathOf }: EventFormat,
  eventLines: readonly EventLine[],
  { fresh, standing }: CaptureOutcome,
): void {
  for (const { line, events } of eventLines) {
    const last = events.at(-1)
    if (!last || !fresh.has(last.id)) report.unchanged++
    else if (standing.has(last.id)) report.created++
    else {
      report.quarantined++
      const message =
        last.keys.length === 0
          ? 'The event names no despatch advice, package or piece by which a shipment could be found; it is kept.'
          : 'No single shipment is known yet of which the event speaks; it waits until one arrives.'
      warn(report, line, [{ path: pathOf(line), message }])
    }
  }
}
