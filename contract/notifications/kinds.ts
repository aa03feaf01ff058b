/** The kinds of notice, each with its severity. The settings page lists them in this order. */
export const noticeKinds = {
  'quotes.received': 'info',
  'quotes.revised': 'info',
  'quotes.answered': 'info',
  'quotes.approvalAsked': 'warn',
  'quotes.approvalAnswered': 'info',
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
  'shipments.return': 'info',
  'invoices.issued': 'info',
  'invoices.dueSoon': 'warn',
  'invoices.overdue': 'bad',
  'invoices.paid': 'good',
  'invoices.credited': 'info',
  'messages.answered': 'info',
  'messages.asked': 'warn',
  'messages.mentioned': 'info',
  'security.newDevice': 'warn',
  'security.password': 'warn',
  'security.secondFactor': 'warn',
  'security.mailRefused': 'bad',
} as const
export type NoticeKind = keyof typeof noticeKinds
/** Kinds about a person's own sign-in; each notice is shown by itself, never as a count. */
export type PersonalNoticeKind = Extract<NoticeKind, `security.${string}`>
export const noticeKindList = Object.keys(noticeKinds) as NoticeKind[]

/** Whether notices of a kind concern one person's own sign-in. */
export function isPersonal(kind: NoticeKind): kind is PersonalNoticeKind {
  return kind.startsWith('security.')
}

/** Whether notices of a kind tell what colleagues asked or answered among themselves, which the supplier does not read. */
export const isAmongColleagues = (kind: NoticeKind): boolean => kind.startsWith('quotes.approval')

/** How a person is notified: under the bell, by mail at once or once a day, by browser push. */
export const channels = ['portal', 'now', 'digest', 'push'] as const
export type Channel = (typeof channels)[number]

/** Whether notices of a kind have a mail of their own, which is sent in any case. */
export function isMailedAnyway(kind: NoticeKind): boolean {
  return kind.startsWith('messages.') || isPersonal(kind)
}

/**
 * Returns the channels for a person who has chosen none: all kinds under the bell, urgent ones also in the daily
 * digest, and what a colleague asks by mail at once.
 */
export function defaultChannels(kind: NoticeKind): Channel[] {
  // A colleague waits for it.
  if (kind === 'quotes.approvalAsked') return ['portal', 'now']
  const urgent = noticeKinds[kind] === 'warn' || noticeKinds[kind] === 'bad'
  return urgent && !isMailedAnyway(kind) ? ['portal', 'digest'] : ['portal']
}

/**
 * Returns the requested channels that a kind allows: a kind with its own mail has no other, and a mail at once replaces
 * the digest.
 */
export function allowedChannels(kind: NoticeKind, requested: readonly Channel[]): Channel[] {
  const chosen = channels.filter((channel) => requested.includes(channel))
  if (isMailedAnyway(kind)) return chosen.filter((channel) => channel === 'portal' || channel === 'push')
  return chosen.includes('now') ? chosen.filter((channel) => channel !== 'digest') : chosen
}

/** The hour of the daily digest in the person's time zone; the hour of reminders in the account's time zone. */
export const digestHour = 7
export const reminderHour = 6
