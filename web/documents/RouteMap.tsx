import { geoMercator, geoPath } from 'd3-geo'
import { useLayoutEffect, useRef, useState } from 'react'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { placeLabels, type RoutePlace } from './route.ts'

const countries = feature(atlas as unknown as Parameters<typeof feature>[0], 'countries')

/** Half the least part of the world that is shown, in degrees: so that a short way still lies in a country. */
const least = 3.5

/** The way of a shipment on a map that is drawn here, without asking anybody for pictures of it. */
export function RouteMap({ route }: { route: readonly RoutePlace[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const height = Math.round(Math.min(320, Math.max(200, width * 0.45)))
  return (
    <Card title={t('map.title')}>
      <div
        ref={frame}
        className="overflow-hidden rounded-control bg-sunken"
        style={{ height: width === 0 ? 320 : height }}
      >
        {width > 0 && <Drawing route={route} width={width} height={height} />}
      </div>
      <ol className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label={t('map.places')}>
        {route.map((place) => (
          <li key={`${place.when}${place.name}`} aria-current={place.isHere ? 'location' : undefined}>
            <bdi className={place.isHere ? 'font-semibold' : ''}>{place.name}</bdi>{' '}
            <time dir="auto" dateTime={place.when} className="text-muted">
              {formatDate(place.when.slice(0, 10))}
            </time>
            {place.isAhead && <span className="text-muted"> · {t('events.expected')}</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type DrawingProps = { route: readonly RoutePlace[]; width: number; height: number }

function Drawing({ route, width, height }: DrawingProps) {
  const middle = middleOf(route)
  const around = route.flatMap(({ at: [lon, lat] }) => [
    [lon - least, Math.max(-80, lat - least / 2)],
    [lon + least, Math.min(80, lat + least / 2)],
  ])
  const projection = geoMercator()
    .rotate([-middle, 0])
    .fitExtent(
      [
        [28, 24],
        [width - 28, height - 24],
      ],
      { type: 'MultiPoint', coordinates: around },
    )
    .clipExtent([
      [-20, -20],
      [width + 20, height + 20],
    ])
  const path = geoPath(projection)
  const line = (places: readonly RoutePlace[]) =>
    path({ type: 'LineString', coordinates: places.map(({ at }) => [...at]) }) ?? undefined
  const past = route.filter((one) => !one.isAhead)
  const ahead = [...past.slice(-1), ...route.filter((one) => one.isAhead)]
  const points = route.map((place) => {
    const [x = 0, y = 0] = projection([...place.at]) ?? []
    return { place, x, y, text: place.name }
  })
  // Where the goods are, and both ends, before what lies in between.
  const byWorth = [...points.filter((one) => one.place.isHere), ...points.slice(0, 1), ...points.slice(-1), ...points]
  const labels = placeLabels(byWorth, width, height)
  return (
    <svg
      style={{ direction: 'ltr' }}
      role="img"
      width={width}
      height={height}
      aria-label={t('map.alt', { places: route.map((one) => one.name).join(' – ') })}
    >
      <path d={path(countries) ?? undefined} className="fill-raised stroke-border" />
      {past.length > 1 && (
        <path d={line(past)} fill="none" strokeWidth={2.5} strokeLinejoin="round" className="stroke-brand" />
      )}
      {ahead.length > 1 && (
        <path d={line(ahead)} fill="none" strokeWidth={2} strokeDasharray="5 5" className="stroke-control" />
      )}
      {points.map(({ place, x, y }) => (
        <g key={`${place.when}${place.name}`} transform={`translate(${x} ${y})`}>
          {place.isHere && <circle r={10} className="fill-brand-tint stroke-brand" />}
          <circle
            r={place.isHere ? 5 : 4}
            strokeWidth={2}
            className={place.isAhead ? 'fill-raised stroke-control' : 'fill-brand stroke-raised'}
          />
        </g>
      ))}
      {labels.map(({ text, anchor, x, y, width: wide }) => (
        <text
          key={text}
          x={anchor === 'start' ? x : anchor === 'end' ? x + wide : x + wide / 2}
          y={y + 12}
          textAnchor={anchor}
          strokeWidth={3}
          paintOrder="stroke"
          strokeLinejoin="round"
          className="fill-text stroke-raised text-[12px] font-medium"
        >
          {text}
        </text>
      ))}
    </svg>
  )
}

/** The longitude around which a route lies, also where it crosses the date line. */
function middleOf(route: readonly RoutePlace[]): number {
  const [first = 0, ...more] = route.map(({ at }) => at[0])
  let [low, high, last] = [first, first, first]
  for (const lon of more) {
    last += ((((lon - last + 180) % 360) + 360) % 360) - 180
    low = Math.min(low, last)
    high = Math.max(high, last)
  }
  return (low + high) / 2
}
