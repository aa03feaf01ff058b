import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError, sentence } from '../../contract/errors.ts'
import { stranger } from './admission.ts'
import type { BodyPace, Limits } from './limits.ts'

type Body = { by: string; pace: BodyPace; began: number; marked: number; bytes: number }

/** How often bodies under way are looked at. */
const round = 1_000

/**
 * Bodies under way hold no place: a call enters its lane when its body is whole. Here is limited how many one caller may
 * have under way, and how slowly they may come. `cut` ends the connection of one that comes too slowly.
 */
export function limitBodies(app: FastifyInstance, limits: Limits, cut: (request: IncomingMessage) => void): void {
  const underWay = new Map<IncomingMessage, Body>()
  const held = new Map<string, number>()
  let rounds: NodeJS.Timeout | undefined

  const over = (raw: IncomingMessage) => {
    const body = underWay.get(raw)
    if (!body || !underWay.delete(raw)) return
    const left = (held.get(body.by) ?? 1) - 1
    if (left > 0) held.set(body.by, left)
    else held.delete(body.by)
    if (underWay.size > 0 || rounds === undefined) return
    clearInterval(rounds)
    rounds = undefined
  }

  const look = () => {
    const now = performance.now()
    for (const [raw, body] of underWay) {
      if (!isTooSlow(raw, body, now)) continue
      over(raw)
      cut(raw)
    }
  }

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request
    // What is called without a network has its body in hand.
    if (raw.complete || !hasBody(raw) || !(raw.socket instanceof Socket)) return done()
    const by = (request.principal ?? stranger(request)).id
    const count = held.get(by) ?? 0
    if (count >= limits.bodiesOfOne) {
      // What is still to come is not worth reading.
      reply.header('connection', 'close')
      return done(new PortalError('too_many_requests', sentence('error.tooManyAtOnce'), { retryAfter: 2 }))
    }
    held.set(by, count + 1)
    const now = performance.now()
    underWay.set(raw, { by, pace: paceOf(request, limits), began: now, marked: now, bytes: raw.socket.bytesRead })
    raw.once('close', () => over(raw))
    rounds ??= setInterval(look, round).unref()
    done()
  })
  app.addHook('onClose', async () => clearInterval(rounds))
}

function isTooSlow(raw: IncomingMessage, body: Body, now: number): boolean {
  if (now - body.began > body.pace.whole) return true
  if (now - body.marked < body.pace.within) return false
  const bytes = raw.socket.bytesRead
  // With bytes in hand it is the portal that has not read on yet.
  const isSlow = bytes - body.bytes < body.pace.least && raw.readableLength === 0
  body.marked = now
  body.bytes = bytes
  return isSlow
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function paceOf({ routeOptions, headers }: FastifyRequest, { bodies }: Limits): BodyPace {
  if (routeOptions.config.access === 'ingest') return bodies.ingest
  return headers['content-type'] === 'application/octet-stream' ? bodies.file : bodies.call
}
