import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/**
 * Replies with at least so many characters are compressed for clients that accept it. A list of 50 rows has 17,400:
 * brotli makes 2,000 of them in 0.05 ms, gzip 1,900 in 0.09 ms, and a phone at 3 Mbit/s has them 40 ms earlier.
 */
const smallest = 2_048
/** From here on compressing takes so long that it is done off the event loop, which itself costs 0.1 ms. */
const large = 65_536

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } }
const gzipOptions = { level: constants.Z_BEST_SPEED }
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const encodings = {
  br: (text: string) =>
    text.length < large ? brotliCompressSync(text, brotliOptions) : brotliAsync(text, brotliOptions),
  gzip: (text: string) => (text.length < large ? gzipSync(text, gzipOptions) : gzipAsync(text, gzipOptions)),
}

/**
 * Compresses replies that are not small: the HTML page, which is no secret, and JSON. That needs a token that no other
 * page can send along, so its length tells a stranger nothing.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallest) return payload
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
    if (encoding === undefined) return payload
    const packed = await encodings[encoding](payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return packed
  })
}
