import { trackingPageUrl } from '#contract/documents/carriers.ts'
import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { EventMoment } from '#web/ui/events/EventMoment.tsx'
import { label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { Quantity } from '#web/ui/Values.tsx'
import { locationName } from './location-name.ts'
import {
  dimensionsText,
  latestEventOfPackage,
  type NumberedPackage,
  numberPackages,
  outerPackage,
  packageName,
} from './packages.ts'

type PackagesProps = { detail: Pick<DocumentDetail, 'packages' | 'grossWeight' | 'events' | 'header'> }

/** The packages of a shipment, each with its codes, weight, size and latest event of its own. */
export function Packages({ detail: { packages, grossWeight, events, header } }: PackagesProps) {
  if (packages.length === 0) return null
  const numberedPackages = numberPackages(packages)
  const weight = grossWeight?.value && <Quantity value={grossWeight.value} unit={unitLabel(grossWeight.unit)} />
  return (
    <Card title={t('packages.title')} action={weight}>
      <ul className="max-h-96 divide-y divide-border overflow-y-auto">
        {numberedPackages.map((shipmentPackage) => (
          <li
            key={shipmentPackage.position}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0 last:pb-0"
          >
            <span className="font-medium">{packageName(shipmentPackage)}</span>
            {shipmentPackage.weight.value && (
              <Quantity value={shipmentPackage.weight.value} unit={unitLabel(shipmentPackage.weight.unit)} />
            )}
            <span className="flex w-full flex-wrap items-center gap-x-6 text-sm text-muted">
              {shipmentPackage.sscc && <PackageCode name={t('packages.sscc')} code={shipmentPackage.sscc} />}
              <Tracking of={shipmentPackage} carrier={textOrNull(header.carrier)} />
            </span>
            <PackageDimensions of={shipmentPackage} around={outerPackage(shipmentPackage, numberedPackages)} />
            <PackageStatus event={latestEventOfPackage(events, numberedPackages, shipmentPackage.position)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A package's tracking number; a link where the carrier's page is known. */
function Tracking({ of, carrier }: { of: NumberedPackage; carrier: string | null }) {
  const { trackingNumber } = of
  if (!trackingNumber) return null
  const page = trackingPageUrl(carrier, trackingNumber)
  return (
    <PackageCode
      name={t('detail.tracking')}
      code={trackingNumber}
      hidden
      {...(page ? { page, title: t('packages.track', { number: trackingNumber }) } : {})}
    />
  )
}

/** A package's size, and the other package in or on which it is packed. */
function PackageDimensions({ of, around }: { of: NumberedPackage; around: NumberedPackage | undefined }) {
  const size = dimensionsText(of)
  if (!size && !around) return null
  return (
    <span className="flex w-full flex-wrap gap-x-4 text-sm text-muted">
      {size && (
        <bdi className="tabular" dir="ltr">
          {size} {unitLabel(of.dimensions.unit)}
        </bdi>
      )}
      {around && <span>{t('packages.inside', { package: packageName(around) })}</span>}
    </span>
  )
}

/** The latest event of this package alone, not of the whole shipment. */
function PackageStatus({ event }: { event: TrackingEvent | undefined }) {
  if (!event) return null
  return (
    <span className="w-full text-sm">
      {label(`milestone.${event.code}`)}
      <span className="text-muted">
        {' · '}
        <EventMoment event={event} />
        {locationName(event.place) && ` · ${locationName(event.place)}`}
      </span>
    </span>
  )
}

type PackageCodeProps = { name: string; code: string; hidden?: boolean; page?: string; title?: string }

function PackageCode({ name, code, hidden = false, page, title }: PackageCodeProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      {!hidden && name}
      <bdi className="tabular min-w-0 truncate">
        {page ? (
          <a
            href={page}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={title}
            title={title}
            className="underline"
          >
            {code}
          </a>
        ) : (
          code
        )}
      </bdi>
      <CopyButton text={code} what={name} />
    </span>
  )
}
