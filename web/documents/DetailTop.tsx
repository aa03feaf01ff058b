import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { definitions, toneOf } from '../../contract/documents/types.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { formatDate, formatDateExactly, formatTime, isCalendarDate, localDate } from '../ui/format.ts'
import { useToday } from '../ui/portal.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { label, t } from '../ui/text.ts'
import { DateText, Money } from '../ui/Values.tsx'
import { DueText } from './DueText.tsx'
import { dueOf, keyDateOf } from './due.ts'
import { type Fact, KeyFacts } from './Facts.tsx'
import { fieldLabel, fieldOf, textOf } from './fields.ts'
import { datedOf, oneOf } from './header.ts'
import { RequestActions } from './RequestActions.tsx'

/** What a document is, how it stands, and the dates and the amount that a person looks for first. */
export function DetailTop({ detail }: { detail: DocumentDetail }) {
  const { type, number, status, header } = detail
  const what = oneOf(detail)
  const reference = textOf(header.customerReference)
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-56">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xl font-semibold">
              <span className="shrink-0 font-normal text-muted">{what}</span>
              <bdi className="max-w-full wrap-anywhere">{number}</bdi>
            </h1>
            <CopyButton text={number} what={t('detail.number', { type: what })} />
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
            <Freshness header={header} />
          </p>
        </div>
        <RequestActions detail={detail} />
      </div>
      <KeyFacts label={t('detail.facts')} facts={keyFacts(detail, useToday())} />
    </header>
  )
}

/** When what is shown was last heard from the ERP. */
function Freshness({ header }: { header: DocumentDetail['header'] }) {
  const today = useToday()
  const source = textOf(header.sourceModifiedAt)
  const at = source ?? textOf(header.ingestedAt)
  if (!at) return null
  const sameDay = !isCalendarDate(at) && localDate(new Date(at)) === today
  const when = sameDay ? formatTime(at) : formatDate(at)
  return (
    <Tooltip text={formatDateExactly(at)}>
      <time dateTime={at} dir="auto" tabIndex={0}>
        {source ? t('detail.asOf', { when, source: t('detail.erp') }) : t('detail.asOf.portal', { when })}
      </time>
    </Tooltip>
  )
}

/** The two or three dates that matter for a type, most telling last; then its amount. */
const dates = {
  quotes: ['issueDate', 'requestedDate', 'validUntil'],
  orders: ['issueDate', 'validUntil', 'requestedDate', 'promisedDate', 'estimatedDate'],
  shipments: ['requestedDate', 'despatchDate', 'promisedDate', 'estimatedDate', 'deliveredDate'],
  invoices: ['issueDate', 'deliveredDate', 'dueDate'],
} as const

function keyFacts(detail: DocumentDetail, today: string): Fact[] {
  const { type, header } = detail
  const due = dueOf(datedOf(detail), today)
  const keyDate = keyDateOf(datedOf(detail))
  const told: readonly string[] = dates[type]
  const carrier = told.findLast((name) => textOf(header[name]) === keyDate) ?? definitions[type].keyDate
  const shown = told
    .filter((name) => textOf(header[name]) !== null || name === 'issueDate')
    .map((name): Fact => {
      const note = due && name === carrier ? <DueText key="due" due={due} /> : null
      return {
        label: fieldLabel(type, name),
        value: <DateText key="date" date={textOf(header[name])} focusable />,
        note,
      }
    })
  const amount = fieldOf(type, 'gross') && 'gross' in header && type !== 'shipments'
  if (!amount) return shown
  const money = <Money amount={textOf(header.gross)} currency={textOf(header.currency)} />
  return [...shown, { label: fieldLabel(type, 'gross'), value: money }]
}
