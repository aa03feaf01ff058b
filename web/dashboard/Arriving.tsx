import { arrivalList, type Dashboard } from '#contract/dashboard.ts'
import { toneOf } from '#contract/documents/types.ts'
import { documentPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { formatCount, formatRelative } from '../ui/format.ts'
import { formatWeekday } from '../ui/format-details.ts'
import { StatusDot } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { Reference } from '../ui/Values.tsx'
import { countedListPath } from './queries.ts'
import { WeekStrip } from './WeekStrip.tsx'

/** How many days list their shipments; of the others the week shows the count. */
const daysWithRows = 3
const mostRows = 4

/** The shipments expected within seven days: how many on each day, and those of the first. */
export function Arriving({ data }: { data: Dashboard }) {
  const days = data.arriving
  return (
    <Card title={t('dashboard.arriving')} padded={false}>
      {days.length === 0 && (
        <p className="border-t border-border px-4 py-6 text-muted sm:px-5">{t('dashboard.arriving.none')}</p>
      )}
      {days.length > 0 && <WeekStrip arriving={days} today={data.today} />}
      {days.slice(0, daysWithRows).map(({ day, count, rows }) => (
        <section key={day} aria-label={formatWeekday(day)} className="border-t border-border">
          <Link
            {...countedListPath(arrivalList(day))}
            className="flex items-baseline justify-between gap-3 px-4 pt-2.5 pb-1.5 outline-offset-[-2px] hover:bg-hover sm:px-5 pointer-coarse:py-3"
          >
            <h3 className="flex gap-2 text-sm font-medium">
              <bdi>{formatWeekday(day)}</bdi>
              <bdi className="font-normal text-muted">{formatRelative(day, data.today)}</bdi>
            </h3>
            <span className="tabular text-sm font-semibold">{formatCount(count)}</span>
          </Link>
          <Shipments rows={rows.slice(0, days.length > 2 ? 2 : mostRows)} />
        </section>
      ))}
    </Card>
  )
}

function Shipments({ rows }: { rows: Dashboard['arriving'][number]['rows'] }) {
  return (
    <ul className="pb-1.5">
      {rows.map((row) => (
        <li key={row.number}>
          <Link
            {...documentPath('shipments', row.number)}
            className="flex items-center gap-2.5 px-4 py-1.5 outline-offset-[-2px] hover:bg-hover sm:px-5 pointer-coarse:py-2.5"
          >
            <StatusDot tone={toneOf('shipments', row.status)} />
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
              <Reference>{row.number}</Reference>
              <span className="min-w-0 text-sm wrap-anywhere text-muted">
                {[row.customerReference, row.carrier].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={`shrink-0 text-sm ${row.late ? 'font-medium text-warn' : 'text-muted'}`}>
              {row.late ? t('dashboard.arriving.afterPromise') : label(`status.shipments.${row.status}`)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
