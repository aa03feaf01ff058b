import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** The button for the next page of a list; nothing on the last. */
export function MoreRows({ query }: { query: Pages }): ReactNode {
  if (!query.hasNextPage) return null
  return (
    <div className="border-t border-border p-4 text-center">
      <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('requests.page.more')}
      </Button>
    </div>
  )
}

/** The rows of a list that is still loading. */
export function RowsSkeleton(): ReactNode {
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
