import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { MessageHit, searchMessages } from '#contract/search/messages.ts'
import { Link } from '../routing/Link.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatDate, formatDateExactly } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { Reference } from '../ui/Values.tsx'
import { HighlightedText } from './HighlightedText.tsx'
import { messagePath, messageSubject, messageWriter } from './message-hit.ts'
import { splitByRanges } from './text-pieces.ts'

/** What was found in conversations, page by page. */
export type FoundMessages = UseInfiniteQueryResult<InfiniteData<Reply<typeof searchMessages>>>

/** The messages that were found and read so far. */
export const messagesOf = ({ data }: FoundMessages): MessageHit[] => data?.pages.flatMap((page) => page.hits) ?? []

/** Whether messages were found, or older ones are still to be searched. */
export const hasMessages = (messages: FoundMessages): boolean => messages.hasNextPage || messagesOf(messages).length > 0

/** What was written in conversations and holds what was searched for, newest first. */
export function MessageHits({ messages }: { messages: FoundMessages }): ReactNode {
  return (
    <Card title={t('search.messages')} padded={false}>
      <ul className={messages.isPlaceholderData ? 'opacity-60' : ''}>
        {messagesOf(messages).map((hit) => (
          <li key={hit.id}>
            <MessageRow hit={hit} />
          </li>
        ))}
      </ul>
      {messages.hasNextPage && (
        <div className="border-t border-border p-4">
          <Button pending={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
            {t('search.messages.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function MessageRow({ hit }: { hit: MessageHit }) {
  return (
    <Link
      {...messagePath(hit)}
      className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-border px-4 py-2.5 outline-offset-[-2px] hover:bg-hover sm:px-5"
    >
      <span className="min-w-0">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <Reference>{messageSubject(hit)}</Reference>
          <bdi className="min-w-0 truncate text-muted">{messageWriter(hit)}</bdi>
        </span>
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
          <HighlightedText parts={splitByRanges(hit.text, hit.ranges)} />
        </span>
      </span>
      <time dateTime={hit.at} title={formatDateExactly(hit.at)} className="text-end text-muted">
        {formatDate(hit.at)}
      </time>
    </Link>
  )
}
