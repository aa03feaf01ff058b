import type { FastifyInstance } from 'fastify'
import {
  changeNoticeSettings,
  chooseNotices,
  listNoticeChoices,
  showNoticeSettings,
  showUnsubscribe,
  startPush,
  stopPush,
  unsubscribe,
} from '#contract/notifications/settings.ts'
import { openRoute, viewerRoute } from '../http/register.ts'
import { deleteSubscription } from './push-queries.ts'
import {
  changeSettings,
  choicesOf,
  followOrMute,
  type SettingsDeps,
  settingsOf,
  subscribeToPush,
  unsubscribeByToken,
} from './settings.ts'

/** The routes of a person's notification settings, and of the unsubscribe link in mails. */
export function noticeSettingsRoutes(app: FastifyInstance, deps: SettingsDeps): void {
  viewerRoute(app, showNoticeSettings, ({ viewer }) => settingsOf(deps, viewer))
  viewerRoute(app, changeNoticeSettings, ({ viewer, body }) => changeSettings(deps, viewer, body))
  viewerRoute(app, listNoticeChoices, ({ viewer }) => choicesOf(deps, viewer))
  viewerRoute(app, chooseNotices, ({ viewer, body }) => followOrMute(deps, viewer, body))

  viewerRoute(app, startPush, async ({ viewer, body }) => {
    await subscribeToPush(deps, viewer, body)
    return {}
  })

  viewerRoute(app, stopPush, async ({ viewer }) => {
    await deleteSubscription(deps.db, viewer.sessionId)
    return {}
  })

  // A token after # reaches no log and no referrer, and mail programs that prefetch links change nothing.
  openRoute(
    app,
    showUnsubscribe,
    async ({ query, reply }) =>
      reply.redirect(`/unsubscribe#${encodeURIComponent(query.token)}`, 303) as unknown as string,
  )

  void app.register(async (scope) => {
    // The POST of a mail program (one-click unsubscribe) is consent enough; its body is not read.
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null, {}),
    )
    openRoute(scope, unsubscribe, async ({ query }) => {
      await unsubscribeByToken(deps, query.token)
      return {}
    })
  })
}
