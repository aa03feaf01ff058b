import { definitions } from '../../contract/documents/types.ts'
import { type Channel, type NoticeKind, allowedChannels, defaultChannels } from '../../contract/notice-kinds.ts'
import { isRole, roles } from '../../contract/permissions.ts'
import { documentTypes } from '../../contract/values.ts'
import { nextTimeAt, wallClock } from '../../contract/zone.ts'

/** What decides how a person is told; `quietFrom` and `quietTo` in minutes after midnight by their clock. */
export type Wishes = {
  channels: Partial<Record<NoticeKind, Channel[]>>
  quietFrom: number | null
  quietTo: number | null
  /** No mails at all. */
  mailsEnded: boolean
}

/** What decides who may hear of a notice. */
export type Reach = { kind: NoticeKind; type: string; needsPrices: boolean; userId: string | null; happenedAt: string }

export type Choice = 'follow' | 'mute' | null

/** Whether a member may hear of a notice: by their role, since they came, and alone where it is one person's own affair. */
export function mayHear(person: { userId: string; role: string; since: string }, notice: Reach): boolean {
  const permissions: readonly string[] = isRole(person.role) ? roles[person.role] : []
  const type = documentTypes.find((one) => one === notice.type)
  return (
    (notice.userId === null || notice.userId === person.userId) &&
    Date.parse(notice.happenedAt) >= Date.parse(person.since) &&
    (type === undefined || permissions.includes(definitions[type].permission)) &&
    (!notice.needsPrices || permissions.includes('prices'))
  )
}

/** Where a person is told of a kind. What they follow reaches them under the bell and by mail whatever the kind. */
export function channelsOf(wishes: Wishes, kind: NoticeKind, choice: Choice): Channel[] {
  if (choice === 'mute') return []
  const own = wishes.channels[kind] ?? defaultChannels(kind)
  const wanted = allowedChannels(kind, choice === 'follow' ? [...own, 'portal', 'now'] : own)
  return wishes.mailsEnded ? wanted.filter((channel) => channel !== 'now' && channel !== 'digest') : wanted
}

/** When the quiet hours that a moment lies in are over; undefined when it lies in none. */
export function quietUntil({ quietFrom, quietTo }: Wishes, timeZone: string, now: Date): Date | undefined {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return undefined
  const { minutes } = wallClock(timeZone, now)
  const over = quietFrom < quietTo
  const quiet = over ? minutes >= quietFrom && minutes < quietTo : minutes >= quietFrom || minutes < quietTo
  return quiet ? nextTimeAt(timeZone, quietTo, now) : undefined
}
