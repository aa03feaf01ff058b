import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CustomerRequest } from '#contract/requests/endpoints.ts'
import { concernsDocument } from '#contract/requests/rules.ts'
import { absentStateOf } from '../api/query-state.ts'
import { useHasPermission } from '../api/viewer.ts'
import { documentPath, enquiryPath, listPath, type RequestSearch, requestsPath } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { tabClass, tabsClass } from '../ui/Chips.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { Reference } from '../ui/Values.tsx'
import { allRequestsQuery } from './queries.ts'
import { RequestEntry } from './RequestEntry.tsx'

/** All requests of the account, including enquiries, newest first. */
export function RequestsPage(): ReactNode {
  const { waiting } = useSearch({ from: '/profile/requests' })
  const mayEnquire = useHasPermission('quotes.write')
  const query = useInfiniteQuery(allRequestsQuery(waiting === 'true'))
  const absence = absentStateOf(query)
  const requests = query.data?.pages.flatMap((page) => page.requests) ?? []
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
          <Tab wanted={{}} current={!waiting}>
            {t('requests.page.all')}
          </Tab>
          <Tab wanted={{ waiting: 'true' }} current={waiting === 'true'}>
            {t('requests.page.waiting')}
          </Tab>
        </nav>
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
                <RequestEntry request={request} about={<RequestSubject request={request} />} />
              </li>
            ))}
          </ol>
        )}
        {query.hasNextPage && (
          <div className="border-t border-border p-4 text-center">
            <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('requests.page.more')}
            </Button>
          </div>
        )}
      </Card>
    </div>
  )
}

const linkClass = 'underline decoration-border underline-offset-4 hover:decoration-current'

/**
 * The document that a request is about; for an enquiry, its number and a link to the quotes that name it; for a
 * remittance advice its number.
 */
function RequestSubject({ request: { kind, type, number, state } }: { request: CustomerRequest }) {
  if (concernsDocument(kind))
    return (
      <Link {...documentPath(type, number)} className={linkClass}>
        <Reference>{`${t(`type.${type}.one`)} ${number}`}</Reference>
      </Link>
    )
  return (
    <>
      <Reference>{number}</Reference>
      {kind === 'enquire' && ['taken', 'accepted', 'answered'].includes(state) && (
        <Link {...listPath('quotes', { q: number })} className={`no-print text-sm ${linkClass}`}>
          {t('requests.quotes')}
        </Link>
      )}
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

function RowsSkeleton() {
  return (
    <div>
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex flex-col gap-2 border-b border-border px-4 py-4 last:border-0 sm:px-5">
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="h-5 w-48" />
        </div>
      ))}
    </div>
  )
}
