import type { ECDH } from 'node:crypto'
import type { Pool } from 'pg'
import { definitions } from '#contract/documents/types.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import {
  allowedChannels,
  type Channel,
  defaultChannels,
  isMailedAnyway,
  type NoticeKind,
  noticeKindList,
} from '#contract/notifications/kinds.ts'
import { maxNoticeChoices, type NoticeChoice, type NoticeSettings } from '#contract/notifications/settings.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { publicPushKey, type Subscription } from './push-message.ts'
import { hasSubscription, upsertSubscription } from './push-queries.ts'
import {
  deleteRefusalOfUser,
  readChoices,
  readSettings,
  saveChoice,
  subjectExists,
  upsertSettings,
} from './settings-queries.ts'
import { readUnsubscribeToken } from './unsubscribe.ts'

export type SettingsDeps = {
  db: Pool
  clock: () => Date
  /** The server's time zone. */
  timeZone: string
  secrets: readonly string[]
  pushKeys: ECDH
  /** Whether an address belongs to a push service that the portal may call. */
  takesPushes: (address: string) => boolean
}

const mayRead = (viewer: Viewer, type: string) => {
  const documentType = documentTypes.find((candidate) => candidate === type)
  return documentType === undefined || viewer.permissions.has(definitions[documentType].permission)
}

/** The viewer's notification settings in their account, for the kinds of notice that their role may see. */
export async function settingsOf(deps: SettingsDeps, viewer: Viewer): Promise<NoticeSettings> {
  const [row, on] = await Promise.all([readSettings(deps.db, viewer), hasSubscription(deps.db, viewer.sessionId)])
  if (!row) throw new PortalError('not_signed_in', translatable('error.signIn'))
  const { channels, quietFrom, quietTo, timeZone, mailRefusedAt, mailsEnded } = row
  return {
    kinds: noticeKindList
      // Refused mails are always shown in the portal.
      .filter((kind) => kind !== 'security.mailRefused' && mayRead(viewer, kind.split('.')[0] ?? ''))
      .map((kind) => ({
        kind,
        channels: allowedChannels(kind, channels[kind] ?? defaultChannels(kind)),
        mailedAnyway: isMailedAnyway(kind),
      })),
    quiet: quietFrom === null || quietTo === null ? null : { from: formatClock(quietFrom), to: formatClock(quietTo) },
    timeZone: timeZone ?? deps.timeZone,
    mailRefusedAt,
    mailsEnded,
    push: { key: publicPushKey(deps.pushKeys), on },
  }
}

const formatClock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

function parseClock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

export type SettingsInput = {
  kinds?: readonly { kind: NoticeKind; channels: readonly Channel[] }[]
  quiet?: { from: string; to: string } | null
  mailAgain?: true
}

/** Stores the given settings and returns all of them as they are then. */
export async function changeSettings(
  deps: SettingsDeps,
  viewer: Viewer,
  input: SettingsInput,
): Promise<NoticeSettings> {
  const { kinds, quiet, mailAgain } = input
  const channels = Object.fromEntries(
    (kinds ?? []).map((setting) => [setting.kind, allowedChannels(setting.kind, setting.channels)]),
  )
  await upsertSettings(deps.db, viewer, {
    channels,
    quiet: quiet && { from: parseClock(quiet.from), to: parseClock(quiet.to) },
    mailsEnded: mailAgain ? false : undefined,
  })
  if (mailAgain) await deleteRefusalOfUser(deps.db, viewer.userId)
  return settingsOf(deps, viewer)
}

/** What the viewer follows or has muted and their role may see, latest first. */
export async function choicesOf({ db }: Pick<SettingsDeps, 'db'>, viewer: Viewer): Promise<NoticeChoice[]> {
  const rows = await readChoices(db, viewer)
  return rows
    .map(({ subject, key, choice }): NoticeChoice => {
      if (subject === 'item') return { subject, type: null, key, choice }
      const slash = key.indexOf('/')
      return { subject, type: key.slice(0, slash) as DocumentType, key: key.slice(slash + 1), choice }
    })
    .filter(({ type }) => type === null || mayRead(viewer, type))
}

/** Follows or mutes. Throws not_found for what the viewer cannot see, conflict when they have made too many choices. */
export async function followOrMute(
  deps: Pick<SettingsDeps, 'db' | 'clock'>,
  viewer: Viewer,
  input: { subject: 'document' | 'item'; type?: DocumentType; key: string; choice: 'follow' | 'mute' | null },
): Promise<NoticeChoice[]> {
  const { subject, type, choice } = input
  if (subject === 'document' ? !type || !mayRead(viewer, type) : !viewer.permissions.has('items.read')) throw notFound()
  const key = subject === 'document' ? `${type}/${input.key}` : input.key
  if (choice !== null) {
    if (!(await subjectExists(deps.db, viewer, subject, key))) throw notFound()
    const chosen = await readChoices(deps.db, viewer)
    const isNew = !chosen.some((one) => one.subject === subject && one.key === key)
    if (isNew && chosen.length >= maxNoticeChoices) {
      throw new PortalError('conflict', translatable('notices.tooManyChoices', { most: maxNoticeChoices }))
    }
  }
  await saveChoice(deps.db, viewer, { subject, key, choice, now: deps.clock() })
  return choicesOf(deps, viewer)
}

/**
 * Starts pushes to the browser of the viewer's session. Throws invalid_input for an endpoint of no known push service.
 */
export async function subscribeToPush(deps: SettingsDeps, viewer: Viewer, subscription: Subscription): Promise<void> {
  if (!deps.takesPushes(subscription.endpoint)) {
    const message = translatable('notices.pushService')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'endpoint', message }] })
  }
  const { sessionId, userId } = viewer
  await upsertSubscription(deps.db, { sessionId, userId, now: deps.clock() }, subscription)
}

/** Ends the mails that a link belongs to. Throws invalid_input for a link that the portal did not make. */
export async function unsubscribeByToken(
  { db, secrets }: Pick<SettingsDeps, 'db' | 'secrets'>,
  token: string,
): Promise<void> {
  const recipient = readUnsubscribeToken(secrets, token)
  if (!recipient) throw new PortalError('invalid_input', translatable('notices.badLink'))
  // A person who has left the account gets no mails of it anyway.
  await upsertSettings(db, recipient, { mailsEnded: true })
}
