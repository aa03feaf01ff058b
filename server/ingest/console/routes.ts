import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import * as contract from '#contract/console/intake.ts'
import { exportRemovedDocuments, listRemovedDocuments } from '#contract/console/removed-documents.ts'
import type { Staff } from '#contract/console/staff.ts'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { Query } from '#contract/endpoint.ts'
import { notFound, translatable } from '#contract/errors.ts'
import { keysetPages, parseLimit } from '#contract/page.ts'
import { withStaff, withTransaction } from '#database/transaction.ts'
import { record } from '#server/audit/record.ts'
import { csvOf } from '#server/formats/csv/table.ts'
import { sendCsv } from '#server/http/attachment.ts'
import { callerOf } from '#server/http/caller.ts'
import { staffRoute } from '#server/http/register.ts'
import { assignEvent } from '../events/waiting.ts'
import { readWaitingEvents } from '../events/waiting-queries.ts'
import { createIntake, type Intake } from '../intake.ts'
import { findRefused, type RefusedPosition, selectReasons, selectRefused } from '../refused/queries.ts'
import { type Actor, discardRefused, type RefusedDeps, replayReason, replayRefused } from '../refused/replay.ts'
import { ingestRoutes } from '../routes.ts'
import { createSourceCounts, type SourceCounts } from '../sources/counts.ts'
import { settleAndWatch, type WatchDeps, writeCountsOften } from '../sources/watch.ts'
import type { IngestDeps } from '../types.ts'
import { type KeyRouteDeps, keyRoutes } from './key-routes.ts'
import { selectAccounts, selectSources } from './queries.ts'
import { type RemovalPosition, selectRemovedDocuments } from './removed-queries.ts'
import { refusedTable, removedTable } from './tables.ts'

type IntakeDeps = IngestDeps & WatchDeps & KeyRouteDeps & { consolePool: Pool; intake?: Intake | undefined }
type ConsoleDeps = IntakeDeps & RefusedDeps & { counts: SourceCounts }

const hour = 3_600_000

/** The calls for the ERP, those by which staff watch over what comes in and look after keys, and the watch itself. */
export function intakeRoutes(app: FastifyInstance, given: IntakeDeps): void {
  const deps = { ...given, intake: given.intake ?? createIntake(given), counts: createSourceCounts(given) }
  writeCountsOften(app, deps.counts)
  settleAndWatch(app, deps)
  ingestRoutes(app, deps)
  consoleRoutes(app, deps)
}

function consoleRoutes(app: FastifyInstance, deps: ConsoleDeps): void {
  const { consolePool, clock } = deps
  keyRoutes(app, deps)
  refusedRoutes(app, deps)

  staffRoute(app, contract.listIntakeSources, async ({ staff }) => {
    // What this server has counted and not written yet is shown as well.
    await deps.counts.write()
    const now = clock()
    const first = Math.floor(now.getTime() / hour) - contract.chartHours + 1
    const { sources, hours } = await selectSources(consolePool, staff, new Date(first * hour).toISOString())
    const own = Map.groupBy(hours, ({ sourceId }) => sourceId)
    return {
      sources: sources.map((source) => ({ ...source, hours: own.get(source.id) ?? [] })),
      now: now.toISOString(),
    }
  })

  const readRemoved = (
    staff: Staff,
    { what, number }: Query<typeof exportRemovedDocuments>,
    position: RemovalPosition,
  ) =>
    selectRemovedDocuments(consolePool, staff, {
      ...{ what: what ?? null, number: number?.trim() || null, ...position },
    })

  staffRoute(app, listRemovedDocuments, async ({ staff, query }) => {
    const limit = parseLimit(query.limit)
    const [at, id] = readCursor(query.cursor, 'instant', 'id') ?? []
    const after = at !== undefined && id !== undefined ? { at, id } : undefined
    const documents = await readRemoved(staff, query, { after, limit: limit + 1 })
    const last = documents.length > limit ? documents[limit - 1] : undefined
    return { documents: documents.slice(0, limit), nextCursor: last ? writeCursor(last.at, last.id) : null }
  })

  staffRoute(app, exportRemovedDocuments, async (call) => {
    const pages = keysetPages((position: RemovalPosition) => readRemoved(call.staff, call.query, position))
    return sendCsv(call, 'withdrawn and moved', csvOf(removedTable, pages))
  })

  staffRoute(app, contract.findAccounts, async ({ staff, query: { text } }) => ({
    accounts: await selectAccounts(consolePool, staff, text.trim()),
  }))

  staffRoute(app, contract.listWaitingEvents, async () => ({
    events: await readWaitingEvents(deps.workPool, undefined, 100),
  }))
  staffRoute(app, contract.assignEvent, async ({ staff, body: { id, account, shipment }, request }) => {
    const [visible] = await selectAccounts(consolePool, staff, account)
    if (visible?.number !== account) throw notFound()
    await assignEvent(deps, id, account, shipment)
    const details = { event: id, account, shipment }
    const entry = { action: 'event_assigned', caller: callerOf(request), staffId: staff.staffId, details } as const
    await withTransaction(deps.db, (db) => record(deps, db, entry))
    return { message: translatable('intake.assigned') }
  })
}

