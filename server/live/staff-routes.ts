import type { FastifyInstance } from 'fastify'
import { followConsole } from '#contract/console/live.ts'
import { staffRoute } from '../http/register.ts'
import { createStaffStreams, type StaffStreamsDeps } from './staff-streams.ts'

/** Registers the live updates of the console's open pages. The streams end before the server does. */
export function staffLiveRoutes(app: FastifyInstance, deps: Omit<StaffStreamsDeps, 'log'>): void {
  const streams = createStaffStreams({ ...deps, log: app.log })
  app.addHook('preClose', () => streams.close())

  staffRoute(app, followConsole, async ({ staff, request, reply }) => {
    const header = request.headers['last-event-id']
    const lastEventId = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
    const stream = streams.open(staff, lastEventId)
    // Without this, a proxy might buffer the stream and hold events back.
    reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    return reply.send(stream) as unknown as string
  })
}
