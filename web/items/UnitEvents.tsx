import { ChevronDown } from 'lucide-react'
import type { UnitEvent } from '#contract/items/endpoints.ts'
import { documentPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { EventTimeline, TimelineEvent } from '../ui/events/EventTimeline.tsx'
import { eventLocalTime, groupByDay, latestFirst } from '../ui/events/event-time.ts'
import { formatDate } from '../ui/format.ts'
import { formatPlace } from '../ui/format-details.ts'
import { label, t } from '../ui/text.ts'
import { linkClass } from './list-elements.tsx'

/** The events of a unit by shipment, the latest shipment expanded. */
export function UnitEvents({ events }: { events: readonly UnitEvent[] }) {
  const shipments = [...Map.groupBy(events.toSorted(latestFirst), ({ shipment }) => shipment)]
  return (
    <Card title={t('items.unit.events')} padded={false}>
      {events.length === 0 && <p className="px-4 pb-4 text-muted sm:px-5">{t('items.unit.events.none')}</p>}
      {shipments.map(([shipment, shipmentEvents], index) => (
        <ShipmentEvents key={shipment} shipment={shipment} events={shipmentEvents} open={index === 0} />
      ))}
    </Card>
  )
}

type ShipmentEventsProps = { shipment: string; events: readonly UnitEvent[]; open: boolean }

function ShipmentEvents({ shipment, events, open }: ShipmentEventsProps) {
  const latest = events.find(({ classifier }) => classifier === 'actual')
  return (
    <details open={open} className="group border-t border-border">
      <summary className="flex list-none items-start justify-between gap-3 px-4 py-3 hover:bg-hover sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">
            <bdi>{t('items.unit.shipment', { number: shipment })}</bdi>
          </span>
          {latest && (
            <span className="block text-sm text-muted">
              {label(`milestone.${latest.code}`)} · <bdi>{formatDate(eventLocalTime(latest).day)}</bdi>
            </span>
          )}
        </span>
        <ChevronDown
          aria-hidden
          size={16}
          className="mt-1 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pb-4 sm:px-5">
        <EventTimeline days={groupByDay(events)}>
          {(event) => (
            <TimelineEvent
              key={`${event.occurredAt} ${event.code} ${event.classifier}`}
              event={event}
              isLatest={event === latest}
              title={label(`milestone.${event.code}`)}
              note={event.classifier !== 'actual' && t(`events.${event.classifier}`)}
            >
              <EventDetails event={event} />
            </TimelineEvent>
          )}
        </EventTimeline>
        <p className="mt-3 text-sm">
          <Link {...documentPath('shipments', shipment)} className={linkClass}>
            {t('items.unit.open')}
          </Link>
        </p>
      </div>
    </details>
  )
}

/** The place and description of an event; a description that only repeats the event's name is left out. */
function EventDetails({ event: { code, place, country, description } }: { event: UnitEvent }) {
  const locationText = formatPlace(place, country)
  return (
    <>
      {locationText && (
        <p className="text-sm text-muted">
          <bdi>{locationText}</bdi>
        </p>
      )}
      {description && description !== label(`milestone.${code}`) && (
        <p className="text-sm text-muted">
          <bdi>{description}</bdi>
        </p>
      )}
    </>
  )
}
