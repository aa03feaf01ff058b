import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { searchMessages as messagesEndpoint } from '#contract/search/messages.ts'
import { searchDocuments } from '#contract/search/search.ts'
import { viewerRoute } from '../http/register.ts'
import { searchMessages } from './messages.ts'
import { search } from './search.ts'

type SearchRouteDeps = {
  viewerPool: Pool
  today: () => string
  /** Told of each search, and whether it found anything or may find it on a further page. */
  onSearch: (userId: string, text: string, found: boolean) => void
}

/** Registers the search over all documents, and that over what was written about them. */
export function searchRoutes(app: FastifyInstance, deps: SearchRouteDeps): void {
  viewerRoute(app, searchDocuments, async ({ query, viewer }) => {
    const reply = await search(deps.viewerPool, viewer, query, deps.today())
    // What is suggested while somebody types is no search yet, and a further page none of its own.
    if (!query.suggest && query.cursor === undefined && !viewer.viewedBy)
      deps.onSearch(viewer.userId, query.q, reply.hits.length > 0 || !reply.exact)
    return reply
  })
  viewerRoute(app, messagesEndpoint, ({ query, viewer }) => searchMessages(deps.viewerPool, viewer, query))
}
