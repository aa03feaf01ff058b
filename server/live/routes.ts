import type { FastifyInstance } from 'fastify'
import { followChanges } from '#contract/live.ts'
import type { Listener } from '#database/listen.ts'
import { viewerRoute } from '../http/register.ts'
import { bearerOf } from '../http/viewer.ts'
import { createLiveUpdates } from './live-updates.ts'

/** Registers the live updates of open pages. The streams end before the server does. */
export function liveRoutes(app: FastifyInstance, { listener }: { listener: Listener }): void {
  const liveUpdates = createLiveUpdates({ listener, log: app.log })
  app.addHook('preClose', () => liveUpdates.close())

  viewerRoute(app, followChanges, async ({ viewer, request, reply }) => {
    const token = bearerOf(request) ?? ''
    const header = request.headers['last-event-id']
    const lastEventId = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
    const stream = liveUpdates.open(viewer, lastEventId, async () => (await app.verifyToken(token)) !== undefined)
    // Without this, a proxy might buffer the stream and hold events back.
    reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    return reply.send(stream) as unknown as string
  })
}
