import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/file-sources.ts'
import type { Staff } from '#contract/console/staff.ts'
import { notFound, translatable } from '#contract/errors.ts'
import { callerOf } from '#server/http/caller.ts'
import { staffRoute } from '#server/http/register.ts'
import type { ProfileActor } from '../profiles.ts'
import { listWays } from '../ways/ways.ts'
import { selectLastEntries } from './entry-queries.ts'
import { makeDue } from './queries.ts'
import { deleteSource, listSources, readSource, saveSource, statusOf } from './sources.ts'
import { type TryDeps, trySource } from './try-source.ts'

type Deps = TryDeps & {
  /** The folder that is watched; unset: none is. */
  folder?: string | undefined
  /** Has what is due looked at. */
  lookNow: () => void
}

const actorOf = (staff: Staff, request: Parameters<typeof callerOf>[0]): ProfileActor => ({
  ...{ caller: callerOf(request), staffId: staff.staffId, name: staff.name },
})

/** The calls by which staff look after the sources of files. */
export function sourceRoutes(app: FastifyInstance, { folder, lookNow, ...deps }: Deps): void {
  const { db, clock } = deps
  staffRoute(app, contract.listFileSources, async () => ({
    ...{ sources: await listSources(db), folder: folder ?? null, ways: await listWays({ db, clock, folder }) },
  }))
  staffRoute(app, contract.showFileSource, async ({ params: { name } }) => {
    const row = await readSource(db, name)
    return { status: statusOf(row), entries: await selectLastEntries(db, row.id) }
  })
  staffRoute(app, contract.saveFileSource, async ({ staff, body, request }) => {
    await saveSource(deps, body, actorOf(staff, request))
    lookNow()
    return { message: translatable('imports.source.saved') }
  })
  staffRoute(app, contract.tryFileSource, ({ body }) => trySource(deps, body))
  staffRoute(app, contract.lookAtFileSource, async ({ params: { name } }) => {
    if (!(await makeDue(db, name, clock().toISOString()))) throw notFound()
    lookNow()
    return { message: translatable('imports.source.looking') }
  })
  staffRoute(app, contract.deleteFileSource, async ({ staff, params: { name }, request }) => {
    await deleteSource(deps, name, actorOf(staff, request))
    return { message: translatable('imports.source.deleted') }
  })
}
