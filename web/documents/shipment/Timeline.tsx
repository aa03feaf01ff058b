import { useState } from 'react'
import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EventTimeline, TimelineEvent } from '#web/ui/events/EventTimeline.tsx'
import { groupByDay } from '#web/ui/events/event-time.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatCount } from '#web/ui/format.ts'
import { isMessageKey, label, t } from '#web/ui/text.ts'
import { latestActualEvent, splitJourney } from './journey.ts'
import { locationName } from './location-name.ts'
import {
  eventsOfPackage,
  type NumberedPackage,
  numberPackages,
  packageName,
  packagesOfEvent,
  packagesText,
} from './packages.ts'

/** Events that are shown before the rest is requested. */
const maxCollapsedEvents = 30

type TimelineProps = { events: readonly TrackingEvent[] } & Pick<DocumentDetail, 'packages'>

/** The past and expected events of a shipment, by day, latest first. */
export function Timeline({ events: allEvents, packages }: TimelineProps) {
  const [showsAll, setShowsAll] = useState(false)
  const [chosenPosition, setChosenPosition] = useState(0)
  const numberedPackages = numberPackages(packages)
  const events = chosenPosition === 0 ? allEvents : eventsOfPackage(allEvents, numberedPackages, chosenPosition)
  const latest = latestActualEvent(events)
  const { ahead, past } = splitJourney(events)
  const shown = showsAll ? past : past.slice(0, maxCollapsedEvents)
  return (
    <Card
      title={t('events.title')}
      action={
        <PackageChoice
          events={allEvents}
          packages={numberedPackages}
          chosen={chosenPosition}
          onChoose={setChosenPosition}
        />
      }
    >
      {events.length === 0 && <p className="text-muted">{t('events.none')}</p>}
      {ahead.length > 0 && (
        <section aria-label={t('events.expected')} className="mb-4">
          <Events events={ahead} latest={latest} packages={numberedPackages} />
        </section>
      )}
      <Events events={shown} latest={latest} packages={numberedPackages} />
      {past.length > shown.length && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setShowsAll(true)}>
          {t('events.more', { count: formatCount(events.length) })}
        </Button>
      )}
    </Card>
  )
}

type PackageChoiceProps = {
  events: readonly TrackingEvent[]
  packages: readonly NumberedPackage[]
  chosen: number
  onChoose: (position: number) => void
}

/** Filters the events by package, where packages have events of their own. */
function PackageChoice({ events, packages, chosen, onChoose }: PackageChoiceProps) {
  const positionsWithEvents = new Set(
    events.flatMap((event) => packagesOfEvent(event, packages).map(({ position }) => position)),
  )
  const packagesWithEvents = packages.filter(({ position }) => positionsWithEvents.has(position))
  if (packages.length < 2 || packagesWithEvents.length === 0) return null
  return (
    <SelectField
      label={t('events.packages')}
      labelHidden
      className="no-print max-w-44"
      value={String(chosen)}
      onChange={(change) => onChoose(Number(change.target.value))}
      choices={[
        { value: '0', label: t('events.packages.all') },
        ...packagesWithEvents.map((shipmentPackage) => ({
          value: String(shipmentPackage.position),
          label: packageName(shipmentPackage),
        })),
      ]}
    />
  )
}

type EventsProps = {
  events: readonly TrackingEvent[]
  latest: TrackingEvent | undefined
  packages: readonly NumberedPackage[]
}

function Events({ events, latest, packages }: EventsProps) {
  return (
    <EventTimeline days={groupByDay(events)}>
      {(event) => (
        <TimelineEvent
          key={event.id}
          event={event}
          isLatest={event === latest}
          title={label(`milestone.${event.code}`)}
        >
          <EventDetails event={event} packages={packages} />
        </TimelineEvent>
      )}
    </EventTimeline>
  )
}

/** The place of an event and its other details. */
function EventDetails({ event, packages }: { event: TrackingEvent; packages: readonly NumberedPackage[] }) {
  const locationText = locationName(event.place)
  const packageText = packagesText(event, packages)
  const description =
    event.description && event.description !== label(`milestone.${event.code}`) ? event.description : null
  return (
    <>
      {event.retracted && (
        <p className="text-sm text-muted">
          {event.retractedBecause
            ? t('events.retracted.because', { reason: reasonText(event.retractedBecause) })
            : t('events.retracted')}
        </p>
      )}
      {packageText && <p className="text-sm text-muted">{packageText}</p>}
      {locationText && <p className="text-sm text-muted">{locationText}</p>}
      {description && <p className="text-sm text-muted">{description}</p>}
      {event.reasonCode && <p className="text-sm text-muted">{label(`reason.${event.reasonCode}`)}</p>}
    </>
  )
}

/** A reason is a code with a label, or free text. */
function reasonText(reason: string): string {
  const key = `reason.${reason}`
  return isMessageKey(key) ? label(key) : reason.replaceAll('_', ' ')
}
