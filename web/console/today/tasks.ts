import type { Today } from '#contract/console/today.ts'
import type { Target } from '#web/routing/routes.ts'
import { formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** Something that needs a person. */
export type Task = {
  key: string
  title: string
  /** Since when, in words. */
  since: string
  text?: string
  leads?: Target
  requests?: NonNullable<Today['requests']>['first']
}

type Pile = { count: number; oldestAt: string | null } | null
type Dated = Task & { at: string }

/** What needs a person, the oldest first. */
export function tasksOf(today: Today): Task[] {
  const { requests, unread, undelivered, refused, quarantine, silent, mails, jobs, backups, archive, registrations } =
    today
  const pile = (key: string, what: Pile, title: (count: number) => string, more: Partial<Task>): Dated[] =>
    what === null || what.count === 0 || what.oldestAt === null
      ? []
      : [{ key, title: title(what.count), at: what.oldestAt, since: sinceOf(what.oldestAt), ...more }]
  const tasks: Dated[] = [
    ...pile('requests', requests, (count) => t('today.requests', { count }), {
      leads: { to: '/requests' },
      requests: requests?.first ?? [],
    }),
    ...pile('undelivered', undelivered, (count) => t('today.undelivered', { count }), {
      requests: undelivered?.first ?? [],
    }),
    ...pile('unread', unread, (count) => t('today.unread', { count }), {
      leads: { to: '/requests', search: { view: 'unread' } },
    }),
    ...pile('refused', refused, (count) => t('today.refused', { count }), {
      leads: { to: '/intake', search: { tab: 'refused' } },
    }),
    ...pile('quarantine', quarantine, (count) => t('today.quarantine', { count }), {
      leads: { to: '/intake', search: { tab: 'waiting' } },
    }),
    ...pile('mails', mails, (count) => t('today.mails', { count }), {
      leads: { to: '/system' },
      ...(mails?.error ? { text: mails.error } : {}),
    }),
    ...pile('jobs', jobs, (count) => t('today.jobs', { count }), {
      leads: { to: '/system' },
      text: t('today.jobs.text'),
    }),
    ...pile('backups', backups, () => t('today.backups'), {
      leads: { to: '/system' },
      text: t('today.backups.text', { error: backups?.error ?? '' }),
    }),
    ...pile('archive', archive, () => t('today.archive'), {
      leads: { to: '/system' },
      text: t('today.archive.text', { error: archive?.error ?? '' }),
    }),
    ...pile('registrations', registrations, (count) => t('today.registrations', { count }), {
      leads: { to: '/people' },
    }),
    ...(silent?.sources ?? []).map(({ id, name, since }) => ({
      key: id,
      title: t('today.silent', { source: name ?? t('today.import') }),
      at: since,
      since: t('today.silentSince', { when: formatDate(since) }),
      leads: { to: '/intake' as const },
    })),
  ]
  return tasks.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const sinceOf = (instant: string) => t('today.since', { when: formatDate(instant) })
