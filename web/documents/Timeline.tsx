import { useState } from 'react'
import type { TrackingEvent } from '../../contract/documents/endpoints.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Days, Event } from '../ui/Days.tsx'
import { formatCount } from '../ui/format.ts'
import { byDay } from '../ui/place-time.ts'
import { isMessageKey, label, t } from '../ui/text.ts'
import { latestActual, splitJourney } from './journey.ts'
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
          <Events events={ahead} latest={latest} />
        </section>
      )}
      <Events events={shown} latest={latest} />
      {past.length > shown.length && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setAll(true)}>
          {t('events.more', { count: formatCount(events.length) })}
        </Button>
      )}
    </Card>
  )
}

type EventsProps = { events: readonly TrackingEvent[]; latest: TrackingEvent | undefined }

function Events({ events, latest }: EventsProps) {
  return (
    <Days days={byDay(events)}>
      {(event) => (
        <Event key={event.id} event={event} isLatest={event === latest} title={label(`milestone.${event.code}`)}>
          <Told event={event} />
        </Event>
      )}
    </Days>
  )
}

/** Where it was, and what else is said of it. */
function Told({ event }: { event: TrackingEvent }) {
  const place = placeName(event.place)
  const told = event.description && event.description !== label(`milestone.${event.code}`) ? event.description : null
  return (
    <>
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
    </>
  )
}

/** A reason is a code that has a word, or words already. */
function reasonText(reason: string): string {
  const key = `reason.${reason}`
  return isMessageKey(key) ? label(key) : reason
}
