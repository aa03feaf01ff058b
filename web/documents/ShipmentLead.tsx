import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { carrierPage } from '../../contract/documents/carriers.ts'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { formatDate, formatRelative } from '../ui/format.ts'
import { placeTime } from '../ui/place-time.ts'
import { useToday } from '../ui/portal.ts'
import { label, t } from '../ui/text.ts'
import { DateText, Text } from '../ui/Values.tsx'
import { DueText } from './DueText.tsx'
import { dueOf } from './due.ts'
import { textOf } from './fields.ts'
import { datedOf } from './header.ts'
import { latestActual, type Whereabouts, whereaboutsOf } from './journey.ts'

/** Where a shipment is now, when it comes, and who brings it. */
export function ShipmentLead({ detail }: { detail: DocumentDetail }) {
  return (
    <Card>
      <div className="grid gap-5 sm:grid-cols-2 md:grid-cols-3">
        <Where detail={detail} />
        <Arrival detail={detail} />
        <Carrier detail={detail} />
      </div>
    </Card>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h2 className="text-sm text-muted">{title}</h2>
      {children}
    </div>
  )
}

function Where({ detail }: { detail: DocumentDetail }) {
  const latest = latestActual(detail.events)
  if (!latest) return <Part title={t('where.now')}>{t('where.none')}</Part>
  const { day, time } = placeTime(latest)
  const whereabouts = whereaboutsOf(detail)
  const isOver = detail.status === 'unknown' || detail.status === 'delivered'
  return (
    <Part title={t(isOver ? 'where.last' : 'where.now')}>
      <p className="text-lg font-semibold">
        {whereabouts ? whereaboutsText(whereabouts) : label(`milestone.${latest.code}`)}
      </p>
      <p className="text-muted">
        {whereabouts && `${label(`milestone.${latest.code}`)} · `}
        <time dir="auto" dateTime={latest.occurredAt} className="tabular">
          {t('date.clock', { date: formatDate(day), time })}
        </time>
      </p>
    </Part>
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
  const due = dueOf(datedOf(detail), today)
  const came = textOf(header.deliveredDate)
  const date = came ?? textOf(header.estimatedDate) ?? textOf(header.promisedDate)
  const near = date ? formatRelative(date, today) : null
  const signed = textOf(header.signedBy)
  return (
    <Part title={t(came ? 'where.came' : 'where.comes')}>
      <p className="text-lg font-semibold">
        <DateText date={date} />
      </p>
      <p className="flex flex-wrap gap-x-2">
        {due && <DueText due={due} />}
        {near && near !== due?.text && <bdi className="text-sm text-muted">{near}</bdi>}
      </p>
      {signed && <p className="text-muted">{t('where.signed', { name: signed })}</p>}
    </Part>
  )
}

function Carrier({ detail }: { detail: DocumentDetail }) {
  const { header } = detail
  const numbers = Array.isArray(header.trackingNumbers) ? header.trackingNumbers.map(String) : []
  const sent = webAddress(textOf(header.trackingUrl))
  const pageOf = (number: string) => carrierPage(textOf(header.carrier), number)
  // What the supplier sent knows best; a carrier that is not known has no page.
  const page = sent ?? pageOf(numbers[0] ?? '')
  return (
    <Part title={t('where.carrier')}>
      <p className="font-medium">
        <Text>{[textOf(header.carrier), textOf(header.service)].filter(Boolean).join(' · ')}</Text>
      </p>
      {numbers.slice(0, mostNumbers).map((number) => (
        <p key={number} className="flex items-center gap-1">
          <bdi className="tabular min-w-0 truncate" title={number}>
            {sent || numbers.length === 1 ? number : <NumberPage number={number} page={pageOf(number)} />}
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
    </Part>
  )
}

/** Numbers of one shipment that are shown. */
const mostNumbers = 12

function NumberPage({ number, page }: { number: string; page: string | null }) {
  if (!page) return number
  return (
    <a href={page} target="_blank" rel="noopener noreferrer" className="underline">
      {number}
    </a>
  )
}

/** An address that a browser may open; anything else that was sent as one is not made a link. */
function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}
