import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, MessageCircleQuestion } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { InboxEntry } from '#contract/console/inbox.ts'
import { type InboxView, inboxViews } from '#contract/console/inbox-filters.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate, useParams, useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TabCount, tabClass, tabsClass } from '#web/ui/Chips.tsx'
import { formatDate, formatDateExactly } from '#web/ui/format.ts'
import { usePageTitle } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { useNow } from '../use-now.ts'
import { AnswerTimes } from './AnswerTimes.tsx'
import { Due } from './Due.tsx'
import { InboxFilters } from './InboxFilters.tsx'
import type { InboxSearch } from './inbox-search.ts'
import { inboxQuery } from './queries.ts'
import { RequestPane } from './RequestPane.tsx'
import { StateChip } from './StateChip.tsx'
import { useShortcuts } from './shortcuts.ts'
import { UnreadDot } from './UnreadDot.tsx'

const views = Object.keys(inboxViews) as InboxView[]

/** The queue of what customers ask, and beside it the request that is open; on a phone one or the other. */
export function InboxPage(): ReactNode {
  usePageTitle(t('console.requests'))
  const search = useSearch('/requests')
  const { id }: { id?: string } = useParams('/requests/$id')
  const reads = useMay('requests.read')
  if (!reads) return <EmptyState icon={Inbox} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <div className="flex min-h-0 flex-1 lg:h-[calc(100dvh-93px)] lg:flex-none">
      <h1 className="sr-only">{t('console.requests')}</h1>
      <section
        aria-label={t('console.queue')}
        className={`flex min-w-0 flex-1 flex-col border-e border-border bg-raised lg:w-[420px] lg:flex-none ${id ? 'max-lg:hidden' : ''}`}
      >
        <Queue search={search} openId={id} />
      </section>
      <section
        aria-label={t('console.request')}
        className={`min-w-0 flex-1 lg:overflow-y-auto ${id ? '' : 'max-lg:hidden'}`}
      >
        {id ? (
          <RequestPane key={id} id={id} />
        ) : (
          <EmptyState icon={MessageCircleQuestion} title={t('console.queue.choose')} text={t('inbox.keys')} />
        )}
      </section>
    </div>
  )
}

function Queue({ search, openId }: { search: InboxSearch; openId: string | undefined }) {
  const query = useInfiniteQuery(inboxQuery(search))
  const navigate = useNavigate()
  const now = useNow()
  const requests = query.data?.pages.flatMap((page) => page.requests) ?? []
  const { waiting, unread } = query.data?.pages[0] ?? {}
  const view = search.view ?? 'waiting'
  const move = (by: 1 | -1) => {
    const index = requests.findIndex(({ id }) => id === openId)
    const next = index < 0 ? requests[by > 0 ? 0 : requests.length - 1] : requests[index + by]
    if (next) void navigate({ to: '/requests/$id', params: { id: next.id }, search })
  }
  useShortcuts({ j: () => move(1), k: () => move(-1) })
  const scrollToOpen = useEffectEvent(() =>
    document.getElementById(`entry-${openId}`)?.scrollIntoView({ block: 'nearest' }),
  )
  useEffect(() => {
    if (openId) scrollToOpen()
  }, [openId])
  const absence = absentStateOf(query)
  return (
    <>
      <nav aria-label={t('console.queue.which')} className={`${tabsClass} px-4`}>
        {views.map((one) => (
          <Link
            key={one}
            to="/requests"
            search={{ ...search, view: one === 'waiting' ? undefined : one }}
            activeOptions={{ explicitUndefined: true }}
            {...(one === view ? { 'aria-current': 'true' as const } : {})}
            className={tabClass}
          >
            {t(`inbox.view.${one}`)}
            {one === 'waiting' && <TabCount count={waiting} exact={waiting !== 1000} />}
            {one === 'unread' && <TabCount count={unread} exact={unread !== 1000} />}
          </Link>
        ))}
      </nav>
      <InboxFilters search={search} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {absence ? (
          <AbsentState absent={absence} skeleton={<Skeleton className="m-4 h-40" />} />
        ) : requests.length === 0 ? (
          <EmptyState icon={Inbox} title={t(`inbox.empty.${view as InboxView}`)} />
        ) : (
          <ol>
            {requests.map((request) => (
              <Entry key={request.id} request={request} search={search} isOpen={request.id === openId} now={now} />
            ))}
          </ol>
        )}
        {query.hasNextPage && (
          <div className="p-4 text-center">
            <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('requests.page.more')}
            </Button>
          </div>
        )}
      </div>
      <AnswerTimes />
    </>
  )
}

type EntryProps = { request: InboxEntry; search: InboxSearch; isOpen: boolean; now: number }

function Entry({ request, search, isOpen, now }: EntryProps) {
  const { id, kind, account, madeAt, madeBy, state, words, assignee, type, number, snoozedUntil, unreadSince } = request
  return (
    <li id={`entry-${id}`} className="border-b border-border">
      <Link
        to="/requests/$id"
        params={{ id }}
        search={search}
        {...(isOpen ? { 'aria-current': 'true' as const } : {})}
        className="block border-s-3 border-transparent px-4 py-3 -outline-offset-2 hover:bg-hover aria-[current=true]:border-brand aria-[current=true]:bg-hover"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="flex min-w-0 items-baseline gap-2 font-medium">
            <bdi className="min-w-0 truncate">{account.name}</bdi>
            {unreadSince !== null && <UnreadDot since={unreadSince} />}
          </span>
          <time dateTime={madeAt} title={formatDateExactly(madeAt)} className="shrink-0 text-sm text-muted">
            {formatDate(madeAt)}
          </time>
        </span>
        <span className="mt-0.5 block">
          {t(`requests.did.${kind}`, { who: madeBy })}
          {type !== 'account' && (
            <>
              {' · '}
              <bdi>{number}</bdi>
            </>
          )}
        </span>
        {words !== null && (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-muted">
            {words}
          </span>
        )}
        <span className="mt-1.5 flex flex-wrap items-center gap-2">
          <StateChip state={state} />
          <Due at={request.dueAt} now={now} />
          {assignee && <span className="text-sm text-muted">{t('console.assigned', { name: assignee.name })}</span>}
          {snoozedUntil !== null && (
            <span className="text-sm text-muted">{t('inbox.snoozed.back', { when: formatDate(snoozedUntil) })}</span>
          )}
        </span>
      </Link>
    </li>
  )
}
