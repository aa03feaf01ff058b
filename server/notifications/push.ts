import type { ECDH } from 'node:crypto'
import { directionOf } from '#contract/languages.ts'
import { noticeKinds } from '#contract/notifications/kinds.ts'
import { noticePath } from '#contract/notifications/notice-act.ts'
import { noticeText } from '#contract/notifications/text.ts'
import { wallClock } from '#contract/values/time-zone.ts'
import type { Db } from '#database/transaction.ts'
import { channelsOf, mayReadNotice } from './channels.ts'
import { readChoicesByNotice, readMembers, readNotice, readSubjectPresence } from './notify-queries.ts'
import { type PushRequest, pushRequest, topicOf } from './push-message.ts'
import { deleteSubscription, readBrowserSubscription } from './push-queries.ts'

export type PushJobDeps = {
  clock: () => Date
  /** The server's time zone. */
  timeZone: string
  random: (size: number) => Buffer
  keys: ECDH
  contact: string
  /** Sends a request to a push service and returns the status of its answer. Throws when there is no answer. */
  post: (request: PushRequest) => Promise<number>
}

/** What the browser shows, and the path to open on a click. A message replaces a shown one with the same `tag`. */
export type PushMessage = { title: string; body: string; path: string; tag: string; lang: string; dir: 'ltr' | 'rtl' }

/** A push service takes 4 kB; a reason can be longer than that, and no browser shows all of it. */
const maxBodyLength = 400

/**
 * Pushes one notice to the browser of one session, if it still holds and its person still may and wants to read it there. Deletes the
 * subscription of a browser that is gone; throws when the push service cannot take the message now.
 */
export async function pushNotice(
  deps: PushJobDeps,
  client: Db,
  { accountId, sessionId, userId, id }: { accountId: string; sessionId: string; userId: string; id: string },
): Promise<void> {
  const now = deps.clock()
  const browser = await readBrowserSubscription(client, accountId, sessionId, now)
  const notice = await readNotice(client, accountId, id)
  const [person] = await readMembers(client, accountId, now, userId)
  if (!browser || !notice || !person || !mayReadNotice(person, notice)) return
  const choices = await readChoicesByNotice(client, accountId, userId, [id])
  if (!channelsOf(person, notice.kind, choices.get(id) ?? null).includes('push')) return
  const [holds] = await readSubjectPresence(client, accountId, [notice], wallClock(deps.timeZone, now).day)
  if (!holds) return
  const language = browser.language ?? 'en'
  const { title, message } = noticeText(notice, language)
  const payload: PushMessage = {
    title,
    body: message.length > maxBodyLength ? `${message.slice(0, maxBodyLength)}…` : message,
    path: noticePath(notice),
    tag: id,
    lang: language,
    dir: directionOf(language),
  }
  const { keys, contact, random } = deps
  const options = { topic: topicOf(id), urgency: noticeKinds[notice.kind] === 'bad' ? 'high' : 'normal' } as const
  const status = await deps.post(pushRequest({ keys, contact, random, now }, browser, JSON.stringify(payload), options))
  if (status === 404 || status === 410 || status === 403) return deleteSubscription(client, sessionId)
  if (status >= 400) throw new Error(`The push service answered ${status}`)
}
