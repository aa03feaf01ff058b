import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DocumentChange } from '#contract/documents/activity.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { requestsQuery } from '#web/requests/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useLocalToday } from '#web/ui/events/local-today.ts'
import { formatDate, formatDateExactly, formatRelative, isCalendarDate } from '#web/ui/format.ts'
import { dayOf, formatTime } from '#web/ui/format-details.ts'
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { documentTypeName } from '../header.ts'
import { changesQuery } from '../queries.ts'
import { type ActivityFact, activityFacts, withoutDuplicateFacts } from './activity-facts.ts'
import { changeSentences, type Sentence } from './change-text.ts'

type ActivityEntry = { id: string; at: string; sentences: readonly Sentence[] }

/** What happened to a document, by day, newest first; the oldest entry is the issue of the document. */
export function DocumentActivity({ detail }: { detail: DocumentDetail }): ReactNode {
  const { type, number, header } = detail
  const query = useInfiniteQuery(changesQuery(type, number))
  const { data: conversation } = useQuery(requestsQuery(type, number))
  const issueDate = textOrNull(header.issueDate)
  const absence = absentStateOf(query)
  if (absence?.state === 'loading') return <ActivitySkeleton />
  if (absence && absence.state !== 'failed') return null
  const changedDocument = { type, currency: textOrNull(header.currency) }
  const changes = (query.data?.pages ?? []).flatMap((page) => page.rows)
  // Facts older than the oldest loaded change appear once the changes of that time are loaded.
  const oldest = query.hasNextPage ? changes.at(-1)?.at : undefined
  const facts = withoutDuplicateFacts(
    activityFacts(detail, conversation ?? { requests: [], messages: [] }),
    changes,
  ).filter(({ at }) => oldest === undefined || dayOf(at) > dayOf(oldest))
  const issue: ActivityFact[] =
    issueDate && !query.hasNextPage && !absence ? [{ id: 'issue', at: issueDate, text: issuedText(detail) }] : []
  const entries = [...changes.map((row) => changeEntry(row, changedDocument)), ...[...facts, ...issue].map(factEntry)]
  const days = [...Map.groupBy(entries.toSorted(newestFirst), ({ at }) => dayOf(at))]
  return (
    <Card title={t('activity.title')} className="no-print">
      {absence && (
        <p className="flex items-center gap-3 text-muted">
          {absence.text ?? t('state.error.text')}
          <Button size="small" onClick={() => void query.refetch()}>
            {t('action.retry')}
          </Button>
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {days.map(([day, dayEntries]) => (
          <li key={day}>
            <DayTitle day={day} />
            <ol className="flex flex-col gap-2">
              {dayEntries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="quiet"
          size="small"
          className="mt-3 -ms-3"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('activity.more')}
        </Button>
      )}
    </Card>
  )
}

function changeEntry(
  { id, at, changes }: DocumentChange,
  changedDocument: Parameters<typeof changeSentences>[1],
): ActivityEntry {
  return { id, at, sentences: changeSentences(changes, changedDocument) }
}

function factEntry({ id, at, text }: ActivityFact): ActivityEntry {
  return { id, at, sentences: [{ key: id, text, lines: null, tone: 'plain' }] }
}

/** Later days first; within a day, entries with a time come before those without. */
function newestFirst(a: ActivityEntry, b: ActivityEntry): number {
  const [day, other] = [dayOf(a.at), dayOf(b.at)]
  if (day !== other) return day < other ? 1 : -1
  if (isCalendarDate(a.at) || isCalendarDate(b.at)) return Number(isCalendarDate(a.at)) - Number(isCalendarDate(b.at))
  return Date.parse(b.at) - Date.parse(a.at)
}

function issuedText(detail: DocumentDetail): string {
  const kind = detail.type === 'invoices' ? textOrNull(detail.header.invoiceKind) : null
  return kind === null || kind === '380'
    ? t(`activity.issued.${detail.type}`)
    : t('activity.issued.other', { document: documentTypeName(detail) })
}

function DayTitle({ day }: { day: string }) {
  const today = useLocalToday()
  return (
    <h3 className="mb-1.5 flex flex-wrap items-baseline gap-x-2 text-sm font-medium">
      <time dir="auto" dateTime={day} title={formatDateExactly(day)}>
        {formatDate(day)}
      </time>
      <bdi className="font-normal text-muted">{formatRelative(day, today)}</bdi>
    </h3>
  )
}

function EntryRow({ entry }: { entry: ActivityEntry }) {
  return (
    <li className="flex gap-x-4 max-sm:flex-col">
      {isCalendarDate(entry.at) ? (
        <span className="w-16 shrink-0 max-sm:hidden" />
      ) : (
        <Tooltip text={formatDateExactly(entry.at)} className="self-start">
          <time
            dateTime={entry.at}
            dir="auto"
            className="tabular min-w-16 shrink-0 whitespace-nowrap text-sm leading-[22px] text-muted"
          >
            {formatTime(entry.at)}
          </time>
        </Tooltip>
      )}
      <ul className="flex min-w-0 flex-1 flex-col gap-0.5">
        {entry.sentences.map(({ key, text, lines, tone }) => (
          <li key={key} className={`wrap-anywhere ${tone === 'warn' ? 'font-medium' : ''}`}>
            <bdi>
              {text}
              {lines && <span className="text-sm font-normal text-muted"> · {lines}</span>}
            </bdi>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** As high as the activity of a document that has not changed. */
function ActivitySkeleton() {
  return (
    <Card title={t('activity.title')}>
      <p className="mb-1.5 text-sm">
        <Skeleton className="h-3 w-32" />
      </p>
      <p className="ps-20 max-sm:ps-0">
        <Skeleton className="h-4 w-40" />
      </p>
    </Card>
  )
}
