import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import { definitions } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import { absent } from '../api/view.ts'
import { useMay } from '../api/viewer.ts'
import { type ListSearch, listPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { formatCount } from '../ui/format.ts'
import { useLayout } from '../ui/layout.ts'
import { loadTexts } from '../ui/load-texts.ts'
import { useMedia } from '../ui/media.ts'
import { part } from '../ui/part.tsx'
import { usePageTitle, useToday } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { type Column, columnsOf } from './columns.tsx'
import { typeOf } from './fields.ts'
import { ListFilters, PrintedFilters } from './ListFilters.tsx'
import { CardsSkeleton, TableSkeleton } from './ListSkeleton.tsx'
import { ListTools } from './ListTools.tsx'
import { countsQuery, listQuery, viewsQuery } from './list-queries.ts'
import {
  askedOf,
  cleared,
  densityOf,
  filtersOf,
  isNarrowed,
  narrowingOf,
  sortedBy,
  sortingOf,
  tabsOf,
} from './list-state.ts'
import { useSelection } from './picking.ts'
import { useEntryKey } from './place.ts'
import { StatusTabs } from './StatusTabs.tsx'
import type { Picking } from './selection.ts'
import { useTransfers } from './transfers.ts'
import { openingView, searchOf } from './view-state.ts'

const SelectionBar = part(
  async () => (await Promise.all([import('./SelectionBar.tsx'), loadTexts('tools')]))[0].SelectionBar,
  { missing: 'message' },
)
const EmptyList = part(async () => (await Promise.all([import('./EmptyList.tsx'), loadTexts('tools')]))[0].EmptyList, {
  missing: 'inside',
})
const ListLinks = part(async () => (await import('./ListLinks.tsx')).ListLinks, { missing: 'nothing' })
const onPhone = '(max-width: 991px)'
const ListTable = part(async () => (await import('./ListTable.tsx')).ListTable, {
  instead: TableSkeleton,
  missing: 'page',
})
const ListCards = part(async () => (await import('./ListCards.tsx')).ListCards, {
  instead: CardsSkeleton,
  missing: 'page',
})
// Fetched along with the first rows, not after them.
const { load } = window.matchMedia(onPhone).matches ? ListCards : ListTable
load()

/** The list of one document type; all of its state stands in the address. */
export function DocumentListPage(): ReactNode {
  const { type } = useParams({ from: '/$type' })
  const search = useSearch({ from: '/$type' })
  const opening = useOpeningView(typeOf(type), search)
  if (opening.view) return <Navigate {...listPath(typeOf(type), searchOf(opening.view))} replace />
  return (
    <DocumentList key={type} type={typeOf(type)} search={filtersOf(typeOf(type), search)} ready={!opening.awaited} />
  )
}

/** The view with which the list opens when its address says nothing; `awaited` while nobody knows yet. */
function useOpeningView(type: DocumentType, search: ListSearch) {
  const views = useQuery(viewsQuery(type))
  const plain = Object.keys(search).length === 0
  return {
    view: openingView(views.data, search),
    awaited: plain && views.isPending && views.fetchStatus === 'fetching',
  }
}

type DocumentListProps = { type: DocumentType; search: ListSearch }

const noRows: readonly DocumentRow[] = []

function DocumentList({ type, search, ready }: DocumentListProps & { ready: boolean }) {
  const navigate = useNavigate()
  const phone = useMedia(onPhone)
  const prices = useMay('prices') ?? false
  const counts = useQuery({ ...countsQuery(type, narrowingOf(search)), enabled: ready })
  const list = useInfiniteQuery({ ...listQuery(type, askedOf(search)), enabled: ready })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? noRows, [list.data])
  const { pickAll, clear, ...picking } = useSelection(type, search, rows)
  const transfers = useTransfers()
  const narrow = useMedia('(max-width: 1200px)')
  const columns = useMemo(() => columnsOf(type, prices, search.columns, narrow), [type, prices, search.columns, narrow])
  const title = t(`list.title.${type}`)
  usePageTitle(title)

  const change = useCallback(
    (next: ListSearch, typing = false) =>
      void navigate({ ...listPath(type, next), replace: typing, resetScroll: false }),
    [navigate, type],
  )
  const total = list.data?.pages[0]?.total
  const matching = total?.exact ? total.count : null
  const barred = transfers.state !== null || picking.selection.kind === 'all' || picking.selection.picked.size > 0
  return (
    <div className="flex flex-col lg:h-[max(calc(100dvh-166px),32rem)] print:h-auto!">
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-4 pointer-coarse:min-h-10">
        <h1 className="text-xl font-semibold">
          {title}
          {total && <Total count={total.count} exact={total.exact} />}
        </h1>
        {(type === 'quotes' || type === 'invoices') && <ListLinks type={type} />}
      </div>
      <StatusTabs type={type} tabs={tabsOf(type, counts.data?.statuses, search)} search={search} />
      <ListFilters {...{ type, search, phone, prices, rows }} onChange={change}>
        <ListTools
          {...{ type, search, prices, phone, narrow, columns }}
          total={matching}
          onChange={change}
          onWant={transfers.start}
        />
      </ListFilters>
      <PrintedFilters {...{ type, search }} part={list.hasNextPage ? rows.length : null} />
      <Rows {...{ type, search, list, rows, columns, phone, prices, title }} onChange={change} {...picking} />
      {barred && (
        <SelectionBar
          {...{ type, prices, columns, matching }}
          sort={search.sort}
          selection={picking.selection}
          transfer={transfers.state}
          onPickAll={pickAll}
          onClear={clear}
          onWant={transfers.start}
          onEnd={transfers.end}
        />
      )}
    </div>
  )
}

