import { formatDate } from '../format.ts'
import { type TimedEvent, timeOnSite } from './event-time.ts'

/** When an event happened, by the viewer's clock, and by the clocks on site where they differ. */
export function EventMoment({ event, className = '' }: { event: TimedEvent; className?: string }) {
  const siteTime = timeOnSite(event)
  return (
    <time dir="auto" dateTime={event.occurredAt} className={`tabular ${className}`}>
      {formatDate(event.occurredAt)}
      {siteTime && <span className="text-xs text-muted"> ({siteTime})</span>}
    </time>
  )
}
