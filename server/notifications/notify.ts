import type { Outbox } from '#contract/mail.ts'
import { type Channel, digestHour } from '#contract/notifications/kinds.ts'
import type { MailedNotice } from '#contract/notifications/text.ts'
import { nextTimeAt } from '#contract/values/time-zone.ts'
import type { Db } from '#database/transaction.ts'
import { channelsOf, type FollowChoice, mayReadNotice, quietUntil } from './channels.ts'
import {
  lockForNotifying,
  type Member,
  markNotified,
  type NotifiedAccount,
  type NotifiedMember,
  type PendingNotice,
  readChoicesByNotice,
  readMembers,
  readPendingNotices,
  scheduleTask,
  takeDigest,
} from './notify-queries.ts'
import type { NotificationJob, ScheduledTaskDeps } from './scheduled-tasks.ts'
import { unsubscribeToken } from './unsubscribe.ts'

export type NotifyDeps = ScheduledTaskDeps & { mail: Outbox<Db>; secrets: readonly string[] }

/** Older notices are no longer news: a server that was down for this long does not mail them. */
const freshDays = 3

type RoutedNotice = { notice: PendingNotice; channels: Channel[] }

/**
 * Mails and pushes what is new in an account to the members who want it, and records that in the same transaction: a
 * second run sends nothing again. Members in their quiet hours are notified when those end.
 */
export async function notifyAccount(deps: NotifyDeps, client: Db, accountId: string): Promise<void> {
  const account = await lockForNotifying(client, accountId)
  if (!account) return
  await notifyMembers(deps, client, { accountId, account }, await readMembers(client, accountId, deps.clock(), null))
}

type AccountScope = { accountId: string; account: NotifiedAccount }
type MemberScope = AccountScope & { person: Member }

async function notifyMembers(
  deps: NotifyDeps,
  client: Db,
  scope: AccountScope,
  members: readonly Member[],
): Promise<void> {
  const { accountId, account } = scope
  const now = deps.clock()
  const oldest = Math.min(...members.map(({ notifiedVersion }) => Number(notifiedVersion)))
  const notices = members.length === 0 ? [] : await readPendingNotices(client, accountId, oldest, freshSince(now))
  const notified: NotifiedMember[] = []
  let waitsUntil: Date | undefined
  for (const person of members) {
    const pending = notices.filter(({ firstVersion }) => Number(firstVersion) > Number(person.notifiedVersion))
    const routed = await routeNotices(client, accountId, person, pending)
    const quietEnd = quietUntil(person, person.timeZone ?? deps.timeZone, now)
    const toDigest = routed.filter(({ channels }) => channels.includes('digest')).map(({ notice }) => notice.id)
    if (toDigest.length > 0)
      await scheduleTask(client, {
        accountId,
        task: 'digest',
        userId: person.userId,
        dueAt: nextDigestAt(deps, person),
      })
    const hasImmediate = routed.some(({ channels }) => channels.includes('now') || channels.includes('push'))
    if (quietEnd && hasImmediate) {
      if (!waitsUntil || quietEnd < waitsUntil) waitsUntil = quietEnd
      continue
    }
    await notifyMember(deps, client, { ...scope, person }, routed)
    notified.push({ userId: person.userId, toDigest })
  }
  await markNotified(client, accountId, notified, account.version)
  if (waitsUntil) await scheduleTask(client, { accountId, task: 'notify', userId: null, dueAt: waitsUntil })
}

async function notifyMember(
  deps: NotifyDeps,
  client: Db,
  scope: MemberScope,
  routed: readonly RoutedNotice[],
): Promise<void> {
  const { accountId, person } = scope
  const noticesFor = (channel: Channel) =>
    routed.filter(({ channels }) => channels.includes(channel)).map((entry) => entry.notice)
  await mailNotices(deps, client, scope, 'notices', noticesFor('now'))
  const jobs = person.browsers.flatMap((sessionId) =>
    noticesFor('push').map(
      ({ id }): NotificationJob => ({ name: 'push', data: { accountId, sessionId, userId: person.userId, id } }),
    ),
  )
  if (jobs.length > 0) await deps.send(client, jobs)
}

/** Mails one person what was kept for their digest and what they still want by mail. */
export async function mailDigest(deps: NotifyDeps, client: Db, accountId: string, userId: string): Promise<void> {
  const account = await lockForNotifying(client, accountId)
  const now = deps.clock()
  const [person] = account ? await readMembers(client, accountId, now, userId) : []
  if (!account || !person) return
  const scope = { accountId, account }
  // What has waited for the end of their quiet hours belongs to the digest as well.
  await notifyMembers(deps, client, scope, [person])
  const routed = await routeNotices(
    client,
    accountId,
    person,
    await takeDigest(client, accountId, userId, freshSince(now)),
  )
  const digestNotices = routed.filter(({ channels }) => channels.includes('digest') || channels.includes('now'))
  await mailNotices(
    deps,
    client,
    { ...scope, person },
    'digest',
    digestNotices.map(({ notice }) => notice),
  )
}

const freshSince = (now: Date) => new Date(now.getTime() - freshDays * 86_400_000)

/** The notices that a person may and wants to read, with the channels of each. */
async function routeNotices(
  client: Db,
  accountId: string,
  person: Member,
  notices: readonly PendingNotice[],
): Promise<RoutedNotice[]> {
  const readable = notices.filter((notice) => mayReadNotice(person, notice))
  if (readable.length === 0) return []
  const ids = readable.map(({ id }) => id)
  const choices: Map<string, FollowChoice> = person.chooses
    ? await readChoicesByNotice(client, accountId, person.userId, ids)
    : new Map()
  return readable.map((notice) => ({
    notice,
    channels: channelsOf(person, notice.kind, choices.get(notice.id) ?? null),
  }))
}

/** The next morning in the person's time zone, after their quiet hours. */
function nextDigestAt({ clock, timeZone }: NotifyDeps, person: Member): Date {
  const zone = person.timeZone ?? timeZone
  const morning = nextTimeAt(zone, digestHour * 60, clock())
  return quietUntil(person, zone, morning) ?? morning
}

async function mailNotices(
  { mail, secrets }: NotifyDeps,
  client: Db,
  { accountId, account, person }: MemberScope,
  kind: 'notices' | 'digest',
  notices: readonly PendingNotice[],
): Promise<void> {
  const [first] = notices
  if (!first || person.refused) return
  await mail.send(client, {
    kind,
    to: { email: person.email, name: person.name },
    values: { account: account.name, count: String(notices.length) },
    path: '/profile/notifications',
    notices: notices.map(toMailedNotice),
    reader: { accountId, userId: person.userId },
    unsubscribe: unsubscribeToken(secrets, accountId, person.userId),
  })
}

function toMailedNotice({ kind, type, number, count, details, needsPrices, happenedAt }: PendingNotice): MailedNotice {
  return { kind, type, number, count, details, needsPrices, happenedAt }
}
