import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { type ListSearch, queryParameters, validSearch } from '#contract/documents/list-search.ts'
import { definitions } from '#contract/documents/types.ts'
import type { Density } from '#contract/profile/appearance.ts'
import type { DocumentType } from '#contract/values.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useExpectedPermission, useHasPermission } from '#web/api/viewer.ts'
import { listPath } from '#web/paths.ts'
import { useNavigate, useParams, useSearch } from '#web/routing/hooks.ts'
import { Navigate } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { useLayout } from '#web/ui/layout.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useMedia } from '#web/ui/media.ts'
import { usePageTitle, useToday } from '#web/ui/portal.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { t } from '#web/ui/text.ts'
import { type Column, isTight, visibleColumns } from '../columns/columns.tsx'
import { documentTypeOf } from '../fields.ts'
import { useLeftOut } from './ListColumns.tsx'
import { ListFilters, PrintedDay } from './ListFilters.tsx'
import { CardsSkeleton, TableSkeleton } from './ListSkeleton.tsx'
import { ListTools } from './ListTools.tsx'
import { EmptyList, ListLinks, SelectionBar } from './lazy-parts.ts'
import {
  densityOf,
  hasFilters,
  isUnknown,
  sortingOf,
  statusTabsOf,
  withoutFilters,
  withSortToggled,
} from './list-state.ts'
import { viewsQuery } from './queries.ts'
import { StatusTabs } from './StatusTabs.tsx'
import { useHistoryEntryKey } from './scroll-position.ts'
import type { SelectionProps } from './selection/selection.ts'
import { filtersWithoutSort } from './selection/selection.ts'
import { useSelection } from './selection/use-selection.ts'
import { useTransfer } from './transfer-state.ts'
import { type DocumentList, useDocumentList } from './use-document-list.ts'
import { defaultViewOf, searchOfView } from './view-state.ts'

/** Narrower, a table would show hardly more than its first columns; the server names the files by the same width. */
const phoneMediaQuery = '(max-width: 699px)'
const ListTable = lazyComponent(() => import('./rows/ListTable.tsx'), 'ListTable', {
  fallback: TableSkeleton,
  failureDisplay: 'page',
})
const ListCards = lazyComponent(() => import('./rows/ListCards.tsx'), 'ListCards', {
  fallback: CardsSkeleton,
  failureDisplay: 'page',
})
/** Loaded in parallel with the first rows, not after them; the page is not shown without. */
export const rowsLoaded: Promise<void> = (window.matchMedia(phoneMediaQuery).matches ? ListCards : ListTable).load()

/** The list of one document type; its whole state is in the URL. */
export function DocumentListPage(): ReactNode {
  const { type } = useParams('/$type')
  const search = useSearch('/$type')
  const defaultView = useDefaultView(documentTypeOf(type), search)
  if (defaultView.view) return <Navigate {...listPath(documentTypeOf(type), searchOfView(defaultView.view))} replace />
  return (
    <DocumentListOf
      key={type}
      type={documentTypeOf(type)}
      search={validSearch(documentTypeOf(type), search)}
      ready={!defaultView.pending}
    />
  )
}

/** The default view when the URL has no parameters; `pending` is true while the saved views are loading. */
function useDefaultView(type: DocumentType, search: ListSearch) {
  const views = useQuery(viewsQuery(type))
  const hasNoSearch = Object.keys(search).length === 0
  return {
    view: defaultViewOf(views.data, search),
    pending: hasNoSearch && views.isPending && views.fetchStatus === 'fetching',
  }
}

type DocumentListProps = { type: DocumentType; search: ListSearch }

