import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { DocumentType } from '#contract/values.ts'
import { documentPath } from '#web/paths.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { frontmost } from '#web/ui/overlays/Popover.tsx'
import { t } from '#web/ui/text.ts'
import type { LastList } from '../last-list.ts'

type NeighboursProps = { type: DocumentType; number: string; shown: LastList }

/** The document's place in the list that it was opened from, with the ones before and after; J and K lead there too. */
export function Neighbours({ type, number, shown }: NeighboursProps): ReactNode {
  // The rows that the list has loaded; they are kept while its documents are read one after the other.
  const list = useInfiniteQuery({ ...shown.query, enabled: false })
  const navigate = useNavigate()
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const index = rows.findIndex((row) => row.number === number)
  const previous = rows[index - 1]?.number
  const next = index < 0 ? undefined : rows[index + 1]?.number
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const needsMore = index >= 0 && index > rows.length - 3 && canLoadMore
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const target = { j: next, k: previous }[event.key]
      if (target === undefined || isElsewhere(event)) return
      event.preventDefault()
      void navigate({ ...documentPath(type, target), replace: true })
    }
    window.addEventListener('keydown', follow)
    return () => window.removeEventListener('keydown', follow)
  }, [navigate, type, previous, next])
  if (index < 0) return null
  return (
    <nav aria-label={t('detail.neighbours')} className="no-print flex items-center gap-1 text-sm text-muted">
      <Neighbour {...{ type }} number={previous} label={t('detail.previous')} keys="k">
        <ChevronLeft aria-hidden size={18} className="directional" />
      </Neighbour>
      <span className="tabular">
        {t('detail.place', {
          place: formatCount(index + 1),
          // Where not all were counted, more may have been loaded.
          total: Math.max(shown.total?.count ?? 0, rows.length),
          more: shown.total?.exact ? '' : '+',
        })}
      </span>
      <Neighbour {...{ type }} number={next} label={t('detail.next')} keys="j">
        <ChevronRight aria-hidden size={18} className="directional" />
      </Neighbour>
    </nav>
  )
}

/** Whether the key belongs to a field or to something that is open in front of the page. */
function isElsewhere({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const field = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  return altKey || ctrlKey || metaKey || Boolean(field || frontmost())
}

type NeighbourProps = {
  type: DocumentType
  number: string | undefined
  label: string
  keys: string
  children: ReactNode
}

/** Reading on replaces the entry of the browser's history: back leads to the list, however many were read. */
function Neighbour({ type, number, label, keys, children }: NeighbourProps) {
  const className = `${buttonClass('quiet', 'small')} min-w-9 px-0! pointer-coarse:min-w-10`
  if (number === undefined)
    return (
      <span aria-hidden className={`${className} opacity-40`}>
        {children}
      </span>
    )
  return (
    <Link
      {...documentPath(type, number)}
      replace
      aria-label={label}
      aria-keyshortcuts={keys}
      title={label}
      className={className}
    >
      {children}
    </Link>
  )
}
