import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { absentStateOf } from '../api/query-state.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { Composer } from './Composer.tsx'
import { MessageEntry } from './MessageEntry.tsx'
import { messagesQuery, requestsQuery, type Subject } from './queries.ts'
import { RequestEntry } from './RequestEntry.tsx'
import { RequestSubject } from './RequestSubject.tsx'
import { useReadMarks } from './read-marks.ts'
import { threadOf } from './thread.ts'

type ConversationProps = {
  subject: Subject
  /** The person at the supplier's who gets what is written; null when none is named. */
  reader?: string | null
  /** Shows only this request and what was written about it, as on the page of a return. */
  only?: CustomerRequest
}

/** What was asked and written about a document, with the field to write more. */
export function ConversationCard({ subject, reader }: ConversationProps): ReactNode {
  const { data } = useQuery(requestsQuery(subject.type, subject.number))
  return (
    <Card title={t('conversation.title')} className={data?.requests.length ? '' : 'no-print'}>
      <Conversation subject={subject} reader={reader ?? null} />
    </Card>
  )
}

/** Requests and messages about one subject in the order in which they came, and the field below them. */
export function Conversation({ subject, reader = null, only }: ConversationProps): ReactNode {
  const query = useQuery(requestsQuery(subject.type, subject.number))
  const { data } = query
  const [showsEarlier, setShowsEarlier] = useState(false)
  const [about, setAbout] = useState<CustomerRequest | null>(null)
  const all = useInfiniteQuery({ ...messagesQuery(subject), enabled: showsEarlier })
  const pages = all.data?.pages
  const allMessages = pages ? pages.toReversed().flatMap((page) => page.messages) : (data?.messages ?? [])
  const messages = only ? allMessages.filter(({ request }) => request === only.id) : allMessages
  const hasEarlier = pages ? all.hasNextPage : (data?.hasEarlier ?? false)
  const end = useReadMarks(subject, messages, only?.id)
  const absence = absentStateOf(query)
  if (absence) return <AbsentState absent={absence} skeleton={<Skeleton className="h-24 w-full" />} />
  const entries = threadOf({ requests: only ? [only] : (data?.requests ?? []), messages, hasEarlier })
  return (
    <div className="flex flex-col gap-4">
      {hasEarlier && (
        <Button
          size="small"
          className="self-start"
          pending={all.isFetching}
          onClick={() => (showsEarlier ? void all.fetchNextPage() : setShowsEarlier(true))}
        >
          {t('conversation.earlier')}
        </Button>
      )}
      {entries.length > 0 && (
        <ol className="flex flex-col gap-4">
          {entries.map((entry) =>
            entry.kind === 'request' ? (
              <li key={entry.request.id} className="rounded-control border border-border p-3">
                <RequestEntry
                  request={entry.request}
                  onReopen={() => setAbout(entry.request)}
                  {...(only ? { about: <RequestSubject request={only} />, isOnItsPage: true } : {})}
                />
              </li>
            ) : (
              <li key={entry.message.id}>
                <MessageEntry message={entry.message} about={entry.about} />
              </li>
            ),
          )}
        </ol>
      )}
      <div ref={end} />
      <Composer subject={subject} reader={reader} about={about} onAboutChange={setAbout} only={only} />
    </div>
  )
}
