import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { searchDocuments } from '#contract/search/search.ts'
import { viewerRoute } from '../http/register.ts'
import { search } from './search.ts'

/** Registers the search over all documents. */
export function searchRoutes(app: FastifyInstance, deps: { viewerPool: Pool; today: () => string }): void {
  viewerRoute(app, searchDocuments, ({ query, viewer }) => search(deps.viewerPool, viewer, query, deps.today()))
}
