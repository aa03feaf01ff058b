import type { FastifyInstance } from 'fastify'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApi } from './openapi.ts'

/** The API described for people at /api/docs and for programs at /api/openapi.json. */
export function serveReference(app: FastifyInstance, title: string): void {
  const page = docsPage(title)
  const description = JSON.stringify(openApi(title))
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  )
}
