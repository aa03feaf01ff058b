import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { toneOf } from '#contract/documents/types.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { formatDate, formatDateExactly, formatTime, isCalendarDate, localDate } from '#web/ui/format.ts'
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx'
import { useToday } from '#web/ui/portal.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { fieldLabel } from '../fields.ts'
import { documentTypeName } from '../header.ts'
import { AnswerBand } from './AnswerBand.tsx'
import { RequestActions } from './RequestActions.tsx'

/** A document's type, number and status, its paper, and what a person wants to know and do first. */
export function DetailTop({ detail }: { detail: DocumentDetail }) {
  return (
    <RequestActions detail={detail}>
      {(main, menu) => (
        <div className="flex flex-col gap-4">
          <DetailHead detail={detail} menu={menu} />
          <AnswerBand detail={detail} actions={main} />
        </div>
      )}
    </RequestActions>
  )
}

function DetailHead({ detail, menu }: { detail: DocumentDetail; menu: ReactNode }) {
  const { type, number, status, header } = detail
  const typeName = documentTypeName(detail)
  const reference = textOrNull(header.customerReference)
  return (
    <header>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-56">
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
        </div>
        {menu}
      </div>
    </header>
  )
}

/** When the ERP changed the document, or the portal received it. */
function LastUpdated({ header }: { header: DocumentDetail['header'] }) {
  const today = useToday()
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
