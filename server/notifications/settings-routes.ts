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
} from '../../contract/notice-settings.ts'
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

/** How a person wants to be told, and the link in mails that ends them. */
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

  // Behind # it reaches no log and no referrer; mail programs that look ahead change nothing by it.
  openRoute(
    app,
    showUnsubscribe,
    async ({ query, reply }) =>
      reply.redirect(`/unsubscribe#${encodeURIComponent(query.token)}`, 303) as unknown as string,
  )

  void app.register(async (scope) => {
    // What mail programs post says that they mean it; nothing in it is read.
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
