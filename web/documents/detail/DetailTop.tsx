import type { ComponentProps, ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { toneOf } from '#contract/documents/types.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { useLocalToday } from '#web/ui/events/local-today.ts'
import { formatDate, formatDateExactly, isCalendarDate, localDate } from '#web/ui/format.ts'
import { formatTime } from '#web/ui/format-details.ts'
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { fieldLabel } from '../fields.ts'
import { documentTypeName } from '../header.ts'
import { AnswerBand } from './AnswerBand.tsx'

/** A document's type, number and status, its paper, and what a person wants to know and do first. */
export function DetailTop({ detail, menu, ...actions }: DetailTopProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <DetailHead detail={detail} />
      {/* On a phone the answer comes before what every page offers. */}
      <div className="max-sm:order-last">{menu}</div>
      <div className="min-w-0 sm:col-span-2">
        <AnswerBand detail={detail} {...actions} />
      </div>
    </div>
  )
}

type DetailTopProps = ComponentProps<typeof AnswerBand> & {
  /** The paper of the document and the menu of all that can be done. */
  menu: ReactNode
}

function DetailHead({ detail }: { detail: DocumentDetail }) {
  const { type, number, status, header } = detail
  const typeName = documentTypeName(detail)
  const reference = textOrNull(header.customerReference)
  return (
    <header className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xl font-semibold">
          <span className="shrink-0 font-normal text-muted">{typeName}</span>
          <bdi className="max-w-full wrap-anywhere">{number}</bdi>
        </h1>
        <CopyButton text={number} what={t('detail.number', { type: typeName })} />
        <StatusChip tone={toneOf(type, status)}>{label(`status.${type}.${status}`)}</StatusChip>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        {reference && (
          <span className="inline-flex min-w-0 items-center gap-1">
            {fieldLabel(type, 'customerReference')}{' '}
            <bdi className="min-w-0 font-medium text-text wrap-anywhere">{reference}</bdi>
            <CopyButton text={reference} what={t('detail.reference')} />
          </span>
        )}
        <LastUpdated header={header} />
      </p>
    </header>
  )
}

/** When the ERP changed the document, or the portal received it. */
function LastUpdated({ header }: { header: DocumentDetail['header'] }) {
  const today = useLocalToday()
  const source = textOrNull(header.sourceModifiedAt)
  const updatedAt = source ?? textOrNull(header.ingestedAt)
  if (!updatedAt) return null
  const sameDay = !isCalendarDate(updatedAt) && localDate(new Date(updatedAt)) === today
  const when = sameDay ? formatTime(updatedAt) : formatDate(updatedAt)
  return (
    <Tooltip text={formatDateExactly(updatedAt)}>
      <time dateTime={updatedAt} dir="auto" tabIndex={0}>
        {source ? t('detail.asOf', { when, source: t('detail.erp') }) : t('detail.asOf.portal', { when })}
      </time>
    </Tooltip>
  )
}
