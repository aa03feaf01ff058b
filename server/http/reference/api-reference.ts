import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { anonymousPrincipal } from '../admission/admission.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApi } from './openapi.ts'

/** Serves the API reference: for people at /api/docs, for programs at /api/openapi.json. */
export function serveReference(app: FastifyInstance, title: () => string, version: string): void {
  serveCached(app, '/api/docs', 'text/html; charset=utf-8', title, docsPage)
  serveCached(
    app,
    '/api/docs.css',
    'text/css; charset=utf-8',
    () => '',
    () => docsStyle,
  )
  serveCached(app, '/api/openapi.json', 'application/json; charset=utf-8', title, (name) =>
    JSON.stringify(openApi(name, version)),
  )
}

/**
 * Serves a text that is rendered and compressed once for each title, on the first request, because anybody may ask for
 * it. It counts as a call, not as a visit only: it is long.
 */
function serveCached(
  app: FastifyInstance,
  path: string,
  type: string,
  title: () => string,
  render: (title: string) => string,
): void {
  let cached: { title: string; whole: Buffer; packed: Buffer } | undefined
  app.get(path, async (request, reply) => {
    await app.admission.count('stranger', anonymousPrincipal(request).id)
    const current = title()
    if (cached?.title !== current) {
      const whole = Buffer.from(render(current))
      cached = { title: current, whole, packed: gzipSync(whole) }
    }
    reply.type(type).header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(cached.whole)
    return reply.header('content-encoding', 'gzip').send(cached.packed)
  })
}
