import type { FastifyInstance } from 'fastify'
import { translatable } from '#contract/errors.ts'
import { changePreferences, showProfile, switchAccount } from '#contract/profile/endpoints.ts'
import { acceptTerms as acceptance } from '#contract/terms.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { type AcceptTermsDeps, acceptTerms } from './accept-terms.ts'
import { savePreferences } from './preferences.ts'
import { type ProfileDeps, readProfile } from './profile.ts'

/** `db` has the role portal_server: a person may have more accounts than the viewer's. */
export type ProfileRoutesDeps = AcceptTermsDeps &
  Pick<ProfileDeps, 'isAnnounced'> & {
    /** Returns the access token for another account of the same person. */
    switchAccount: (
      viewer: { userId: string; sessionId: string },
      number: string,
      caller: ReturnType<typeof callerOf>,
    ) => Promise<string>
  }

/** Endpoints for the signed-in person and the switch of account. */
export function profileRoutes(app: FastifyInstance, deps: ProfileRoutesDeps): void {
  viewerRoute(app, showProfile, async ({ viewer }) => readProfile(deps, viewer))

  viewerRoute(app, changePreferences, async ({ viewer, body }) => {
    await savePreferences(deps.db, viewer.userId, body)
    return {}
  })

  viewerRoute(app, switchAccount, async ({ viewer, body, request }) => ({
    token: await deps.switchAccount(viewer, body.number, callerOf(request)),
  }))

  viewerRoute(app, acceptance, async ({ viewer, body, request }) => {
    await acceptTerms(deps, viewer, { version: body.version, caller: callerOf(request) })
    return { message: translatable('thanks') }
  })
}
