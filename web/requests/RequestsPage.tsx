import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedRequest } from '#contract/requests/conversation.ts'
import { absentStateOf } from '../api/query-state.ts'
import { useExpectedPermission } from '../api/viewer.ts'
import { enquiryPath, type RequestSearch, requestsPath } from '../paths.ts'
import { useSearch } from '../routing/hooks.ts'
import { Link } from '../routing/Link.tsx'
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
import { ReturnPage } from './returns/ReturnPage.tsx'

/** All requests of the account, including enquiries, newest first. */
export function RequestsPage(): ReactNode {
  const { waiting, conversations, returns } = useSearch('/profile/requests')
  const mayEnquire = useExpectedPermission('quotes.write')
  const mayReturn = useExpectedPermission('shipments.read')
  if (returns !== undefined && returns !== allReturns) return <ReturnPage number={returns} />
  const shown = returns === allReturns ? 'returns' : waiting === 'true' ? 'waiting' : 'all'
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
          <Tab wanted={{}} current={shown === 'all' && !conversations}>
            {t('requests.page.all')}
          </Tab>
          <Tab wanted={{ conversations: 'true' }} current={conversations === 'true'}>
            {t('requests.page.conversations')}
          </Tab>
          {mayReturn && (
            <Tab wanted={{ returns: allReturns }} current={!conversations && shown === 'returns'}>
              {t('requests.page.returns')}
            </Tab>
          )}
          <Tab wanted={{ waiting: 'true' }} current={!conversations && shown === 'waiting'}>
            {t('requests.page.waiting')}
          </Tab>
        </nav>
        {conversations === 'true' ? <ConversationList /> : <RequestList shown={shown} />}
      </Card>
    </div>
  )
}

/** What the address says in place of a number when all returns are listed. */
const allReturns = 'true'
const emptyTitles = {
  all: 'requests.nothing.title',
  waiting: 'requests.nothing.waiting',
  returns: 'requests.nothing.returns',
} as const

/** All requests, those that wait, or returns, newest first. */
function RequestList({ shown }: { shown: keyof typeof emptyTitles }) {
  const query = useInfiniteQuery(allRequestsQuery(shown))
  const absence = absentStateOf(query)
  const requests = query.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <>
      {absence ? (
        <AbsentState absent={absence} skeleton={<RowsSkeleton />} />
      ) : requests.length === 0 ? (
        <EmptyState
          icon={MessageCircleQuestion}
          title={t(emptyTitles[shown])}
          {...(shown === 'all' ? { text: t('requests.nothing.text') } : {})}
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
