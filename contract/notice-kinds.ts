/** What a person is told of, and how much it asks for attention. The order is that of the settings. */
export const noticeKinds = {
  'quotes.received': 'info',
  'quotes.revised': 'info',
  'quotes.answered': 'info',
  'quotes.expiring': 'warn',
  'quotes.expired': 'info',
  'orders.confirmed': 'info',
  'orders.changed': 'info',
  'orders.dateChanged': 'warn',
  'orders.onHold': 'warn',
  'orders.cancelled': 'warn',
  'orders.completed': 'good',
  'shipments.despatched': 'info',
  'shipments.estimateChanged': 'warn',
  'shipments.exception': 'warn',
  'shipments.outForDelivery': 'info',
  'shipments.delivered': 'good',
  'shipments.failed': 'bad',
  'shipments.late': 'bad',
  'invoices.issued': 'info',
  'invoices.dueSoon': 'warn',
  'invoices.overdue': 'bad',
  'invoices.paid': 'good',
  'invoices.credited': 'info',
  'messages.answered': 'info',
  'security.newDevice': 'warn',
  'security.password': 'warn',
  'security.secondFactor': 'warn',
  'security.mailRefused': 'bad',
} as const
export type NoticeKind = keyof typeof noticeKinds
/** Of one person's own sign-in: told by themselves, never counted together. */
export type PersonalNoticeKind = Extract<NoticeKind, `security.${string}`>
export const noticeKindList = Object.keys(noticeKinds) as NoticeKind[]

/** Whether a kind is one person's own affair. */
export function isPersonal(kind: NoticeKind): kind is PersonalNoticeKind {
  return kind.startsWith('security.')
}

/** Where a person is told: under the bell, by a mail at once or once a day, by their browser. */
export const channels = ['portal', 'now', 'digest', 'push'] as const
export type Channel = (typeof channels)[number]

/** Whether a kind has a letter of its own, which is mailed in any case. */
export function isMailedAnyway(kind: NoticeKind): boolean {
  return kind === 'messages.answered' || isPersonal(kind)
}

/** Where a person is told who has chosen nothing: all under the bell, and what asks for attention once a day by mail. */
export function defaultChannels(kind: NoticeKind): Channel[] {
  const urgent = noticeKinds[kind] === 'warn' || noticeKinds[kind] === 'bad'
  return urgent && !isMailedAnyway(kind) ? ['portal', 'digest'] : ['portal']
}

/** The channels of a kind as they can be: what has its own letter is mailed by that alone, and a mail comes once. */
export function allowedChannels(kind: NoticeKind, requested: readonly Channel[]): Channel[] {
  const chosen = channels.filter((channel) => requested.includes(channel))
  if (isMailedAnyway(kind)) return chosen.filter((channel) => channel === 'portal' || channel === 'push')
  return chosen.includes('now') ? chosen.filter((channel) => channel !== 'digest') : chosen
}

/** The hour, by a person's clock, of the daily digest; by an account's clock that of what the calendar brings about. */
export const digestHour = 7
export const reminderHour = 6
