import type { ReactNode } from 'react'
import type { Why } from '#contract/answers/rules.ts'
import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { compare, fromMillionths, toMillionths } from '#contract/money.ts'
import { EventMoment } from '#web/ui/events/EventMoment.tsx'
import { formatCount } from '#web/ui/format.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { goodsLines, openLines } from '../lines/stages.ts'
import { latestActualEvent, whereaboutsOf } from '../shipment/journey.ts'

/** Why a document is in its state: what the carrier reported, which reason was given, how much is left. */
export function AnswerReason({ detail, why }: { detail: DocumentDetail; why: Why | undefined }): ReactNode {
  if (why === 'report') return <CarrierReport detail={detail} />
  const text = why === undefined ? null : reasonText(detail, why)
  return text === null ? null : (
    <p className="mt-1 wrap-anywhere" dir="auto">
      {text}
    </p>
  )
}

function reasonText(detail: DocumentDetail, why: Exclude<Why, 'report'>): string | null {
  switch (why) {
    case 'holdReason':
    case 'rejectionReason': {
      const reason = textOrNull(detail.header[why])
      return reason === null ? null : t('answer.why.given', { reason })
    }
    case 'openLines': {
      const goods = goodsLines(detail.lines)
      const open = openLines(goods).length
      return open === 0 ? null : t('open.lines', { open: formatCount(open), all: formatCount(goods.length) })
    }
    default:
      return disputeText(detail.header)
  }
}

function disputeText(header: DocumentDetail['header']): string | null {
  const [disputed, open, currency] = [header.disputedAmount, header.open, header.currency].map(textOrNull)
  if (header.disputed !== true || !disputed || !open || compare(disputed, open) >= 0) return null
  const money = (amount: string) => [formatAmount(amount, currency ?? null), currency].filter(Boolean).join('\u00a0')
  const rest = fromMillionths(toMillionths(open) - toMillionths(disputed))
  return t('pay.disputed', { amount: money(disputed), rest: money(rest) })
}

/** What the carrier reported last: why, where and when. */
function CarrierReport({ detail }: { detail: DocumentDetail }) {
  const latest = latestActualEvent(detail.events)
  if (!latest) return null
  const whereabouts = whereaboutsOf(detail)
  const signedBy = textOrNull(detail.header.signedBy)
  const parts = [
    detail.status === 'delivered' && signedBy ? t('where.signed', { name: signedBy }) : null,
    reportText(latest, detail.status),
    whereabouts === null ? null : placeText(whereabouts),
  ].filter((part) => part !== null)
  return (
    <p className="mt-1 wrap-anywhere">
      {parts.map((part) => (
        <span key={part}>
          <bdi>{part}</bdi>
          {' · '}
        </span>
      ))}
      <EventMoment event={latest} />
    </p>
  )
}

/** Why, or else what was reported, unless the sentence above says it. */
function reportText({ code, reasonCode }: TrackingEvent, status: string): string | null {
  if (reasonCode !== null) return label(`reason.${reasonCode}`)
  return code === status ? null : label(`milestone.${code}`)
}

function placeText(whereabouts: NonNullable<ReturnType<typeof whereaboutsOf>>): string {
  if ('at' in whereabouts) return whereabouts.at
  const { from, to } = whereabouts
  return to === null ? t('where.left', { from }) : t('where.between', { from, to })
}
