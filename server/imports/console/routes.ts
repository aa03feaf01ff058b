import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import * as contract from '#contract/console/imports.ts'
import { compareList } from '#contract/console/removed-documents.ts'
import type { Staff } from '#contract/console/staff.ts'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import { notFound, translatable } from '#contract/errors.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { parseLimit } from '#contract/page.ts'
import type { Log } from '#database/log.ts'
import { callerOf } from '#server/http/caller.ts'
import { staffRoute } from '#server/http/register.ts'
import { findProfileVersion, selectVersions } from '../profile-queries.ts'
import { deleteProfile, listProfiles, type ProfileActor, readProfile, renameProfile, saveProfile } from '../profiles.ts'
import { findRun, selectRuns } from '../run-queries.ts'
import { shownRun } from '../shown-run.ts'
import type { CompareFiles, PreviewFiles, RestoreDocuments, TakeFiles, UndoDocuments } from '../take-files.ts'
import { beginRuns } from './begin.ts'
import { compareUploads } from './compare.ts'
import { guessUploads, previewUploads } from './guess.ts'
import { selectRunDocuments } from './queries.ts'
import { undoNext } from './undo.ts'
import { countUndone } from './undo-queries.ts'
import { keepUpload } from './uploads.ts'

export type ConsoleImportDeps = {
  db: Pool
  consolePool: Pool
  clock: () => Date
  newId: () => string
  log: Log
  take: TakeFiles
  preview: PreviewFiles
  compare: CompareFiles
  undo: UndoDocuments
  restore: RestoreDocuments
  /** The folder that is watched; unset: none is. */
  folder?: string | undefined
}

type Request = Parameters<typeof callerOf>[0]
const actorOf = (staff: Staff, request: Request): ProfileActor => ({
  ...{ caller: callerOf(request), staffId: staff.staffId, name: staff.name },
})

/** The calls by which staff set up and look after imports. */
export function consoleImportRoutes(app: FastifyInstance, deps: ConsoleImportDeps): void {
  profileRoutes(app, deps)
  runRoutes(app, deps)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    staffRoute(scope, contract.uploadImportFile, ({ staff, query, body }) =>
      keepUpload(deps, staff.staffId, query.name, body as Readable | null),
    )
  })
  staffRoute(app, contract.guessImport, ({ staff, body }) => guessUploads(deps, staff, body))
  staffRoute(app, compareList, ({ staff, body }) => compareUploads(deps, staff, body))
  staffRoute(app, contract.previewImport, ({ staff, body }) => previewUploads(deps, staff, body))
  staffRoute(app, contract.beginImport, async ({ staff, body, request }) => ({
    runs: await beginRuns(deps, body, actorOf(staff, request)),
  }))
}

function profileRoutes(app: FastifyInstance, deps: ConsoleImportDeps): void {
  const { db, folder = null } = deps
  staffRoute(app, contract.listImportProfiles, async () => ({
    profiles: (await listProfiles(deps)).map(({ lastRun, ...profile }) => ({
      ...profile,
      lastRun: lastRun && shownRun(lastRun),
    })),
    folder,
  }))
  staffRoute(app, contract.showImportProfile, async ({ params: { name }, query }) => {
    const version = query.version === undefined ? undefined : Number(query.version)
    const stored = version === undefined ? await readProfile(deps, name) : await findProfileVersion(db, name, version)
    if (!stored) throw notFound()
    const { profile } = stored
    return {
      name,
      title: profile.title ?? null,
      version: stored.version,
      profile,
      versions: await selectVersions(db, name),
    }
  })
  staffRoute(app, contract.saveImportProfile, ({ staff, body: { profile }, request }) =>
    saveProfile(deps, profile, actorOf(staff, request)),
  )
  staffRoute(app, contract.renameImportProfile, async ({ staff, params: { name }, body, request }) => {
    await renameProfile(deps, { name, to: body.name }, actorOf(staff, request))
    return { message: translatable('imports.renamed') }
  })
  staffRoute(app, contract.deleteImportProfile, async ({ staff, params: { name }, request }) => {
    await deleteProfile(deps, name, actorOf(staff, request))
    return { message: translatable('imports.deleted') }
  })
}

function runRoutes(app: FastifyInstance, deps: ConsoleImportDeps): void {
  const { db, consolePool, clock } = deps
  staffRoute(app, contract.listImportRuns, async ({ query: { profile = null, ...query } }) => {
    const limit = parseLimit(query.limit)
    const [at, id] = readCursor(query.cursor, 'instant', 'id') ?? []
    const after = at !== undefined && id !== undefined ? { at, id } : undefined
    const rows = await selectRuns(db, { profile, limit: limit + 1, after, now: clock().toISOString() })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return { runs: rows.slice(0, limit).map(shownRun), nextCursor: last ? writeCursor(last.startedAt, last.id) : null }
  })
  staffRoute(app, contract.showImportRun, async ({ staff, params: { id } }) => {
    const found = await findRun(db, id, clock().toISOString())
    if (!found) throw notFound()
    const { isDry, problems, ...run } = found
    // Only finishRun writes them.
    const { errors = [], warnings = [] } = (problems ?? {}) as Partial<Pick<IngestReport, 'errors' | 'warnings'>>
    const [documents, undoing] = await Promise.all([selectRunDocuments(consolePool, staff, id), countUndone(db, id)])
    return { run: shownRun(run), isDry, errors, warnings, documents, undoing }
  })
  staffRoute(app, contract.undoImportRun, ({ staff, params: { id }, request }) =>
    undoNext(deps, id, actorOf(staff, request)),
  )
}
