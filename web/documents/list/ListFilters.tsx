import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import type { ListSearch } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { Button } from '#web/ui/Button.tsx'
import { useTypedFilter } from '#web/ui/fields/typed-filter.ts'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToday } from '#web/ui/portal.ts'
import { t } from '#web/ui/text.ts'
import { DateRange } from './DateRange.tsx'
import { countInDrawer, hasFilters, withChanges } from './list-state.ts'

/** Loaded where a list is filtered; its row keeps its height meanwhile. */
const ActiveFilters = lazyComponent(() => import('./ActiveFilters.tsx'), 'ActiveFilters', {
  fallback: () => <div className="h-8" />,
  failureDisplay: 'inside',
})
const FilterDrawer = lazyComponent(() => import('./FilterDrawer.tsx'), 'FilterDrawer', { failureDisplay: 'message' })

type ListFiltersProps = {
  type: DocumentType
  search: ListSearch
  prices: boolean
  phone: boolean
  /** The rows that are loaded. */
  rows: readonly DocumentRow[]
  /** `replaceEntry` (while typing): the change replaces the history entry instead of adding one. */
  onChange: (search: ListSearch, replaceEntry?: boolean) => void
  /** The end of the row: saved views, layout, export. */
  children: ReactNode
}

/** Text search, dates and further filters of a list; below them the active filters as removable chips. */
export function ListFilters(props: ListFiltersProps) {
  const { type, search, phone, onChange } = props
  const [open, setOpen] = useState(false)
  const inDrawer = countInDrawer(search, phone)
  return (
    <search aria-label={t('list.filters')} className="flex flex-col gap-2 py-3">
      <div className="no-print flex flex-wrap items-center gap-2">
        <ListSearchField text={search.q ?? ''} onChange={(q) => onChange(withChanges(search, { q }), true)} />
        {!phone && <DateRange type={type} search={search} onChange={onChange} />}
        <Button
          aria-haspopup="dialog"
          className="px-3!"
          onPointerEnter={FilterDrawer.load}
          onFocus={FilterDrawer.load}
          onClick={() => setOpen(true)}
        >
          <SlidersHorizontal aria-hidden size={16} className="text-muted" />
          {phone ? t('list.filters') : t('list.more.filters')}
          {inDrawer > 0 && (
            <span className="tabular rounded-full bg-sunken px-1.5 text-xs text-muted">
              <span aria-hidden>{formatCount(inDrawer)}</span>
              <span className="sr-only">{t('list.filters.count', { count: inDrawer })}</span>
            </span>
          )}
        </Button>
        <div className="flex flex-wrap items-center gap-2 min-[700px]:ms-auto">{props.children}</div>
      </div>
      {(hasFilters(search) || search.sort) && <ActiveFilters {...{ type, search, phone, onChange }} />}
      {open && <FilterDrawer {...props} open withDatesAndSort={phone} onClose={() => setOpen(false)} />}
    </search>
  )
}

/** `printedCount`: how many documents are printed, if not all of them; otherwise null. */
type PrintedDayProps = { printedCount: number | null }

/** Of which day a printed list is. */
export function PrintedDay({ printedCount }: PrintedDayProps) {
  return (
    <p className="mb-2 hidden text-sm text-muted print:block">
      {t('status.asOf', { when: formatDate(useToday()) })}
      {printedCount !== null && (
        <strong className="block">{t('list.printed.part', { count: formatCount(printedCount) })}</strong>
      )}
    </p>
  )
}

type ListSearchFieldProps = { text: string; onChange: (text: string) => void }

/** Filters the list by the typed text, after a short pause or at once on Enter. */
function ListSearchField({ text, onChange }: ListSearchFieldProps) {
  const { typed, setTyped, applyNow } = useTypedFilter(text, onChange)
  return (
    <label className="relative min-w-44 flex-1 sm:max-w-72">
      <span className="sr-only">{t('list.search')}</span>
      <Search aria-hidden size={16} className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted" />
      <input
        type="search"
        value={typed}
        maxLength={200}
        placeholder={t('list.search')}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && applyNow()}
        className="h-9 w-full rounded-control border border-control bg-raised ps-9 pe-3 outline-offset-0 pointer-coarse:h-10"
      />
    </label>
  )
}
