import type { DocumentDetail, TrackingEvent } from '../../contract/documents/endpoints.ts'
import { formatDecimal } from '../ui/format.ts'
import { byTime } from '../ui/place-time.ts'
import { isMessageKey, label } from '../ui/text.ts'

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

/** The package that an event happened to; undefined when it was the whole shipment, or a package that is not on it. */
export function packageOf(event: TrackingEvent, packages: readonly Numbered[]): Numbered | undefined {
  const code = event.package
  return code === null ? undefined : packages.find((one) => means(code, one))
}

/** What happened to one package, and to the whole shipment with it. */
export function eventsOf(
  events: readonly TrackingEvent[],
  packages: readonly Numbered[],
  place: number,
): TrackingEvent[] {
  return events.filter((event) => event.package === null || packageOf(event, packages)?.place === place)
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

/** The last thing that really happened to this package alone. */
export function latestOf(
  events: readonly TrackingEvent[],
  packages: readonly Numbered[],
  place: number,
): TrackingEvent | undefined {
  return events
    .filter((one) => one.classifier === 'actual' && !one.retracted && packageOf(one, packages)?.place === place)
    .toSorted(byTime)[0]
}
