import { ExternalLink } from 'lucide-react'
import { trackingPageUrl } from '#contract/documents/carriers.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { Text } from '#web/ui/Values.tsx'

/** The carrier of a shipment, its tracking numbers and the page that follows them. */
export function CarrierCard({ detail }: { detail: DocumentDetail }) {
  const { header } = detail
  const numbers = Array.isArray(header.trackingNumbers) ? header.trackingNumbers.map(String) : []
  const trackingUrl = httpUrl(textOrNull(header.trackingUrl))
  const carrierPageUrl = (number: string) => trackingPageUrl(textOrNull(header.carrier), number)
  // The tracking URL from the supplier comes first; an unknown carrier has no page.
  const page = trackingUrl ?? carrierPageUrl(numbers[0] ?? '')
  return (
    <Card title={t('where.carrier')}>
      <p className="font-medium">
        <Text>{[textOrNull(header.carrier), textOrNull(header.service)].filter(Boolean).join(' · ')}</Text>
      </p>
      {numbers.slice(0, maxNumbers).map((number) => (
        <p key={number} className="flex items-center gap-1">
          <bdi className="tabular min-w-0 truncate" title={number}>
            {trackingUrl || numbers.length === 1 ? (
              number
            ) : (
              <TrackingNumberLink number={number} page={carrierPageUrl(number)} />
            )}
          </bdi>
          <CopyButton text={number} what={t('detail.tracking')} />
        </p>
      ))}
      {page && (
        <a
          href={page}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('secondary', 'small')} mt-2`}
        >
          <ExternalLink aria-hidden size={14} />
          {t('where.track')}
        </a>
      )}
    </Card>
  )
}

/** The most tracking numbers of a shipment that are shown. */
const maxNumbers = 12

function TrackingNumberLink({ number, page }: { number: string; page: string | null }) {
  if (!page) return number
  return (
    <a href={page} target="_blank" rel="noopener noreferrer" className="underline">
      {number}
    </a>
  )
}

/** The text if it is an http(s) URL; null for anything else, which must not become a link. */
function httpUrl(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}
