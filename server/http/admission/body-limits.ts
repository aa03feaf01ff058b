import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError, translatable } from '#contract/errors.ts'
import { anonymousPrincipal } from './admission.ts'
import type { BodyPace, Limits } from './limits.ts'

type PendingBody = { callerId: string; pace: BodyPace; began: number; checkedAt: number; bytes: number }

/** Milliseconds between checks of pending bodies. */
const checkInterval = 1_000

/**
 * A body under way holds no place: a call enters its lane when its body is complete. This limits how many bodies one
 * caller may have under way, and how slowly they may arrive. `cut` ends the connection of a body that is too slow.
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
    // A call without a network connection has its whole body already.
    if (raw.complete || !hasBody(raw) || !(raw.socket instanceof Socket)) return done()
    const callerId = (request.principal ?? anonymousPrincipal(request)).id
    const count = countByCaller.get(callerId) ?? 0
    if (count >= limits.bodiesOfOne) {
      // The rest of the body is not worth reading.
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
  // When bytes are buffered, it is the portal that has not read them yet.
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
