import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { showContactPicture, showDashboard } from '#contract/dashboard.ts'
import { notFound } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Listener, readAccountChange } from '#database/listen.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { viewerRoute } from '../http/register.ts'
import { selectContactPicture, selectContactStaff } from './contact-queries.ts'
import { buildDashboard, dashboardOf } from './dashboard.ts'
import { createDashboardCache } from './dashboard-cache.ts'
import { recordVisit } from './visits.ts'

type Deps = {
  viewerPool: Pool
  /** Of the role portal_server; stores when a member was here. */
  db: Pool
  clock: () => Date
  /** The supplier's calendar date. */
  today: () => string
  listener: Listener
}

/**
 * Registers the dashboard. Returns how the member of staff behind a contact is found, which conversations say beside
 * what is written there.
 */
export function dashboardRoutes(app: FastifyInstance, { viewerPool, db, clock, today, listener }: Deps) {
  const cache = createDashboardCache(viewerPool, buildDashboard, (onChange) => {
    const unsubscribe = listener.subscribe('account_changed', (payload) => {
      if (payload !== undefined) onChange(readAccountChange(payload))
    })
    app.addHook('preClose', async () => unsubscribe())
  })
  const findContact = (viewer: Viewer, email: string | null) => selectContactStaff(db, viewer.accountId, email, today())
  viewerRoute(app, showDashboard, ({ viewer }) =>
    dashboardOf(cache, viewer, today(), recordVisit(db, viewer, clock()), (email) => findContact(viewer, email)),
  )

  viewerRoute(app, showContactPicture, async ({ viewer, reply }) => {
    const { contact } = (await cache(viewer, today())).built
    // Of a contact without an e-mail nobody is known.
    const isKnown = contact === null || contact.email !== null
    const png = isKnown ? await selectContactPicture(db, viewer.accountId, contact?.email ?? null) : undefined
    if (!png) throw notFound()
    return reply.headers(attachmentHeaders('picture.png', 'image/png', 'inline')).send(png)
  })
  return { findContact }
}
