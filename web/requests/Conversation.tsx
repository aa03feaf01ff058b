import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Away, ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { absentStateOf } from '../api/query-state.ts'
import { Button } from '../ui/Button.tsx'
import { formatDate } from '../ui/format.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { Composer } from './Composer.tsx'
import { WrittenText } from './corrections/WrittenText.tsx'
import { useFoundMessage } from './found-message.ts'
import { MessageEntry } from './MessageEntry.tsx'
import { messagesQuery, requestsQuery, type Subject } from './queries.ts'
import { RequestEntry } from './RequestEntry.tsx'
import { RequestSubject } from './RequestSubject.tsx'
import { useReadMarks } from './read-marks.ts'
import { type ThreadEntry, threadOf } from './thread.ts'

type ConversationProps = {
  subject: Subject
  /** The person at the supplier's who gets what is written; null when none is named. */
  reader?: string | null
  /** Shows only this request and what was written about it, as on the page of a return. */
  only?: CustomerRequest
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
  const entries = threadOf({ requests: only ? [only] : (data?.requests ?? []), messages, hasEarlier })
  const showEarlier = () => (showsEarlier ? void all.fetchNextPage() : setShowsEarlier(true))
  const attributesOf = useFoundMessage({
    number: subject.number,
    ids: entries.map(idOf),
    showEarlier: hasEarlier && !all.isFetching ? showEarlier : undefined,
  })
  if (absence) return <AbsentState absent={absence} skeleton={<Skeleton className="h-24 w-full" />} />
  const answers = lastAnswers(messages)
  return (
    <div className="flex flex-col gap-4">
      {hasEarlier && (
        <Button size="small" className="self-start" pending={all.isFetching} onClick={showEarlier}>
          {t('conversation.earlier')}
        </Button>
      )}
      {entries.length > 0 && (
        <ol className="flex flex-col gap-4">
          {entries.map((entry) => (
            <li key={idOf(entry)} {...attributesOf(idOf(entry))}>
              {entry.kind === 'request' ? (
                <div className="rounded-control border border-border p-3">
                  <RequestEntry
                    request={entry.request}
                    onReopen={() => setAbout(entry.request)}
                    {...(only ? { about: <RequestSubject request={only} />, isOnItsPage: true } : {})}
                    note={noteOf(subject, entry.request, answers.get(entry.request.id))}
                  />
                </div>
              ) : (
                <MessageEntry
                  subject={subject}
                  message={entry.message}
                  about={entry.about}
                  answeredAt={answers.get(entry.message.request)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      <div ref={end} />
      {data?.away && <AwayNote away={data.away} />}
      <Composer subject={subject} reader={reader} about={about} onAboutChange={setAbout} only={only} />
    </div>
  )
}

/** Says above the field that the one who reads it is away, and who answers meanwhile. */
function AwayNote({ away: { name, until, standIn } }: { away: Away }) {
  return (
    <p className="no-print rounded-control bg-sunken px-3 py-2 text-sm">
      {t('conversation.away', { person: name, day: formatDate(until), name: standIn })}
    </p>
  )
}

const idOf = (entry: ThreadEntry) => (entry.kind === 'request' ? entry.request.id : entry.message.id)

/** When the supplier last wrote, by request. */
const lastAnswers = (messages: readonly ConversationMessage[]) =>
  new Map(messages.filter(({ side }) => side === 'supplier').map(({ request, at }) => [request, at]))

/** The words of a question, which its writer can correct; undefined for other requests. */
function noteOf(subject: Subject, request: CustomerRequest, answeredAt: string | undefined): ReactNode {
  const { id, kind, content, madeAt: at, correctedAt, own, state } = request
  if (kind !== 'ask' || state === 'withdrawn' || typeof content.note !== 'string') return undefined
  const words = { request: id, message: null, text: content.note, at, correctedAt, own, answeredAt }
  return <WrittenText subject={subject} words={words} />
}
