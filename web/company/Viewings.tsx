import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { absentStateOf } from '../api/query-state.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatDateExactly } from '../ui/format.ts'
import { formatTime } from '../ui/format-details.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { viewingsQuery } from './queries.ts'

/** When the supplier's staff saw the portal as one of the account's people sees it, and why. */
export function Viewings(): ReactNode {
  const query = useInfiniteQuery(viewingsQuery)
  const absence = absentStateOf(query)
  const viewings = query.data?.pages.flatMap((page) => page.viewings) ?? []
  return (
    <Card title={t('company.viewings')} padded={false}>
      <p className="px-4 pb-4 text-muted sm:px-5">{t('company.viewings.text')}</p>
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="m-5 h-10" />} />}
      {query.data && viewings.length === 0 && (
        <p className="border-t border-border px-4 py-4 text-muted sm:px-5">{t('company.viewings.none')}</p>
      )}
      <ul>
        {viewings.map(({ id, by, person, reason, startedAt, endedAt }) => (
          <li key={id} className="border-t border-border px-4 py-2.5 sm:px-5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium wrap-anywhere">{t('company.viewing', { by, person })}</span>
              <span className="text-sm text-muted">
                {t('company.viewing.time', { from: formatDateExactly(startedAt), to: formatTime(endedAt) })}
              </span>
            </span>
            <span dir="auto" className="block text-sm wrap-anywhere text-muted">
              {reason}
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="border-t border-border p-4 text-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('security.history.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
