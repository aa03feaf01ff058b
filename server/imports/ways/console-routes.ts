import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import * as contract from '#contract/console/import-ways.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '#server/http/caller.ts'
import { staffRoute } from '#server/http/register.ts'
import { readWay, saveWay, tryFolder } from './ways.ts'

type Deps = { db: Pool; clock: () => Date; newId: () => string; folder?: string | undefined }

/** The calls by which staff look after the watched folder and the call. */
export function wayRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, contract.showImportWay, ({ params }) => readWay(deps, params))
  staffRoute(app, contract.saveImportWay, async ({ staff, params, body, request }) => {
    const actor = { caller: callerOf(request), staffId: staff.staffId, name: staff.name }
    await saveWay(deps, { ...params, ...body }, actor)
    return { message: translatable('imports.way.saved') }
  })
  staffRoute(app, contract.tryImportFolder, ({ params: { profile } }) => tryFolder(deps, profile))
}
