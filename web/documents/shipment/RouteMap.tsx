import { type ExtendedFeatureCollection, type GeoPath, geoMercator, geoPath } from 'd3-geo'
import { useLayoutEffect, useRef, useState } from 'react'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import { Card } from '#web/ui/Card.tsx'
import { countryName } from '#web/ui/country.ts'
import { formatDate } from '#web/ui/format.ts'
import { dayOf } from '#web/ui/format-details.ts'
import { t } from '#web/ui/text.ts'
import { dotsOf, layoutLabels, type MapLabel, type RouteStop } from './route.ts'

// A JSON module has no literal types, and the typings choose the result by the object, which is given by its name here: the
// atlas is a topology whose object "countries" is a collection.
const countries = feature(
  atlas as unknown as Parameters<typeof feature>[0],
  'countries',
) as unknown as ExtendedFeatureCollection

/** Square pixels of a country that must be in sight for its name to help. */
const leastNamedArea = 6_000

/** Half the smallest extent that is shown, in degrees, so that a short route still shows the country around it. */
const minHalfSpan = 3.5

/** The route of a shipment on a map that is drawn in the browser, without a tile server. */
export function RouteMap({ route }: { route: readonly RouteStop[] }) {
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
        {width > 0 && <RouteDrawing route={route} width={width} height={height} />}
      </div>
      <ol className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label={t('map.places')}>
        {route.map((stop) => (
          <li key={`${stop.when}${stop.name}`} aria-current={stop.isHere ? 'location' : undefined}>
            <bdi className={stop.isHere ? 'font-semibold' : ''}>{stop.name}</bdi>{' '}
            <time dir="auto" dateTime={stop.when} className="text-muted">
              {formatDate(dayOf(stop.when))}
            </time>
            {stop.isAhead && <span className="text-muted"> · {t('events.expected')}</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type RouteDrawingProps = { route: readonly RouteStop[]; width: number; height: number }

function RouteDrawing({ route, width, height }: RouteDrawingProps) {
  const centreLongitude = centreLongitudeOf(route)
  const extent = route.flatMap(({ coordinates: [lon, lat] }) => [
    [lon - minHalfSpan, Math.max(-80, lat - minHalfSpan / 2)],
    [lon + minHalfSpan, Math.min(80, lat + minHalfSpan / 2)],
  ])
  const projection = geoMercator()
    .rotate([-centreLongitude, 0])
    .fitExtent(
      [
        [28, 24],
        [width - 28, height - 24],
      ],
      { type: 'MultiPoint', coordinates: extent },
    )
    .clipExtent([
      [-20, -20],
      [width + 20, height + 20],
    ])
  const path = geoPath(projection)
  const linePath = (stops: readonly RouteStop[]) =>
    path({ type: 'LineString', coordinates: stops.map(({ coordinates }) => [...coordinates]) }) ?? undefined
  const past = route.filter((stop) => !stop.isAhead)
  const ahead = [...past.slice(-1), ...route.filter((stop) => stop.isAhead)]
  const points = route.map((place) => {
    const [x = 0, y = 0] = projection([...place.coordinates]) ?? []
    return { place, x, y, text: place.name }
  })
  // The current location and both ends come before the stops between them.
  const byImportance = [
    ...points.filter((point) => point.place.isHere),
    ...points.slice(0, 1),
    ...points.slice(-1),
    ...points,
  ]
  const placeLabels = layoutLabels(byImportance, width, height)
  const countryLabels = layoutLabels(countriesInSight(path), width, height, [...placeLabels, ...dotsOf(points)])
  return (
    <svg
      style={{ direction: 'ltr' }}
      role="img"
      width={width}
      height={height}
      aria-label={t('map.alt', { places: route.map((stop) => stop.name).join(' – ') })}
    >
      <path d={path(countries) ?? undefined} className="fill-raised stroke-border" />
      {past.length > 1 && (
        <path d={linePath(past)} fill="none" strokeWidth={2.5} strokeLinejoin="round" className="stroke-brand" />
      )}
      {ahead.length > 1 && (
        <path d={linePath(ahead)} fill="none" strokeWidth={2} strokeDasharray="5 5" className="stroke-control" />
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
      {countryLabels.map((each) => (
        <LabelText key={each.text} label={each} className="fill-muted" />
      ))}
      {placeLabels.map((each) => (
        <LabelText key={each.text} label={each} className="fill-text font-medium" />
      ))}
    </svg>
  )
}

function LabelText({ label: { text, anchor, x, y, width }, className }: { label: MapLabel; className: string }) {
  return (
    <text
      x={anchor === 'start' ? x : anchor === 'end' ? x + width : x + width / 2}
      y={y + 12}
      textAnchor={anchor}
      strokeWidth={3}
      paintOrder="stroke"
      strokeLinejoin="round"
      className={`stroke-raised text-[12px] ${className}`}
    >
      {text}
    </text>
  )
}

/** The countries of which enough is in sight, each with its name in the middle of that. */
function countriesInSight(path: GeoPath): { x: number; y: number; text: string }[] {
  return countries.features
    .filter((country) => path.area(country) > leastNamedArea)
    .map((country) => {
      const [x, y] = path.centroid(country)
      // The atlas has the numbers of ISO 3166, which a locale turns into letters.
      const region = country.id === undefined ? null : (new Intl.Locale(`und-${country.id}`).region ?? null)
      return { x, y, text: countryName(region) ?? '' }
    })
}

/** The central longitude of a route, also where it crosses the date line. */
function centreLongitudeOf(route: readonly RouteStop[]): number {
  const [first = 0, ...otherLongitudes] = route.map(({ coordinates }) => coordinates[0])
  let [low, high, last] = [first, first, first]
  for (const lon of otherLongitudes) {
    last += ((((lon - last + 180) % 360) + 360) % 360) - 180
    low = Math.min(low, last)
    high = Math.max(high, last)
  }
  return (low + high) / 2
}
