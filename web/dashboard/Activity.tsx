import { Fragment } from 'react'
import type { Dashboard } from '#contract/dashboard.ts'
import { toneOf } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { documentPath, requestsPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { useLocalToday } from '../ui/events/local-today.ts'
import { formatDate, formatDateExactly, formatRelative, isCalendarDate } from '../ui/format.ts'
import { formatTime } from '../ui/format-details.ts'
import { StatusDot } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { Reference } from '../ui/Values.tsx'
import { type ActivityEntry, byDayAndDeal } from './deals.ts'

/** The latest new and changed documents, and what was written about them; what is new since the last visit is marked. */
export function Activity({ data }: { data: Dashboard }) {
  const today = useLocalToday()
  const fresh = data.activity.filter(({ isNew }) => isNew).length
  return (
    <Card
      title={t('dashboard.activity')}
      padded={false}
      action={
        data.lastVisitAt !== null && (
          <span className="text-sm text-muted">{t('dashboard.activity.since', { count: fresh })}</span>
        )
      }
    >
      {data.activity.length === 0 && (
        <p className="border-t border-border px-4 py-6 text-muted sm:px-5">{t('dashboard.activity.none')}</p>
      )}
      {byDayAndDeal(data.activity).map(({ day, deals }) => (
        <Fragment key={day}>
          <h3 className="border-t border-border bg-sunken px-4 py-1.5 text-sm font-medium first-letter:uppercase sm:px-5">
            <time dateTime={day} title={formatDateExactly(day)}>
              {formatRelative(day, today) ?? formatDate(day)}
            </time>
          </h3>
          <ul>
            {deals.map(({ reference, entries }) => (
              <li key={keyOf(entries[0])} className="border-t border-border">
                {reference !== null && entries.length > 1 && (
                  <p className="px-4 pt-2 text-sm text-muted sm:px-5">
                    <bdi>{reference}</bdi>
                  </p>
                )}
                <ul>
                  {entries.map((entry) => (
                    <li key={keyOf(entry)}>
                      <Entry entry={entry} reference={entries.length > 1 ? null : reference} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </Card>
  )
}

const keyOf = (entry: ActivityEntry | undefined) =>
  `${entry?.type}/${entry?.number}/${entry?.message ? 'message' : 'change'}`

/** `reference`: that of its document, where it stands above no others. */
function Entry({ entry, reference }: { entry: ActivityEntry; reference: string | null }) {
  return (
    <Link
      {...pathOf(entry)}
      className="flex min-h-10 items-center gap-2.5 px-4 py-2 outline-offset-[-2px] hover:bg-hover sm:px-5"
    >
      <StatusDot
        tone={entry.type === 'account' || entry.status === null ? 'neutral' : toneOf(entry.type, entry.status)}
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="text-sm text-muted">{nameOf(entry)}</span>
        {entry.number !== null && <Reference>{entry.number}</Reference>}
        {reference !== null && <bdi className="text-sm text-muted">{reference}</bdi>}
        {entry.isNew && (
          <span className="rounded-full bg-info-bg px-2 text-xs font-medium text-info">
            <span className="sr-only">{t('dashboard.activity.new')}</span>
            <span aria-hidden>{t('dashboard.activity.came')}</span>
          </span>
        )}
        <bdi className="min-w-0 text-sm wrap-anywhere">{describeChange(entry)}</bdi>
      </span>
      {!isCalendarDate(entry.at) && (
        <time dateTime={entry.at} className="tabular shrink-0 text-sm text-muted">
          {formatTime(entry.at)}
        </time>
      )}
    </Link>
  )
}

/** The page of a document; what belongs to none is on the page of conversations. */
const pathOf = ({ type, number, status }: ActivityEntry) =>
  type === 'account' || number === null || status === null
    ? requestsPath({ conversations: 'true' })
    : documentPath(type, number)

const nameOf = ({ type, status }: ActivityEntry) =>
  type === 'account' || status === null ? t('dashboard.activity.account') : t(`type.${type}.one`)

/** What happened to a document, in one line. */
function describeChange({ type, status, change, message }: ActivityEntry): string {
  if (message) return describeMessage(message)
  if (type === 'account') return ''
  if (!change) return label(`status.${type}.${status}`)
  const field = t(`changed.${change.field}`)
  const [from, to] = [
    formatFieldValue(type, change.field, change.old),
    formatFieldValue(type, change.field, change.new),
  ]
  if (to === null) return t('dashboard.activity.gone', { field })
  return from === null
    ? t('dashboard.activity.became', { field, to })
    : t('dashboard.activity.change', { field, from, to })
}

function describeMessage({ side, by, asksBack }: NonNullable<ActivityEntry['message']>): string {
  const name = by ?? t(side === 'supplier' ? 'dashboard.activity.supplier' : 'dashboard.activity.colleague')
  if (side === 'customer') return t('dashboard.activity.wrote', { name })
  return t(asksBack ? 'dashboard.activity.asked' : 'dashboard.activity.answered', { name })
}

/** A value for display: codes are translated, dates formatted. */
function formatFieldValue(type: DocumentType, field: string, value: string | null): string | null {
  if (value === null) return null
  if (field === 'status') return label(`status.${type}.${value}`)
  if (['fulfilment', 'billing', 'payment'].includes(field)) return label(`word.${value}`)
  return isCalendarDate(value) ? formatDate(value) : value
}
