import type { DocumentDetail, TrackingEvent } from '../../contract/documents/endpoints.ts'
import { formatDecimal, formatList } from '../ui/format.ts'
import { byTime } from '../ui/place-time.ts'
import { isMessageKey, label, t } from '../ui/text.ts'

type Package = DocumentDetail['packages'][number]

const bare = (text: string | null) => (text ?? '').replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Whether a code means a package: its SSCC, with or without the 00 before it, or its tracking number. */
function means(code: string, { sscc, trackingNumber }: Package): boolean {
  const wanted = bare(code)
  return (
    wanted !== '' &&
    (wanted === bare(trackingNumber) ||
      wanted.replace(/^00(?=\d{18}$)/, '') === bare(sscc).replace(/^00(?=\d{18}$)/, ''))
  )
}

/** Packages by their place on the shipment, counted from 1. */
export type Numbered = Package & { place: number }

/** The packages of a shipment, counted. */
export function numbered(packages: readonly Package[]): Numbered[] {
  return packages.map((one, index) => ({ ...one, place: index + 1 }))
}

/** What a package is called: its kind and its place on the shipment. */
export function packageName({ type, place }: Numbered): string {
  const key = `packaging.${type}`
  return `${isMessageKey(key) ? label(key) : label('packaging.PK')} ${place}`
}

/** The packages that an event happened to; none when it was the whole shipment, or packages that are not on it. */
export function packagesOf(event: TrackingEvent, packages: readonly Numbered[]): Numbered[] {
  return packages.filter((one) => event.packages.some((code) => means(code, one)))
}

/**
 * What an event's packages are called: the one as the list of packages calls it, several by their places ("Packages 2 and
 * 4–7 of 9"), one that is not on that list by its code. Null when it was the whole shipment.
 */
export function packagesText(event: TrackingEvent, packages: readonly Numbered[]): string | null {
  if (event.packages.length === 0) return null
  const found = packagesOf(event, packages)
  const [one] = found
  if (!one) return `${label('packaging.PK')} ${formatList(event.packages)}`
  if (found.length === 1) return packageName(one)
  const places = formatList(runsOf(found.map(({ place }) => place)))
  return t('events.packages.some', { places, total: String(packages.length) })
}

/** Ascending numbers as people list them: three or more in a row as "4–7". */
function runsOf(places: readonly number[]): string[] {
  const runs: [first: number, last: number][] = []
  for (const place of places) {
    const run = runs.at(-1)
    if (run && run[1] === place - 1) run[1] = place
    else runs.push([place, place])
  }
  return runs.flatMap(([first, last]) => {
    if (last - first > 1) return [`${first}–${last}`]
    return first === last ? [`${first}`] : [`${first}`, `${last}`]
  })
}

/** What happened to one package, and to the whole shipment with it. */
export function eventsOf(
  events: readonly TrackingEvent[],
  packages: readonly Numbered[],
  place: number,
): TrackingEvent[] {
  return events.filter((event) => event.packages.length === 0 || isOf(event, packages, place))
}

/** The package in or on which another stands; undefined for one that stands by itself. */
export function aroundOf({ parent, place }: Numbered, packages: readonly Numbered[]): Numbered | undefined {
  return parent === null ? undefined : packages.find((one) => one.place !== place && means(parent, one))
}

/** "120 × 80 × 95", as much as is known; null when nothing is. */
export function sizeOf({ dimensions: { length, width, height } }: Package): string | null {
  const sides = [length, width, height].filter((side) => side !== null)
  return sides.length === 0 ? null : sides.map((side) => formatDecimal(side)).join(' × ')
}

const isOf = (event: TrackingEvent, packages: readonly Numbered[], place: number) =>
  packagesOf(event, packages).some((one) => one.place === place)

/** The last thing that really happened to this package, and not to the whole shipment. */
export function latestOf(
  events: readonly TrackingEvent[],
  packages: readonly Numbered[],
  place: number,
): TrackingEvent | undefined {
  return events
    .filter((one) => one.classifier === 'actual' && !one.retracted && isOf(one, packages, place))
    .toSorted(byTime)[0]
}
