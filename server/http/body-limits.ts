import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError, translatable } from '../../contract/errors.ts'
import { anonymousPrincipal } from './admission.ts'
import type { BodyPace, Limits } from './limits.ts'

type PendingBody = { callerId: string; pace: BodyPace; began: number; checkedAt: number; bytes: number }

/** How often bodies under way are looked at. */
const checkInterval = 1_000

/**
 * Bodies under way hold no place: a call enters its lane when its body is whole. Here is limited how many one caller may
 * have under way, and how slowly they may come. `cut` ends the connection of one that comes too slowly.
 */
export function limitBodies(app: FastifyInstance, limits: Limits, cut: (request: IncomingMessage) => void): void {
  const underWay = new Map<IncomingMessage, PendingBody>()
  const countByCaller = new Map<string, number>()
  let checkTimer: NodeJS.Timeout | undefined

  const finish = (raw: IncomingMessage) => {
    const body = underWay.get(raw)
    if (!body || !underWay.delete(raw)) return
    const remaining = (countByCaller.get(body.callerId) ?? 1) - 1
    if (remaining > 0) countByCaller.set(body.callerId, remaining)
    else countByCaller.delete(body.callerId)
    if (underWay.size > 0 || checkTimer === undefined) return
    clearInterval(checkTimer)
    checkTimer = undefined
  }

  const cutSlowBodies = () => {
    const now = performance.now()
    for (const [raw, body] of underWay) {
      if (!isTooSlow(raw, body, now)) continue
      finish(raw)
      cut(raw)
    }
  }

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request
    // What is called without a network has its body in hand.
    if (raw.complete || !hasBody(raw) || !(raw.socket instanceof Socket)) return done()
    const callerId = (request.principal ?? anonymousPrincipal(request)).id
    const count = countByCaller.get(callerId) ?? 0
    if (count >= limits.bodiesOfOne) {
      // What is still to come is not worth reading.
      reply.header('connection', 'close')
      return done(new PortalError('too_many_requests', translatable('error.tooManyAtOnce'), { retryAfter: 2 }))
    }
    countByCaller.set(callerId, count + 1)
    const now = performance.now()
    underWay.set(raw, {
      callerId,
      pace: paceOf(request, limits),
      began: now,
      checkedAt: now,
      bytes: raw.socket.bytesRead,
    })
    raw.once('close', () => finish(raw))
    checkTimer ??= setInterval(cutSlowBodies, checkInterval).unref()
    done()
  })
  app.addHook('onClose', async () => clearInterval(checkTimer))
}

function isTooSlow(raw: IncomingMessage, body: PendingBody, now: number): boolean {
  if (now - body.began > body.pace.whole) return true
  if (now - body.checkedAt < body.pace.within) return false
  const bytes = raw.socket.bytesRead
  // With bytes in hand it is the portal that has not read on yet.
  const isSlow = bytes - body.bytes < body.pace.least && raw.readableLength === 0
  body.checkedAt = now
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
