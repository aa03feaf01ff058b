import { useState } from 'react'
import type { DocumentDetail, TrackingEvent } from '../../contract/documents/endpoints.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Days, Event } from '../ui/Days.tsx'
import { formatCount } from '../ui/format.ts'
import { byDay } from '../ui/place-time.ts'
import { SelectField } from '../ui/SelectField.tsx'
import { isMessageKey, label, t } from '../ui/text.ts'
import { latestActual, splitJourney } from './journey.ts'
import { eventsOf, type Numbered, numbered, packageName, packagesOf, packagesText } from './packages.ts'
import { placeName } from './place-name.ts'

/** Events in sight before the rest is asked for. */
const most = 30

type TimelineProps = { events: readonly TrackingEvent[] } & Pick<DocumentDetail, 'packages'>

/** What has happened to a shipment and what lies ahead, by day, latest on top. */
export function Timeline({ events: every, packages }: TimelineProps) {
  const [all, setAll] = useState(false)
  const [chosen, setChosen] = useState(0)
  const counted = numbered(packages)
  const events = chosen === 0 ? every : eventsOf(every, counted, chosen)
  const latest = latestActual(events)
  const { ahead, past } = splitJourney(events)
  const shown = all ? past : past.slice(0, most)
  return (
    <Card
      title={t('events.title')}
      action={<PackageChoice events={every} packages={counted} chosen={chosen} onChoose={setChosen} />}
    >
      {events.length === 0 && <p className="text-muted">{t('events.none')}</p>}
      {ahead.length > 0 && (
        <section aria-label={t('events.expected')} className="mb-4">
          <Events events={ahead} latest={latest} packages={counted} />
        </section>
      )}
      <Events events={shown} latest={latest} packages={counted} />
      {past.length > shown.length && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setAll(true)}>
          {t('events.more', { count: formatCount(events.length) })}
        </Button>
      )}
    </Card>
  )
}

type ChoiceProps = {
  events: readonly TrackingEvent[]
  packages: readonly Numbered[]
  chosen: number
  onChoose: (place: number) => void
}

/** Narrows the events to one package, where packages have gone ways of their own. */
function PackageChoice({ events, packages, chosen, onChoose }: ChoiceProps) {
  const own = new Set(events.flatMap((event) => packagesOf(event, packages).map(({ place }) => place)))
  const told = packages.filter(({ place }) => own.has(place))
  if (packages.length < 2 || told.length === 0) return null
  return (
    <SelectField
      label={t('events.packages')}
      labelHidden
      className="no-print max-w-44"
      value={String(chosen)}
      onChange={(change) => onChoose(Number(change.target.value))}
      choices={[
        { value: '0', label: t('events.packages.all') },
        ...told.map((one) => ({ value: String(one.place), label: packageName(one) })),
      ]}
    />
  )
}

type EventsProps = {
  events: readonly TrackingEvent[]
  latest: TrackingEvent | undefined
  packages: readonly Numbered[]
}

function Events({ events, latest, packages }: EventsProps) {
  return (
    <Days days={byDay(events)}>
      {(event) => (
        <Event key={event.id} event={event} isLatest={event === latest} title={label(`milestone.${event.code}`)}>
          <Told event={event} packages={packages} />
        </Event>
      )}
    </Days>
  )
}

/** Where it was, and what else is said of it. */
function Told({ event, packages }: { event: TrackingEvent; packages: readonly Numbered[] }) {
  const place = placeName(event.place)
  const whose = packagesText(event, packages)
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
      {whose && <p className="text-sm text-muted">{whose}</p>}
      {place && <p className="text-sm text-muted">{place}</p>}
      {told && <p className="text-sm text-muted">{told}</p>}
      {event.reasonCode && <p className="text-sm text-muted">{label(`reason.${event.reasonCode}`)}</p>}
    </>
  )
}

/** A reason is a code that has a word, or words already. */
function reasonText(reason: string): string {
  const key = `reason.${reason}`
  return isMessageKey(key) ? label(key) : reason.replaceAll('_', ' ')
}
