import type { FastifyInstance } from 'fastify'
import { followConsole } from '#contract/console/live.ts'
import { signedInStaffRoute } from '../http/register.ts'
import { lastEventIdOf, sendEvents } from './event-stream.ts'
import { createStaffStreams, type StaffStreamsDeps } from './staff-streams.ts'

/** Registers the live updates of the console's open pages. The streams end before the server does. */
export function staffLiveRoutes(app: FastifyInstance, deps: Omit<StaffStreamsDeps, 'log'>): void {
  const streams = createStaffStreams({ ...deps, log: app.log })
  app.addHook('preClose', () => streams.close())

  signedInStaffRoute(app, followConsole, async ({ staff, request, reply }) =>
    sendEvents(reply, streams.open(staff, lastEventIdOf(request))),
  )
}
