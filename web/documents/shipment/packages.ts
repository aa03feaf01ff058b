import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { latestFirst } from '#web/ui/events/event-time.ts'
import { formatDecimal } from '#web/ui/format.ts'
import { formatList } from '#web/ui/format-details.ts'
import { isMessageKey, label, t } from '#web/ui/text.ts'

type Package = DocumentDetail['packages'][number]

const normaliseCode = (text: string | null) => (text ?? '').replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Whether a code identifies a package: its SSCC, with or without a leading 00, or its tracking number. */
function identifiesPackage(code: string, { sscc, trackingNumber }: Package): boolean {
  const normalised = normaliseCode(code)
  return (
    normalised !== '' &&
    (normalised === normaliseCode(trackingNumber) ||
      normalised.replace(/^00(?=\d{18}$)/, '') === normaliseCode(sscc).replace(/^00(?=\d{18}$)/, ''))
  )
}

/** A package with its position in the shipment, counted from 1. */
export type NumberedPackage = Package & { position: number }

/** The packages of a shipment with their positions. */
export function numberPackages(packages: readonly Package[]): NumberedPackage[] {
  return packages.map((shipmentPackage, index) => ({ ...shipmentPackage, position: index + 1 }))
}

/** The name of a package: its kind and its position in the shipment. */
export function packageName({ type, position }: NumberedPackage): string {
  const key = `packaging.${type}`
  return `${isMessageKey(key) ? label(key) : label('packaging.PK')} ${position}`
}

/** The packages that an event concerns; none when it concerns the whole shipment, or packages that are not in it. */
export function packagesOfEvent(event: TrackingEvent, packages: readonly NumberedPackage[]): NumberedPackage[] {
  return packages.filter((shipmentPackage) => event.packages.some((code) => identifiesPackage(code, shipmentPackage)))
}

/**
 * The text for an event's packages: a single one by its name, several by their positions ("Packages 2 and 4–7 of 9"),
 * unknown ones by their codes. Null when the event concerns the whole shipment.
 */
export function packagesText(event: TrackingEvent, packages: readonly NumberedPackage[]): string | null {
  if (event.packages.length === 0) return null
  const onShipment = packagesOfEvent(event, packages)
  const [first] = onShipment
  if (!first) return `${label('packaging.PK')} ${formatList(event.packages)}`
  if (onShipment.length === 1) return packageName(first)
  const places = formatList(formatRuns(onShipment.map(({ position }) => position)))
  return t('events.packages.some', { places, total: String(packages.length) })
}

/** Ascending numbers as a list, in which three or more in a row become a range such as "4–7". */
function formatRuns(positions: readonly number[]): string[] {
  const runs: [first: number, last: number][] = []
  for (const position of positions) {
    const run = runs.at(-1)
    if (run && run[1] === position - 1) run[1] = position
    else runs.push([position, position])
  }
  return runs.flatMap(([first, last]) => {
    if (last - first > 1) return [`${first}–${last}`]
    return first === last ? [`${first}`] : [`${first}`, `${last}`]
  })
}

/** The events of one package and those of the whole shipment. */
export function eventsOfPackage(
  events: readonly TrackingEvent[],
  packages: readonly NumberedPackage[],
  position: number,
): TrackingEvent[] {
  return events.filter((event) => event.packages.length === 0 || concernsPackage(event, packages, position))
}

/** The package in or on which another one is packed; undefined if there is none. */
export function outerPackage(
  { parent, position }: NumberedPackage,
  packages: readonly NumberedPackage[],
): NumberedPackage | undefined {
  return parent === null
    ? undefined
    : packages.find((candidate) => candidate.position !== position && identifiesPackage(parent, candidate))
}

/** "120 × 80 × 95", as much as is known; null when nothing is. */
export function dimensionsText({ dimensions: { length, width, height } }: Package): string | null {
  const sides = [length, width, height].filter((side) => side !== null)
  return sides.length === 0 ? null : sides.map((side) => formatDecimal(side)).join(' × ')
}

const concernsPackage = (event: TrackingEvent, packages: readonly NumberedPackage[], position: number) =>
  packagesOfEvent(event, packages).some((shipmentPackage) => shipmentPackage.position === position)

/** The latest actual event of this package alone that was not retracted. */
export function latestEventOfPackage(
  events: readonly TrackingEvent[],
  packages: readonly NumberedPackage[],
  position: number,
): TrackingEvent | undefined {
  return events
    .filter((event) => event.classifier === 'actual' && !event.retracted && concernsPackage(event, packages, position))
    .toSorted(latestFirst)[0]
}
