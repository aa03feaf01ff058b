import type { FastifyInstance } from 'fastify'
import { makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import * as contract from '#contract/requests/return-endpoints.ts'
import { callerOf } from '#server/http/caller.ts'
import { ingestRoute, viewerRoute } from '#server/http/register.ts'
import type { ActDeps } from '../create-request.ts'
import { requireRequestOf } from '../list-requests.ts'
import { advanceReturn } from './advance-return.ts'
import { createReturn, listReturnableLines, type SentReturn } from './ask-return.ts'
import { showReturn } from './show-return.ts'

/** The routes by which customers return goods, and by which the supplier's systems say how far a return is. */
export function returnRoutes(app: FastifyInstance, deps: ActDeps): void {
  for (const endpoint of makeRequestEndpoints.filter(({ kind }) => kind === 'returnGoods'))
    viewerRoute(app, endpoint, ({ params, body, viewer, request }) => {
      const { key, seenVersion, ...content } = body as SentReturn & { key: string; seenVersion?: string }
      return createReturn(deps, viewer, { number: params.number, key, seenVersion, content }, callerOf(request))
    })

  viewerRoute(app, contract.listReturnable, ({ body, viewer }) => listReturnableLines(deps, viewer, body))
  viewerRoute(app, contract.showReturn, ({ params, viewer }) => showReturn(deps, viewer, params.number))
  ingestRoute(app, contract.advanceReturn, async ({ params, body, key, request }) => {
    await requireRequestOf(deps.db, key, params.id)
    return advanceReturn(deps, { id: params.id, ...body, caller: callerOf(request), keyId: key.id })
  })
}
