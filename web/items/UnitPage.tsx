import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UnitEvent } from '../../contract/items.ts'
import { absent } from '../api/view.ts'
import { useMay } from '../api/viewer.ts'
import { documentPath, itemPath } from '../paths.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { label, t } from '../ui/text.ts'
import { DateText } from '../ui/Values.tsx'
import { BackLink } from './ItemPage.tsx'
import { Lines } from './Lines.tsx'
import { linkClass, More, RowsSkeleton } from './parts.tsx'
import { unitQuery } from './queries.ts'

/** One serial or lot: what it is, the documents in which it stands, and what happened on its way. */
export function UnitPage(): ReactNode {
  const { code } = useParams({ from: '/itemTracker/units/$code' })
  const priced = useMay('prices') === true
  const found = useInfiniteQuery(unitQuery(code))
  const nothing = absent(found)
  const pages = found.data?.pages ?? []
  const [first] = pages
  const told = first?.units[0]?.code ?? code
  return (
    <>
      <BackLink />
      <PageHeader
        title={told}
        lead={
          first && (
            <>
              {first.units.map(({ kind, sku, name }) => (
                <span key={`${kind} ${sku}`} className="block">
                  {t(`items.${kind}`)}
                  {sku !== null && (
                    <>
                      {' · '}
                      <Link {...itemPath(sku)} className={linkClass}>
                        {name ?? sku}
                      </Link>
                    </>
                  )}
                </span>
              ))}
              {first.expiry && (
                <span className="block">{t('items.unit.expiry', { date: formatDate(first.expiry) })}</span>
              )}
            </>
          )
        }
      />
      {nothing && (
        <Card padded={false}>
          <AbsentState absent={nothing} skeleton={<RowsSkeleton />} />
        </Card>
      )}
      {first && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <Card title={t('items.unit.lines')} padded={false}>
            <Lines
              lines={pages.flatMap(({ rows }) => rows)}
              caption={t('items.unit.lines.caption', { code: told })}
              priced={priced}
            />
            <More query={found} />
          </Card>
          <Events events={pages.flatMap(({ events }) => events)} />
        </div>
      )}
    </>
  )
}

function Events({ events }: { events: readonly UnitEvent[] }) {
  const keyed = events.map((event, place) => ({ event, key: `${event.occurredAt} ${event.code} ${place}` }))
  return (
    <Card title={t('items.unit.events')}>
      {events.length === 0 && <p className="text-muted">{t('items.unit.events.none')}</p>}
      <ol className="space-y-4">
        {keyed.map(({ event, key }) => (
          <li key={key} className="border-s-2 border-border ps-4">
            <span className="block font-medium">{label(`milestone.${event.code}`)}</span>
            <span className="block text-sm text-muted">
              <DateText date={event.occurredAt} />
              {event.place && (
                <>
                  {' · '}
                  <bdi>{event.place}</bdi>
                </>
              )}
            </span>
            {event.description && <span className="block text-sm">{event.description}</span>}
            <Link {...documentPath('shipments', event.shipment)} className={`text-sm ${linkClass}`}>
              {t('items.unit.shipment', { number: event.shipment })}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
