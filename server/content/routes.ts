import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { dismissAnnouncement, listAnnouncements, listSignInAnnouncements } from '#contract/announcements/endpoints.ts'
import { languageOf } from '../http/caller.ts'
import { openRoute, viewerRoute } from '../http/register.ts'
import { dismiss, inLanguage, readAnnouncements, runningFor } from './announcements.ts'
import type { Published } from './published.ts'

/** The calls by which customers read what the supplier announces, and put it away. */
export function announcementRoutes(
  app: FastifyInstance,
  deps: { db: Pool; published: Published; clock: () => Date },
): void {
  viewerRoute(app, listAnnouncements, async ({ viewer, request }) => ({
    announcements: (await readAnnouncements(deps, viewer)).map((one) => inLanguage(one, languageOf(request) ?? 'en')),
  }))
  viewerRoute(app, dismissAnnouncement, async ({ viewer, params }) => {
    await dismiss(deps, viewer, params.id)
    return {}
  })
  openRoute(app, listSignInAnnouncements, async ({ request }) => ({
    announcements: runningFor(deps, 'signIn').map((one) => inLanguage(one, languageOf(request) ?? 'en')),
  }))
}
