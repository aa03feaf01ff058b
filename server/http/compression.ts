import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/**
 * Replies with at least so many characters are compressed for clients that accept it: an order of thousands of lines,
 * but not a list, which would take more time to compress than that saves in sending.
 */
const large = 65_536

const gzipAsync = promisify(gzip)

/**
 * Compresses large JSON replies, off the event loop. They need a token that no other page can send along, so their
 * length tells a stranger nothing.
 */
export function compressLargeReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < large) return done(null, payload)
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return done(null, payload)
    gzipAsync(payload, { level: constants.Z_BEST_SPEED }).then(
      (packed) => {
        reply.header('content-encoding', 'gzip').removeHeader('content-length')
        done(null, packed)
      },
      (error: Error) => done(error),
    )
  })
}
