import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { DocumentDetail, TrackingEvent } from '../../contract/documents/endpoints.ts'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { byTime, offsetText, placeTime } from '../ui/place-time.ts'
import { t } from '../ui/text.ts'
import { DateText } from '../ui/Values.tsx'
import { AttachmentRow } from './AttachmentRow.tsx'
import { fetchPaper } from './download.ts'
import { textOf } from './fields.ts'
import { placeName } from './place-name.ts'
import { previewOf } from './preview.ts'

/** Who signed for a delivery, when and where, with the signature and the pictures that prove it; nothing without any. */
export function Proof({ detail }: { detail: DocumentDetail }) {
  const signed = textOf(detail.header.signedBy)
  const papers = detail.attachments.filter(({ purpose }) => purpose === 'proof_of_delivery')
  if (!signed && papers.length === 0) return null
  const event = deliveryOf(detail.events)
  const came = textOf(detail.header.deliveredAt) ?? textOf(detail.header.deliveredDate)
  const place = event && placeName(event.place)
  return (
    <Card title={t('proof.title')}>
      <dl className="flex flex-col gap-2">
        {signed && <Told name={t('proof.signed')}>{<bdi className="font-medium">{signed}</bdi>}</Told>}
        {(event || came) && (
          <Told name={t('proof.when')}>{event ? <Moment event={event} /> : <DateText date={came} />}</Told>
        )}
        {place && <Told name={t('proof.where')}>{<bdi>{place}</bdi>}</Told>}
      </dl>
      {papers.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2">
          {papers.map((paper) => (
            <Paper key={paper.id} detail={detail} paper={paper} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The last delivery that really took place. */
function deliveryOf(events: readonly TrackingEvent[]): TrackingEvent | undefined {
  return events
    .filter(({ classifier, code, retracted }) => classifier === 'actual' && code === 'delivered' && !retracted)
    .toSorted(byTime)[0]
}

function Told({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Moment({ event }: { event: TrackingEvent }) {
  const { day, time, offset } = placeTime(event)
  return (
    <time dir="auto" dateTime={event.occurredAt} className="tabular">
      {t('date.clock', { date: formatDate(day), time })}{' '}
      <span className="text-xs text-muted">
        {t('events.utc')}
        {offsetText(offset)}
      </span>
    </time>
  )
}

type PaperProps = { detail: DocumentDetail; paper: DocumentDetail['attachments'][number] }

/** A picture is seen at once; any other proof opens like the other papers. */
function Paper({ detail, paper }: PaperProps) {
  return (
    <>
      {previewOf(paper.mimeType) === 'image' && (
        <li className="no-print">
          <Picture detail={detail} paper={paper} />
        </li>
      )}
      <AttachmentRow detail={detail} paper={paper} />
    </>
  )
}

function Picture({ detail: { type, number }, paper: { id, name } }: PaperProps) {
  const params = { type, number, id }
  const found = useQuery({
    queryKey: ['documents', type, 'paper', number, id],
    queryFn: () => fetchPaper(params),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!found.data) return
    const made = URL.createObjectURL(found.data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [found.data])
  // Its room is kept, so that nothing jumps when it comes. What cannot be fetched stands below by its name.
  if (found.isError) return null
  return (
    <div className="flex h-48 items-center justify-center overflow-hidden rounded-control bg-sunken">
      {address && <img src={address} alt={name} className="max-h-full max-w-full object-contain" />}
    </div>
  )
}
