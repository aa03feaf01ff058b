import type { FastifyInstance } from 'fastify'
import { PortalError, sentence } from '../../contract/errors.ts'

/** What one request may take; all in milliseconds or bytes. */
export const limits = {
  /** For the body of an ordinary call; the ERP's streams may take their time, idle ones are cut after connectionTimeout. */
  bodyTimeout: 15_000,
  /** For a file, which a phone may send slowly. */
  fileTimeout: 180_000,
  headersTimeout: 10_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 65_000,
  bodyBytes: 256 * 1024,
  maxConnections: 5_000,
  /** Requests at work at once; what comes on top is told to come back, before the queue grows past usefulness. */
  inFlight: 256,
} as const

/** Refuses requests beyond the limit at once with 503, so that those at work finish quickly. Health checks pass. */
export function limitInFlight(app: FastifyInstance, most: number = limits.inFlight): void {
  let atWork = 0
  const counted = new WeakSet<object>()
  app.addHook('onRequest', async (request) => {
    // Pages that are open follow what changes for hours and are no work; how many may is decided there.
    if (request.url.startsWith('/api/health/') || request.url === '/api/live') return
    if (atWork >= most) {
      throw new PortalError('unavailable', sentence('error.busy'), { retryAfter: 2 })
    }
    atWork++
    counted.add(request)
  })
  const done = (request: object) => {
    if (counted.delete(request)) atWork--
  }
  app.addHook('onResponse', async (request) => done(request))
  app.addHook('onRequestAbort', async (request) => done(request))
}

/** Cuts off a caller who sends the body of an ordinary call drop by drop. */
export function limitBodyTime(app: FastifyInstance): void {
  const waiting = new WeakMap<object, NodeJS.Timeout>()
  app.addHook('onRequest', async (request) => {
    const { raw, url, headers } = request
    const time = headers['content-type'] === 'application/octet-stream' ? limits.fileTimeout : limits.bodyTimeout
    if (raw.complete || raw.method === 'GET' || url.startsWith('/api/ingest/')) return
    waiting.set(
      request,
      setTimeout(() => raw.destroy(), time),
    )
  })
  const arrived = async (request: object) => clearTimeout(waiting.get(request))
  app.addHook('preHandler', arrived)
  app.addHook('onResponse', arrived)
  app.addHook('onRequestAbort', arrived)
}
