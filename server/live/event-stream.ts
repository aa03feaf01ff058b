import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The number of the last event that a page has received; undefined for one that has received none, or sends no number. */
export function lastEventIdOf(request: FastifyRequest): number | undefined {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

/** Answers with a stream of events, which stays open. */
export function sendEvents(reply: FastifyReply, stream: Readable): string {
  // Without this, a proxy might buffer the stream and hold events back.
  reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  // A handler returns what its endpoint describes, here text; Fastify has taken the stream and wants its reply back.
  return reply.send(stream) as unknown as string
}
