import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EventMoment } from '#web/ui/events/EventMoment.tsx'
import { latestFirst } from '#web/ui/events/event-time.ts'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { AttachmentRow } from '../files/AttachmentRow.tsx'
import { attachmentQuery } from '../files/attachment-download.ts'
import { previewKindOf } from '../files/preview-kind.ts'
import { locationName } from './location-name.ts'

/** Who signed for a delivery, when and where, with the signature and pictures as proof; nothing when there is none. */
export function ProofOfDelivery({ detail }: { detail: DocumentDetail }) {
  const signedBy = textOrNull(detail.header.signedBy)
  const attachments = detail.attachments.filter(({ purpose }) => purpose === 'proof_of_delivery')
  if (!signedBy && attachments.length === 0) return null
  const event = latestDelivery(detail.events)
  const deliveredAt = textOrNull(detail.header.deliveredAt) ?? textOrNull(detail.header.deliveredDate)
  const locationText = event && locationName(event.place)
  return (
    <Card title={t('proof.title')}>
      <dl className="flex flex-col gap-2">
        {signedBy && <ProofFact name={t('proof.signed')}>{<bdi className="font-medium">{signedBy}</bdi>}</ProofFact>}
        {(event || deliveredAt) && (
          <ProofFact name={t('proof.when')}>
            {event ? <EventMoment event={event} /> : <DateText date={deliveredAt} />}
          </ProofFact>
        )}
        {locationText && <ProofFact name={t('proof.where')}>{<bdi>{locationText}</bdi>}</ProofFact>}
      </dl>
      {attachments.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2">
          {attachments.map((attachment) => (
            <ProofAttachment key={attachment.id} detail={detail} attachment={attachment} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The latest actual delivery that was not retracted. */
function latestDelivery(events: readonly TrackingEvent[]): TrackingEvent | undefined {
  return events
    .filter(({ classifier, code, retracted }) => classifier === 'actual' && code === 'delivered' && !retracted)
    .toSorted(latestFirst)[0]
}

function ProofFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

type ProofAttachmentProps = { detail: DocumentDetail; attachment: DocumentDetail['attachments'][number] }

/** An image is shown at once; every proof is also listed like the other attachments. */
function ProofAttachment({ detail, attachment }: ProofAttachmentProps) {
  return (
    <>
      {previewKindOf(attachment.mimeType) === 'image' && (
        <li className="no-print">
          <ProofPicture detail={detail} attachment={attachment} />
        </li>
      )}
      <AttachmentRow detail={detail} attachment={attachment} />
    </>
  )
}

function ProofPicture({ detail: { type, number }, attachment }: ProofAttachmentProps) {
  const query = useQuery(attachmentQuery({ type, number, id: attachment.id }, attachment))
  const [objectUrl, setObjectUrl] = useState<string>()
  useEffect(() => {
    if (!query.data) return
    const url = URL.createObjectURL(query.data)
    setObjectUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [query.data])
  // Space is reserved so that the layout does not shift. A picture that cannot be loaded is still listed below by name.
  if (query.isError) return null
  return (
    <div className="flex h-48 items-center justify-center overflow-hidden rounded-control bg-sunken">
      {objectUrl && <img src={objectUrl} alt={attachment.name} className="max-h-full max-w-full object-contain" />}
    </div>
  )
}
