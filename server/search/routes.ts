import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { searchMessages as messagesEndpoint } from '#contract/search/messages.ts'
import { searchDocuments } from '#contract/search/search.ts'
import { viewerRoute } from '../http/register.ts'
import { searchMessages } from './messages.ts'
import { search } from './search.ts'

/** Registers the search over all documents, and that over what was written about them. */
export function searchRoutes(app: FastifyInstance, deps: { viewerPool: Pool; today: () => string }): void {
  viewerRoute(app, searchDocuments, ({ query, viewer }) => search(deps.viewerPool, viewer, query, deps.today()))
  viewerRoute(app, messagesEndpoint, ({ query, viewer }) => searchMessages(deps.viewerPool, viewer, query))
}
