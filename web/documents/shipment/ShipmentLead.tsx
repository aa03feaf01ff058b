import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { trackingPageUrl } from '#contract/documents/carriers.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { eventLocalTime } from '#web/ui/events/event-time.ts'
import { formatDate, formatRelative } from '#web/ui/format.ts'
import { useToday } from '#web/ui/portal.ts'
import { label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { DateText, Text } from '#web/ui/Values.tsx'
import { DueText } from '../DueText.tsx'
import { dueHint } from '../due.ts'
import { toDatedDocument } from '../header.ts'
import { latestActualEvent, type Whereabouts, whereaboutsOf } from './journey.ts'

/** Where a shipment is, when it arrives, and its carrier. */
export function ShipmentLead({ detail }: { detail: DocumentDetail }) {
  return (
    <Card>
      <div className="grid gap-5 sm:grid-cols-2 md:grid-cols-3">
        <CurrentLocation detail={detail} />
        <Arrival detail={detail} />
        <Carrier detail={detail} />
      </div>
    </Card>
  )
}

function LeadSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h2 className="text-sm text-muted">{title}</h2>
      {children}
    </div>
  )
}

function CurrentLocation({ detail }: { detail: DocumentDetail }) {
  const latest = latestActualEvent(detail.events)
  if (!latest) return <LeadSection title={t('where.now')}>{t('where.none')}</LeadSection>
  const { day, time } = eventLocalTime(latest)
  const whereabouts = whereaboutsOf(detail)
  const isOver = detail.status === 'unknown' || detail.status === 'delivered'
  return (
    <LeadSection title={t(isOver ? 'where.last' : 'where.now')}>
      <p className="text-lg font-semibold">
        {whereabouts ? whereaboutsText(whereabouts) : label(`milestone.${latest.code}`)}
      </p>
      <p className="text-muted">
        {whereabouts && `${label(`milestone.${latest.code}`)} · `}
        <time dir="auto" dateTime={latest.occurredAt} className="tabular">
          {t('date.clock', { date: formatDate(day), time })}
        </time>
      </p>
    </LeadSection>
  )
}

function whereaboutsText(whereabouts: Whereabouts): string {
  if ('at' in whereabouts) return whereabouts.at
  const { from, to } = whereabouts
  return to === null ? t('where.left', { from }) : t('where.between', { from, to })
}

function Arrival({ detail }: { detail: DocumentDetail }) {
  const { header } = detail
  const today = useToday()
  const due = dueHint(toDatedDocument(detail), today)
  const deliveredDate = textOrNull(header.deliveredDate)
  const date = deliveredDate ?? textOrNull(header.estimatedDate) ?? textOrNull(header.promisedDate)
  const relativeDate = date ? formatRelative(date, today) : null
  const signedBy = textOrNull(header.signedBy)
  return (
    <LeadSection title={t(deliveredDate ? 'where.came' : 'where.comes')}>
      <p className="text-lg font-semibold">
        <DateText date={date} />
      </p>
      <p className="flex flex-wrap gap-x-2">
        {due && <DueText due={due} />}
        {relativeDate && relativeDate !== due?.text && <bdi className="text-sm text-muted">{relativeDate}</bdi>}
      </p>
      {signedBy && <p className="text-muted">{t('where.signed', { name: signedBy })}</p>}
    </LeadSection>
  )
}

function Carrier({ detail }: { detail: DocumentDetail }) {
  const { header } = detail
  const numbers = Array.isArray(header.trackingNumbers) ? header.trackingNumbers.map(String) : []
  const trackingUrl = httpUrl(textOrNull(header.trackingUrl))
  const carrierPageUrl = (number: string) => trackingPageUrl(textOrNull(header.carrier), number)
  // The tracking URL from the supplier comes first; an unknown carrier has no page.
  const page = trackingUrl ?? carrierPageUrl(numbers[0] ?? '')
  return (
    <LeadSection title={t('where.carrier')}>
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
    </LeadSection>
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
