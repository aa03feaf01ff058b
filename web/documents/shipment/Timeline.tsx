import { useState } from 'react'
import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EventTimeline, TimelineEvent } from '#web/ui/events/EventTimeline.tsx'
import { groupByDay } from '#web/ui/events/event-time.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { daysBetween, formatCount, formatDate, localDate } from '#web/ui/format.ts'
import { formatTime } from '#web/ui/format-details.ts'
import { isMessageKey, label, t } from '#web/ui/text.ts'
import { DueText } from '../DueText.tsx'
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
import { type TimelineEntry, timelineEntries } from './timeline-entries.ts'

/** Entries that are shown before the rest is requested. */
const maxCollapsedEntries = 30

type TimelineProps = { events: readonly TrackingEvent[] } & Pick<DocumentDetail, 'packages'>

/** The past and expected events of a shipment, by day, latest first. */
export function Timeline({ events: allEvents, packages }: TimelineProps) {
  const [showsAll, setShowsAll] = useState(false)
  const [chosenPosition, setChosenPosition] = useState(0)
  const numberedPackages = numberPackages(packages)
  const events = chosenPosition === 0 ? allEvents : eventsOfPackage(allEvents, numberedPackages, chosenPosition)
  const latest = latestActualEvent(events)
  const eventsAhead = new Set(splitJourney(events).ahead)
  const entries = timelineEntries(events)
  const ahead = entries.filter(({ event }) => eventsAhead.has(event))
  const past = entries.filter(({ event }) => !eventsAhead.has(event))
  const shown = showsAll ? past : past.slice(0, maxCollapsedEntries)
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
          <Entries entries={ahead} latest={latest} packages={numberedPackages} />
        </section>
      )}
      <Entries entries={shown} latest={latest} packages={numberedPackages} />
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

type EntriesProps = {
  entries: readonly TimelineEntry[]
  latest: TrackingEvent | undefined
  packages: readonly NumberedPackage[]
}

function Entries({ entries, latest, packages }: EntriesProps) {
  const entryOf = new Map(entries.map((entry) => [entry.event, entry]))
  return (
    <EventTimeline days={groupByDay(entries.map(({ event }) => event))}>
      {(event) => (
        <TimelineEvent key={event.id} event={event} isLatest={event === latest} {...headingOf(event)}>
          <PlanText event={event} plan={entryOf.get(event)?.plan ?? null} />
          <EventDetails event={event} packages={packages} title={headingOf(event).title} />
          <EarlierScans scans={entryOf.get(event)?.earlierScans ?? []} />
        </TimelineEvent>
      )}
    </EventTimeline>
  )
}

/** What happened, or what is expected to: "Delivery expected" and not "Delivered" for what lies ahead. */
function headingOf({ code, classifier }: TrackingEvent): { title: string; note?: string } {
  if (classifier === 'actual') return { title: label(`milestone.${code}`) }
  const key = `ahead.${classifier}.${code}`
  if (isMessageKey(key)) return { title: label(key) }
  return { title: label(`milestone.${code}`), note: t(`events.${classifier}`) }
}

/** For when an event was planned, and how much later it came, or is expected. */
function PlanText({ event, plan }: { event: TrackingEvent; plan: TrackingEvent | null }) {
  if (plan === null) return null
  const [planDay, day] = [plan, event].map(({ occurredAt }) => localDate(new Date(occurredAt))) as [string, string]
  const when = planDay === day ? formatTime(plan.occurredAt) : formatDate(plan.occurredAt)
  const days = daysBetween(planDay, day)
  return (
    <p className="text-sm text-muted">
      {t(plan.classifier === 'planned' ? 'events.plannedFor' : 'events.estimatedFor', { when })}
      {days > 0 && (
        <span className="ms-2">
          <DueText due={{ text: t('promise.slip', { days }), tone: 'warn' }} />
        </span>
      )}
    </p>
  )
}

/** Earlier scans at the same place, which say nothing new. */
function EarlierScans({ scans }: { scans: readonly TrackingEvent[] }) {
  if (scans.length === 0) return null
  return (
    <details className="text-sm text-muted">
      <summary className="w-fit cursor-pointer pointer-coarse:min-h-10">
        {t('events.scans', { count: scans.length })}
      </summary>
      <ul>
        {scans.map(({ id, occurredAt }) => (
          <li key={id}>
            <time dir="auto" dateTime={occurredAt} className="tabular">
              {formatDate(occurredAt)}
            </time>
          </li>
        ))}
      </ul>
    </details>
  )
}

type EventDetailsProps = { event: TrackingEvent; packages: readonly NumberedPackage[]; title: string }

/** The place of an event and its other details, without a description that only repeats the title. */
function EventDetails({ event, packages, title }: EventDetailsProps) {
  const locationText = locationName(event.place)
  const packageText = packagesText(event, packages)
  const description = event.description === title ? null : event.description
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
      {description && (
        // In the carrier's own words, whichever language they are in.
        <p className="text-sm text-muted">
          <bdi data-written>{description}</bdi>
        </p>
      )}
      {event.reasonCode && <p className="text-sm text-muted">{label(`reason.${event.reasonCode}`)}</p>}
    </>
  )
}

/** A reason is a code with a label, or free text. */
function reasonText(reason: string): string {
  const key = `reason.${reason}`
  return isMessageKey(key) ? label(key) : reason.replaceAll('_', ' ')
}
