import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/**
 * Replies from so many characters on are sent packed to who can unpack them: an order of thousands of lines, not a list,
 * which would cost more time to pack than a line saves.
 */
const large = 65_536

const gzipAsync = promisify(gzip)

/**
 * Packs large JSON replies, off the event loop. What is packed is known by a token that no other page can send along, so
 * its length tells a stranger nothing.
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
