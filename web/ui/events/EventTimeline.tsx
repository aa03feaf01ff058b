import type { ReactNode } from 'react'
import { formatDate, formatDateExactly, formatRelative } from '../format.ts'
import { formatTime } from '../format-details.ts'
import { type EventDay, type TimedEvent, timeOnSite } from './event-time.ts'
import { useLocalToday } from './local-today.ts'

type EventTimelineProps<E extends TimedEvent> = { days: readonly EventDay<E>[]; children: (event: E) => ReactNode }

/** Events grouped by the viewer's date; `children` renders each as a list item. */
export function EventTimeline<E extends TimedEvent>({ days, children }: EventTimelineProps<E>) {
  const today = useLocalToday()
  return (
    <ol className="flex flex-col gap-4">
      {days.map(({ day, events }) => (
        <li key={day}>
          <h3 className="mb-2 flex flex-wrap items-baseline gap-x-2 text-sm font-medium">
            <time dir="auto" dateTime={day} title={formatDateExactly(day)}>
              {formatDate(day)}
            </time>
            <bdi className="font-normal text-muted">{formatRelative(day, today)}</bdi>
          </h3>
          <ol className="flex flex-col">{events.map(children)}</ol>
        </li>
      ))}
    </ol>
  )
}

type TimelineEventProps = {
  event: TimedEvent & { classifier: 'planned' | 'estimated' | 'actual'; retracted?: boolean }
  isLatest: boolean
  title: string
  /** What else is shown beside the title, such as that it is only planned. */
  note?: ReactNode
  children?: ReactNode
}

const dotClasses = {
  actual: 'bg-control',
  estimated: 'border-2 border-control bg-raised',
  planned: 'border-2 border-dashed border-control bg-raised',
} as const

/** One event: when it happened by the viewer's clock, and by the clocks on site where they differ, and what happened. */
export function TimelineEvent({ event, isLatest, title, note, children }: TimelineEventProps) {
  const siteTime = timeOnSite(event)
  const retracted = event.retracted === true
  return (
    <li className="group/event relative flex gap-3 pb-3 last:pb-0">
      <span aria-hidden className="relative flex w-3 shrink-0 justify-center">
        <span className="absolute -bottom-3 top-5 w-px bg-border group-last/event:hidden" />
        <span
          className={`mt-[7px] size-2.5 rounded-full ${isLatest ? 'bg-brand ring-4 ring-brand-tint' : dotClasses[event.classifier]}`}
        />
      </span>
      <time
        dir="auto"
        dateTime={event.occurredAt}
        className="tabular w-24 shrink-0 text-sm leading-[22px] text-muted max-sm:w-16"
      >
        <span className={retracted ? 'line-through' : ''}>{formatTime(event.occurredAt)}</span>
        {siteTime && <span className="block text-xs">{siteTime}</span>}
      </time>
      <div className="min-w-0 flex-1">
        <p className={`${isLatest ? 'font-semibold' : 'font-medium'} ${retracted ? 'text-muted' : ''}`}>
          {retracted ? <s>{title}</s> : title}
          {note && <span className="ms-2 inline-block text-sm font-normal text-muted">{note}</span>}
        </p>
        {children}
      </div>
    </li>
  )
}