function Total({ count, exact }: { count: number; exact: boolean }) {
  const number = formatCount(count)
  return (
    <span className="tabular font-normal text-muted" role="status">
      <span aria-hidden>
        {' · '}
        {number}
        {!exact && '+'}
      </span>
      <span className="sr-only">{exact ? t('list.total', { count }) : t('list.total.atLeast', { count: number })}</span>
    </span>
  )
}

type RowsProps = DocumentListProps &
  Picking & {
    list: ReturnType<typeof useList>
    rows: readonly DocumentRow[]
    columns: readonly Column[]
    phone: boolean
    prices: boolean
    onChange: (search: ListSearch) => void
    title: string
  }
const useList = (type: DocumentType, search: ListSearch) => useInfiniteQuery(listQuery(type, search))

function Rows(props: RowsProps) {
  const { type, search, list, rows, columns, phone, prices, onChange, title, selection, onPick } = props
  const today = useToday()
  const entryKey = useEntryKey(`/${type}`)
  const allowed = useMay(definitions[type].permission)
  const density = densityOf(search, useLayout().density)
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError])

  // Among the documents that were looked at for a text there may be none, and some among the next.
  const looksOn = rows.length === 0 && hasNextPage
  useEffect(() => {
    if (looksOn) more()
  }, [looksOn, more])

  const away = absent(list)
  if (away?.state === 'loading' || looksOn)
    return phone ? <CardsSkeleton /> : <TableSkeleton {...{ type, columns, density }} />
  if (away?.state === 'offline') return <ErrorState offline />
  if (away?.state === 'missing' || allowed === false) return <EmptyList type={type} hidden onClear={null} />
  if (away || !list.data)
    return <ErrorState text={away?.text ?? t('list.error.text')} onRetry={() => void list.refetch()} />

  const total = list.data.pages[0]?.total
  if (rows.length === 0) return <Nothing type={type} search={search} onChange={onChange} />
  const foot = <Foot loading={isFetchingNextPage} failed={isFetchNextPageError} onRetry={() => void fetchNextPage()} />
  const common = { label: title, rows, today, onNearEnd: more, entryKey, dimmed: list.isPlaceholderData, foot }
  return phone ? (
    <ListCards {...common} {...{ prices, selection, onPick }} />
  ) : (
    <ListTable
      {...common}
      {...{ type, columns, density, selection, onPick }}
      narrowed={JSON.stringify(askedOf(search))}
      total={total?.exact ? total.count : null}
      sorting={sortingOf(search)}
      onSort={(field) => onChange(sortedBy(search, field))}
    />
  )
}

function Nothing({ type, search, onChange }: Pick<RowsProps, 'type' | 'search' | 'onChange'>) {
  return <EmptyList type={type} onClear={isNarrowed(search) ? () => onChange(cleared(search)) : null} />
}

type FootProps = { loading: boolean; failed: boolean; onRetry: () => void }

function Foot({ loading, failed, onRetry }: FootProps) {
  if (failed)
    return (
      <div role="alert" className="sticky start-0 flex items-center justify-center gap-3 p-3 text-sm">
        {t('list.more.failed')}
        <Button size="small" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </div>
    )
  return (
    <div role="status" className="sticky start-0 text-center text-sm text-muted">
      {loading && <span className="block p-3">{t('list.more')}</span>}
    </div>
  )
}
