import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedRequest } from '#contract/requests/conversation.ts'
import { absentStateOf } from '../api/query-state.ts'
import { useHasPermission } from '../api/viewer.ts'
import { enquiryPath, type RequestSearch, requestsPath } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { tabClass, tabsClass } from '../ui/Chips.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { t } from '../ui/text.ts'
import { ConversationList } from './ConversationList.tsx'
import { MoreRows, RowsSkeleton } from './ListParts.tsx'
import { allRequestsQuery } from './queries.ts'
import { RequestEntry } from './RequestEntry.tsx'
import { RequestSubject, UnreadMark } from './RequestSubject.tsx'

/** All requests of the account, including enquiries, newest first. */
export function RequestsPage(): ReactNode {
  const { waiting, conversations } = useSearch({ from: '/profile/requests' })
  const mayEnquire = useHasPermission('quotes.write')
  return (
    <div className="max-w-5xl">
      <PageHeader title={t('account.requests')} lead={t('requests.page.text')}>
        {mayEnquire && (
          <Link {...enquiryPath()} className={`no-print ${buttonClass('primary')}`}>
            {t('account.enquire')}
          </Link>
        )}
      </PageHeader>
      <Card padded={false}>
        <nav aria-label={t('requests.page.which')} className={`${tabsClass} px-4 sm:px-5`}>
          <Tab wanted={{}} current={!waiting && !conversations}>
            {t('requests.page.all')}
          </Tab>
          <Tab wanted={{ conversations: 'true' }} current={conversations === 'true'}>
            {t('requests.page.conversations')}
          </Tab>
          <Tab wanted={{ waiting: 'true' }} current={!conversations && waiting === 'true'}>
            {t('requests.page.waiting')}
          </Tab>
        </nav>
        {conversations === 'true' ? <ConversationList /> : <RequestList waiting={waiting === 'true'} />}
      </Card>
    </div>
  )
}

/** All requests, or those that wait, newest first. */
function RequestList({ waiting }: { waiting: boolean }) {
  const query = useInfiniteQuery(allRequestsQuery(waiting ? 'waiting' : 'all'))
  const absence = absentStateOf(query)
  const requests = query.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <>
      {absence ? (
        <AbsentState absent={absence} skeleton={<RowsSkeleton />} />
      ) : requests.length === 0 ? (
        <EmptyState
          icon={MessageCircleQuestion}
          title={waiting ? t('requests.nothing.waiting') : t('requests.nothing.title')}
          {...(waiting ? {} : { text: t('requests.nothing.text') })}
        />
      ) : (
        <ol>
          {requests.map((request) => (
            <li key={request.id} className="border-b border-border px-4 py-4 last:border-0 sm:px-5">
              <RequestEntry request={request} about={<RequestAbout request={request} />} />
            </li>
          ))}
        </ol>
      )}
      <MoreRows query={query} />
    </>
  )
}

/** What a request is about, and whether something about it has not been read. */
function RequestAbout({ request }: { request: ListedRequest }) {
  return (
    <>
      <RequestSubject request={request} />
      {request.unread && <UnreadMark />}
    </>
  )
}

function Tab({ wanted, current, children }: { wanted: RequestSearch; current: boolean; children: ReactNode }) {
  return (
    <Link
      {...requestsPath(wanted)}
      resetScroll={false}
      activeOptions={{ exact: true, includeSearch: true }}
      {...(current ? { 'aria-current': 'true' as const } : {})}
      className={tabClass}
    >
      {children}
    </Link>
  )
}
