import type { Pool } from 'pg'
import { PortalError } from '#contract/errors.ts'
import { assignedKey } from '#server/formats/shipment-keys.ts'
import { assignEvents } from '../match/event-assignment.ts'
import { lockForEvents } from '../match/event-queries.ts'
import type { IngestDeps } from '../types.ts'
import { inBatchTransaction } from '../write/batch-queries.ts'
import { deriveChangedShipments } from './capture.ts'
import {
  deleteEvents,
  findEvent,
  findShipment,
  insertEventKey,
  readWaitingEvents,
  type WaitingEventRow,
} from './waiting-queries.ts'

const pageSize = 500

/** All events that wait for their shipment, oldest first, read page by page. */
export async function* eachWaitingEvent(workPool: Pool): AsyncGenerator<WaitingEventRow> {
  let after: WaitingEventRow | undefined
  for (;;) {
    const rows: WaitingEventRow[] = await readWaitingEvents(workPool, after, pageSize)
    yield* rows
    after = rows.at(-1)
    if (!after || rows.length < pageSize) return
  }
}

/** Assigns a waiting event to a shipment permanently. Throws not_found and conflict, with a hint for the operator. */
export async function assignEvent(deps: IngestDeps, id: string, account: string, number: string): Promise<void> {
  await inBatchTransaction(deps.workPool, async (client) => {
    await lockForEvents(client)
    const { ids, stands } = await findEvent(client, id)
    if (ids.length === 0)
      throw new PortalError('not_found', 'There is no such event. `epcis waiting` names those that wait.')
    if (stands) throw new PortalError('conflict', 'This event has found its shipment already.')
    const shipment = await findShipment(client, account, number)
    if (!shipment) throw new PortalError('not_found', `The account ${account} has no shipment ${number}.`)
    await insertEventKey(client, ids, assignedKey(shipment))
    const touched = await assignEvents(client, ids, deps.newId)
    await deriveChangedShipments(client, deps, touched, deps.clock().toISOString())
  })
}

/** Deletes a waiting event; if it is sent again, it counts as new. Throws not_found and conflict. */
export async function dropEvent(deps: IngestDeps, id: string): Promise<void> {
  await inBatchTransaction(deps.workPool, async (client) => {
    await lockForEvents(client)
    const { ids, stands } = await findEvent(client, id)
    if (ids.length === 0)
      throw new PortalError('not_found', 'There is no such event. `epcis waiting` names those that wait.')
    if (stands)
      throw new PortalError(
        'conflict',
        'This event stands on a shipment. Its sender takes it back with an errorDeclaration.',
      )
    await deleteEvents(client, ids)
  })
}
