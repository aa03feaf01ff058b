import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { ListedRequest } from '#contract/requests/conversation.ts'
import { absentStateOf, isLoading } from '../api/query-state.ts'
import { useLocation } from '../routing/hooks.ts'
import { Button } from '../ui/Button.tsx'
import { formatDate, formatDateExactly } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { Conversation } from './Conversation.tsx'
import { requestSentence } from './content/request-sentence.ts'
import { requestTones } from './content/request-tones.ts'
import { MoreRows, RowsSkeleton } from './ListParts.tsx'
import { allRequestsQuery, requestsQuery, type Subject } from './queries.ts'
import { RequestSubject, UnreadMark } from './RequestSubject.tsx'

/** What belongs to no document first, then each document and enquiry about which something was written, newest first. */
export function ConversationList(): ReactNode {
  const query = useInfiniteQuery(allRequestsQuery('conversations'))
  const absence = absentStateOf(query)
  const rows = query.data?.pages.flatMap((page) => page.requests) ?? []
  const aboutDocuments = rows.filter(({ type }) => type !== 'account')
  // The link to a message of what is no document names it behind a slash.
  const about = useLocation(({ hash }) => hash).split('/')[1]
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const isSought = about !== undefined && !rows.some(({ number }) => number === about)
  const canLoadMore = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isSought && canLoadMore) void fetchNextPage()
  }, [isSought, canLoadMore, fetchNextPage])
  const general: Subject = { type: 'account', number: 'account' }
  const generalRequests = useQuery(requestsQuery(general.type, general.number))
  // It stands above all others, however long it is: they are shown when it is there.
  if (isLoading(generalRequests)) return <AbsentState absent={{ state: 'loading' }} skeleton={<RowsSkeleton />} />
  return (
    <>
      <section aria-label={t('conversation.general')} className="border-b border-border px-4 py-4 sm:px-5">
        <h2 className="font-semibold">{t('conversation.general')}</h2>
        <p className="mb-3 text-sm text-muted">{t('conversation.general.text')}</p>
        <Conversation subject={general} />
      </section>
      {absence ? (
        <AbsentState absent={absence} skeleton={<RowsSkeleton />} />
      ) : aboutDocuments.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted sm:px-5">{t('conversation.none')}</p>
      ) : (
        <ol>
          {aboutDocuments.map((request) => (
            <li
              key={`${request.type}/${request.number}`}
              className="border-b border-border px-4 py-4 last:border-0 sm:px-5"
            >
              <ConversationRow request={request} isOpened={request.number === about} />
            </li>
          ))}
        </ol>
      )}
      <MoreRows query={query} />
    </>
  )
}

/** A conversation by its last words; it opens in place. */
function ConversationRow({ request, isOpened }: { request: ListedRequest; isOpened: boolean }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(isOpened)
  const { type, number, unread, state } = request
  const { who, at, text } = lastWords(request)
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          <RequestSubject request={request} />
        </span>
        {unread && <UnreadMark />}
        <StatusChip tone={requestTones[state]}>{t(`requests.state.${state}`)}</StatusChip>
        <time dateTime={at} title={formatDateExactly(at)} className="text-sm text-muted">
          {formatDate(at)}
        </time>
        <Button
          variant="quiet"
          size="small"
          className="ms-auto"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('conversation.show')}
          <ChevronDown aria-hidden size={16} className={isOpen ? 'rotate-180' : ''} />
        </Button>
      </div>
      {!isOpen && (
        <p className="truncate text-sm text-muted">
          {who}
          {text !== null && (
            <>
              {' · '}
              <bdi data-written>{text}</bdi>
            </>
          )}
        </p>
      )}
      <div id={id} className={isOpen ? 'mt-3' : ''}>
        {isOpen && <Conversation subject={{ type, number }} />}
      </div>
    </div>
  )
}

/** The last that was written: a message, or the request itself. */
function lastWords(request: ListedRequest): { who: string; at: string; text: string | null } {
  const { lastMessage: message, content, madeAt } = request
  if (message === null)
    return { who: requestSentence(request), at: madeAt, text: typeof content.note === 'string' ? content.note : null }
  const who = message.own ? t('requests.you') : (message.by ?? t('conversation.supplier'))
  return { who: t(`conversation.did.${message.outcome ?? 'none'}`, { who }), at: message.at, text: message.text }
}
