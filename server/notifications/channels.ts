import { definitions } from '#contract/documents/types.ts'
import { allowedChannels, type Channel, defaultChannels, type NoticeKind } from '#contract/notifications/kinds.ts'
import { isRole, roles } from '#contract/permissions.ts'
import { nextTimeAt, wallClock } from '#contract/values/time-zone.ts'
import { documentTypes } from '#contract/values.ts'

/** What decides how a person is notified; `quietFrom` and `quietTo` in minutes after midnight in their time zone. */
export type ChannelSettings = {
  channels: Partial<Record<NoticeKind, Channel[]>>
  quietFrom: number | null
  quietTo: number | null
  /** No mails at all. */
  mailsEnded: boolean
}

/** What decides who may read a notice. */
export type NoticeAudience = {
  kind: NoticeKind
  type: string
  needsPrices: boolean
  userId: string | null
  happenedAt: string
}

export type FollowChoice = 'follow' | 'mute' | null

/** Whether a member may read a notice: by their role, since they joined, and alone where it is one person's own. */
export function mayReadNotice(
  person: { userId: string; role: string; since: string },
  notice: NoticeAudience,
): boolean {
  const permissions: readonly string[] = isRole(person.role) ? roles[person.role] : []
  const type = documentTypes.find((candidate) => candidate === notice.type)
  return (
    (notice.userId === null || notice.userId === person.userId) &&
    Date.parse(notice.happenedAt) >= Date.parse(person.since) &&
    (type === undefined || permissions.includes(definitions[type].permission)) &&
    (!notice.needsPrices || permissions.includes('prices'))
  )
}

/**
 * The channels for a kind of notice. What a person follows reaches them under the bell and by mail, whatever the kind.
 */
export function channelsOf(settings: ChannelSettings, kind: NoticeKind, choice: FollowChoice): Channel[] {
  if (choice === 'mute') return []
  const chosen = settings.channels[kind] ?? defaultChannels(kind)
  const channels = allowedChannels(kind, choice === 'follow' ? [...chosen, 'portal', 'now'] : chosen)
  return settings.mailsEnded ? channels.filter((channel) => channel !== 'now' && channel !== 'digest') : channels
}

/** The end of the quiet hours that a moment lies in; undefined when it lies in none. */
export function quietUntil({ quietFrom, quietTo }: ChannelSettings, timeZone: string, now: Date): Date | undefined {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return undefined
  const { minutes } = wallClock(timeZone, now)
  const sameDay = quietFrom < quietTo
  const isQuiet = sameDay ? minutes >= quietFrom && minutes < quietTo : minutes >= quietFrom || minutes < quietTo
  return isQuiet ? nextTimeAt(timeZone, quietTo, now) : undefined
}
