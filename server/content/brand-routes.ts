import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/brand.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { staffRoute } from '../http/register.ts'
import type { ContentDeps } from './acts.ts'
import { restoreBrandAsStaff, saveBrandAsStaff, showBrandToStaff } from './brand.ts'

/** The routes by which staff choose the portal's name, colour and logo. */
export function brandRoutes(app: FastifyInstance, deps: ContentDeps): void {
  const saved = () => ({ message: translatable('content.saved') })
  staffRoute(app, contract.showBrand, () => showBrandToStaff(deps))
  staffRoute(app, contract.saveBrand, async ({ staff, body, request }) => {
    await saveBrandAsStaff(deps, body, { staff, caller: callerOf(request) })
    return saved()
  })
  staffRoute(app, contract.restoreBrand, async ({ staff, body: { id }, request }) => {
    await restoreBrandAsStaff(deps, id, { staff, caller: callerOf(request) })
    return saved()
  })
}
