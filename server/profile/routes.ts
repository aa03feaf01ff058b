import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { showProfile, switchAccount } from '../../contract/profile.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { profileOf } from './profile.ts'

export type ProfileRoutesDeps = {
  /** Of the role portal_server: a person's accounts are more than the one the viewer is in. */
  db: Pool
  /** Gives the access token for another account of the same person. */
  switchAccount: (
    viewer: { userId: string; sessionId: string },
    number: string,
    caller: ReturnType<typeof callerOf>,
  ) => Promise<string>
}

/** Who is signed in, and the change to another account. */
export function profileRoutes(app: FastifyInstance, deps: ProfileRoutesDeps): void {
  viewerRoute(app, showProfile, async ({ viewer }) => profileOf(deps.db, viewer))

  viewerRoute(app, switchAccount, async ({ viewer, body, request }) => ({
    token: await deps.switchAccount(viewer, body.number, callerOf(request)),
  }))
}
