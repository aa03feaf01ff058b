import { arrivalList, type Dashboard, plusDays } from '#contract/dashboard.ts'
import { Link } from '../routing/Link.tsx'
import { formatCount } from '../ui/format.ts'
import { formatDayOfMonth, formatWeekday, formatWeekdayName } from '../ui/format-details.ts'
import { t } from '../ui/text.ts'
import { countedListPath } from './queries.ts'

const daysAhead = 7
const cellClass = 'flex min-h-16 min-w-0 flex-col items-center justify-center gap-0.5 py-2 text-sm'

/** How many shipments are expected on each of the next seven days, with a link to those of the day. */
export function WeekStrip({ arriving, today }: Pick<Dashboard, 'arriving' | 'today'>) {
  const days = Array.from({ length: daysAhead }, (_, index) => plusDays(today, index))
  const countOf = new Map(arriving.map(({ day, count }) => [day, count]))
  return (
    <ol className="grid grid-cols-7 border-t border-border">
      {days.map((day) => (
        <li key={day} className="border-border not-first:border-s">
          <DayCell day={day} count={countOf.get(day) ?? 0} isToday={day === today} />
        </li>
      ))}
    </ol>
  )
}

function DayCell({ day, count, isToday }: { day: string; count: number; isToday: boolean }) {
  const label = t('dashboard.arriving.day', { day: formatWeekday(day), count })
  const content = (
    <>
      <span className="sr-only">{label}</span>
      <span aria-hidden className={isToday ? 'font-semibold' : 'text-muted'}>
        {formatWeekdayName(day)} <span className="tabular max-sm:hidden">{formatDayOfMonth(day)}</span>
      </span>
      <span aria-hidden className={`tabular ${count > 0 ? 'text-lg font-semibold' : 'text-muted'}`}>
        {count > 0 ? formatCount(count) : '–'}
      </span>
    </>
  )
  if (count === 0) return <span className={cellClass}>{content}</span>
  return (
    <Link {...countedListPath(arrivalList(day))} className={`${cellClass} outline-offset-[-2px] hover:bg-hover`}>
      {content}
    </Link>
  )
}
