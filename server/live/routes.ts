import type { FastifyInstance } from 'fastify'
import { followChanges } from '#contract/live.ts'
import type { Listener } from '#database/listen.ts'
import { viewerRoute } from '../http/register.ts'
import { bearerOf } from '../http/viewer.ts'
import { lastEventIdOf, sendEvents } from './event-stream.ts'
import { createLiveUpdates } from './live-updates.ts'

/** Registers the live updates of open pages. The streams end before the server does. */
export function liveRoutes(app: FastifyInstance, { listener }: { listener: Listener }): void {
  const liveUpdates = createLiveUpdates({ listener, log: app.log })
  app.addHook('preClose', () => liveUpdates.close())

  viewerRoute(app, followChanges, async ({ viewer, request, reply }) => {
    const token = bearerOf(request) ?? ''
    const isValid = async () => (await app.verifyToken(token)) !== undefined
    return sendEvents(reply, liveUpdates.open(viewer, lastEventIdOf(request), isValid))
  })
}
