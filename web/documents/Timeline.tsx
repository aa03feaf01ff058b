import { useState } from 'react'
import type { TrackingEvent } from '../../contract/documents/endpoints.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatCount, formatDate, formatDateExactly, formatRelative, formatTime, localDate } from '../ui/format.ts'
import { useToday } from '../ui/portal.ts'
import { timeZone } from '../ui/reader.ts'
import { isMessageKey, label, t } from '../ui/text.ts'
import { byDay, type Day, latestActual, placeTime, splitJourney } from './journey.ts'
import { placeName } from './place-name.ts'

/** Events in sight before the rest is asked for. */
const most = 30

/** What has happened to a shipment and what lies ahead, by day, latest on top. */
export function Timeline({ events }: { events: readonly TrackingEvent[] }) {
  const [all, setAll] = useState(false)
  const latest = latestActual(events)
  const { ahead, past } = splitJourney(events)
  const shown = all ? past : past.slice(0, most)
  return (
    <Card title={t('events.title')}>
      {events.length === 0 && <p className="text-muted">{t('events.none')}</p>}
      {ahead.length > 0 && (
        <section aria-label={t('events.expected')} className="mb-4">
          <Days days={byDay(ahead)} latest={latest} />
        </section>
      )}
      <Days days={byDay(shown)} latest={latest} />
      {past.length > shown.length && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setAll(true)}>
          {t('events.more', { count: formatCount(events.length) })}
        </Button>
      )}
    </Card>
  )
}

function Days({ days, latest }: { days: readonly Day[]; latest: TrackingEvent | undefined }) {
  const today = useToday()
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
          <ol className="flex flex-col">
            {events.map((event) => (
              <Event key={event.id} event={event} isLatest={event === latest} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

const dots = {
  actual: 'bg-control',
  estimated: 'border-2 border-control bg-raised',
  planned: 'border-2 border-dashed border-control bg-raised',
} as const

function Event({ event, isLatest }: { event: TrackingEvent; isLatest: boolean }) {
  const { time, offset } = placeTime(event)
  const place = placeName(event.place)
  const yours = readersTime(event)
  const told = event.description && event.description !== label(`milestone.${event.code}`) ? event.description : null
  return (
    <li className="group relative flex gap-3 pb-3 last:pb-0">
      <span aria-hidden className="relative flex w-3 shrink-0 justify-center">
        <span className="absolute -bottom-3 top-5 w-px bg-border group-last:hidden" />
        <span
          className={`mt-[7px] size-2.5 rounded-full ${isLatest ? 'bg-brand ring-4 ring-brand-tint' : dots[event.classifier]}`}
        />
      </span>
      <time
        dir="auto"
        dateTime={event.occurredAt}
        className="tabular w-24 shrink-0 text-sm leading-[22px] text-muted max-sm:w-16"
      >
        <span className={event.retracted ? 'line-through' : ''}>{time}</span>{' '}
        <span className="text-xs">{offset === null ? t('events.utc') : `${t('events.utc')}${offsetText(offset)}`}</span>
        {yours && <span className="block text-xs">{t('events.yours', { time: yours })}</span>}
      </time>
      <div className="min-w-0 flex-1">
        <p
          className={`${isLatest ? 'font-semibold' : 'font-medium'} ${event.retracted ? 'text-muted line-through' : ''}`}
        >
          {label(`milestone.${event.code}`)}
          {event.classifier !== 'actual' && (
            <span className="ms-2 inline-block text-sm font-normal text-muted">{t(`events.${event.classifier}`)}</span>
          )}
        </p>
        {event.retracted && (
          <p className="text-sm text-muted">
            {event.retractedBecause
              ? t('events.retracted.because', { reason: reasonText(event.retractedBecause) })
              : t('events.retracted')}
          </p>
        )}
        {place && <p className="text-sm text-muted">{place}</p>}
        {told && <p className="text-sm text-muted">{told}</p>}
        {event.reasonCode && <p className="text-sm text-muted">{label(`reason.${event.reasonCode}`)}</p>}
      </div>
    </li>
  )
}

const there = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })

/** The moment by the reader's own clock; null where that shows the same. */
function readersTime(event: TrackingEvent): string | null {
  const { day, time } = placeTime(event)
  const moment = new Date(event.occurredAt)
  if (localDate(moment) !== day) return formatDate(event.occurredAt)
  return there.format(moment) === time ? null : formatTime(event.occurredAt)
}

/** A reason is a code that has a word, or words already. */
function reasonText(reason: string): string {
  const key = `reason.${reason}`
  return isMessageKey(key) ? label(key) : reason
}

/** "+1" for +01:00, "+5:30" for +05:30. */
function offsetText(offset: string): string {
  const [, sign, hours, minutes] = /^([+-])0?(\d+):?(\d\d)$/.exec(offset) ?? []
  if (!hours) return ''
  if (hours === '0' && minutes === '00') return ''
  return `${sign === '-' ? '−' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`
}