const filterOf = ({ view = 'open', source, reason, type, text }: Query<typeof contract.exportRefused>) => ({
  ...{ source: source ?? null, reason: reason ?? null, type: type ?? null, text: text?.trim() || null },
  open: view === 'open',
})

function refusedRoutes(app: FastifyInstance, deps: ConsoleDeps): void {
  const { consolePool } = deps
  /** What may not be seen is not there, whatever is done with it. */
  const show = async (staff: Staff, id: string) => {
    const found = await withStaff(consolePool, staff.staffId, (db) => findRefused(db, id))
    if (!found) throw notFound()
    return found as contract.RefusedDetail
  }
  const actorOf = (staff: Staff, request: Parameters<typeof callerOf>[0]): Actor => ({
    ...{ staffId: staff.staffId, name: staff.name, caller: callerOf(request) },
  })

  const read = (staff: Staff, query: Query<typeof contract.exportRefused>, position: RefusedPosition) =>
    withStaff(consolePool, staff.staffId, (db) => selectRefused(db, filterOf(query), position))

  staffRoute(app, contract.listRefused, async ({ staff, query }) => {
    const limit = parseLimit(query.limit)
    const [lastAt, id] = readCursor(query.cursor, 'instant', 'id') ?? []
    const after = lastAt !== undefined && id !== undefined ? { lastAt, id } : undefined
    const rows = await read(staff, query, { limit: limit + 1, after })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const refused = rows.slice(0, limit) as contract.RefusedEntry[]
    return { refused, nextCursor: last ? writeCursor(last.lastAt, last.id) : null }
  })
  staffRoute(app, contract.exportRefused, async (call) => {
    const pages = keysetPages(
      async (position: RefusedPosition) => (await read(call.staff, call.query, position)) as contract.RefusedEntry[],
    )
    return sendCsv(call, 'refused', csvOf(refusedTable, pages))
  })

  staffRoute(app, contract.listReasons, async ({ staff, query: { source = null } }) => ({
    reasons: await withStaff(consolePool, staff.staffId, (db) => selectReasons(db, source)),
  }))

  staffRoute(app, contract.showRefused, ({ staff, params: { id } }) => show(staff, id))

  staffRoute(app, contract.replayRefused, async ({ staff, params: { id }, body: { text }, request }) => {
    await show(staff, id)
    const { received, rejected, errors } = await replayRefused(deps, id, actorOf(staff, request), text)
    const problems = errors.slice(0, 20).map(({ path, message }) => ({ path, message }))
    return { taken: received > 0 && rejected === 0, problems }
  })

  staffRoute(app, contract.replayReason, ({ staff, body: { reason, source = null, after = null }, request }) =>
    replayReason(deps, { reason, source, after }, actorOf(staff, request)),
  )

  staffRoute(app, contract.discardRefused, async ({ staff, params: { id }, body: { note }, request }) => {
    await show(staff, id)
    await discardRefused(deps, id, actorOf(staff, request), note.trim())
    return { message: translatable('refused.discarded') }
  })
}
