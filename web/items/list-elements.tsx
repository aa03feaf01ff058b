import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { saveFile } from '../api/download.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'

export const linkClass = 'underline decoration-border underline-offset-4 hover:decoration-current'

type MoreButtonProps = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

/** Loads the next page; nothing when there is none. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <div className="no-print flex justify-center p-4">
      <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('items.more')}
      </Button>
    </div>
  )
}

/** Saves the reply of a path as a CSV file. */
export function SaveCsvButton({ path, name }: { path: string; name: string }) {
  const saving = useMutation({ mutationFn: () => saveFile(path, `${name}.csv`) })
  return (
    <Button size="small" className="no-print" write={saving} onClick={() => saving.mutate()}>
      <Download aria-hidden size={16} />
      <span className="max-sm:sr-only">{t('items.csv')}</span>
    </Button>
  )
}

export function RowsSkeleton() {
  return (
    <div className="space-y-3 border-t border-border p-5">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  )
}
