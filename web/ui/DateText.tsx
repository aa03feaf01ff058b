import { formatDate, formatDateExactly, formatRelative, isCalendarDate, localDate } from './format.ts'
import { Tooltip } from './overlays/Tooltip.tsx'
import { useToday } from './portal.ts'
import { Unknown } from './Values.tsx'

type DateTextProps = {
  date: string | null | undefined
  /** Writes "in 3 days" when the date is within a week. */
  relative?: boolean
  /** Lets the keyboard reach the exact date; leave it off where a table has many dates. */
  focusable?: boolean
}

/** A date or a moment: short, and exact on hover and focus. */
export function DateText({ date, relative = false, focusable = false }: DateTextProps) {
  const today = useToday()
  if (!date) return <Unknown />
  // A moment is today's or yesterday's where the person is, a date by the supplier's calendar.
  const relativeText = relative ? formatRelative(date, isCalendarDate(date) ? today : localDate(new Date())) : null
  const tabStop = focusable ? { tabIndex: 0 } : {}
  return (
    <Tooltip text={formatDateExactly(date)}>
      <time dateTime={date} dir="auto" className="tabular whitespace-nowrap" {...tabStop}>
        {relativeText ?? formatDate(date)}
      </time>
    </Tooltip>
  )
}