function DocumentListOf({ type, search, ready }: DocumentListProps & { ready: boolean }) {
  const navigate = useNavigate()
  const phone = useMedia(phoneMediaQuery)
  const prices = useExpectedPermission('prices')
  const list = useDocumentList(type, search, ready)
  const { rows, total } = list
  const { pickAll, clear, ...selectionProps } = useSelection(type, search, rows)
  const transfer = useTransfer()
  const density = densityOf(search, useLayout().density)
  const leftOut = useLeftOut(type, prices, density)
  const columns = useMemo(
    () => visibleColumns(type, prices, search.columns, leftOut),
    [type, prices, search.columns, leftOut],
  )
  const title = t(`list.title.${type}`)
  usePageTitle(title)

  const changeSearch = useCallback(
    (next: ListSearch, replaceEntry = false) =>
      void navigate({ ...listPath(type, next), replace: replaceEntry, resetScroll: false }),
    [navigate, type],
  )
  const matching = total?.exact ? total.count : null
  const showsSelectionBar =
    transfer !== null || selectionProps.selection.kind === 'all' || selectionProps.selection.documents.size > 0
  return (
    <div className="flex flex-col min-[700px]:h-[max(calc(100dvh-166px),32rem)] print:h-auto!">
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-4 pointer-coarse:min-h-10">
        <h1 className="text-xl font-semibold">
          {title}
          {total && !isUnknown(total) && <Total count={total.count} exact={total.exact} />}
        </h1>
        {type === 'quotes' && <ListLinks />}
      </div>
      <StatusTabs type={type} tabs={statusTabsOf(type, list.counts, search)} search={search} />
      <ListFilters {...{ type, search, phone, prices, rows }} onChange={changeSearch}>
        <ListTools {...{ type, search, prices, phone, leftOut, columns }} total={matching} onChange={changeSearch} />
      </ListFilters>
      <PrintedDay printedCount={list.query.hasNextPage ? rows.length : null} />
      <ListRows
        {...{ type, search, list, columns, density, phone, prices, title }}
        tight={search.columns === undefined && isTight(leftOut)}
        onChange={changeSearch}
        {...selectionProps}
      />
      {showsSelectionBar && (
        <SelectionBar
          {...{ type, prices, columns, matching, transfer }}
          order={search}
          selection={selectionProps.selection}
          onPickAll={pickAll}
          onClear={clear}
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

type ListRowsProps = DocumentListProps &
  SelectionProps & {
    list: DocumentList
    columns: readonly Column[]
    density: Density
    phone: boolean
    prices: boolean
    tight: boolean
    onChange: (search: ListSearch) => void
    title: string
  }

function ListRows(props: ListRowsProps) {
  const { type, search, list, columns, density, phone, prices, tight, onChange, title, selection, onPick } = props
  const today = useToday()
  const entryKey = useHistoryEntryKey(`/${type}`)
  const allowed = useHasPermission(definitions[type].permission)
  const { rows, groups, total } = list
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list.query
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError])

  // A page of a text search may hold no match although a later page does.
  const continuesSearching = rows.length === 0 && hasNextPage
  useEffect(() => {
    if (continuesSearching) loadMore()
  }, [continuesSearching, loadMore])

  const absence = absentStateOf(list.query)
  if (absence?.state === 'loading' || continuesSearching)
    return phone ? <CardsSkeleton /> : <TableSkeleton {...{ type, columns, density }} />
  if (absence?.state === 'offline') return <ErrorState offline />
  if (absence?.state === 'missing' || allowed === false) return <EmptyList type={type} hidden onClear={null} />
  if (absence || !list.query.data)
    return <ErrorState text={absence?.text ?? t('list.error.text')} onRetry={() => void list.query.refetch()} />

  if (rows.length === 0) return <NoRows type={type} search={search} onChange={onChange} />
  const foot = (
    <ListFoot loading={isFetchingNextPage} failed={isFetchNextPageError} onRetry={() => void fetchNextPage()} />
  )
  const dimmed = list.query.isPlaceholderData
  const commonProps = { label: title, rows, groups, today, onNearEnd: loadMore, entryKey, dimmed, foot }
  return phone ? (
    <ListCards {...commonProps} {...{ prices, selection, onPick }} />
  ) : (
    <ListTable
      {...commonProps}
      {...{ type, columns, density, tight, selection, onPick }}
      filters={filtersWithoutSort(search)}
      filtersKey={JSON.stringify(queryParameters(search))}
      total={total?.exact ? total.count : null}
      sorting={sortingOf(search)}
      onSort={(field) => onChange(withSortToggled(search, field))}
    />
  )
}

function NoRows({ type, search, onChange }: Pick<ListRowsProps, 'type' | 'search' | 'onChange'>) {
  return <EmptyList type={type} onClear={hasFilters(search) ? () => onChange(withoutFilters(search)) : null} />
}

type ListFootProps = { loading: boolean; failed: boolean; onRetry: () => void }

function ListFoot({ loading, failed, onRetry }: ListFootProps) {
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
