import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { definitions } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { ListSearch } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { FilterChip } from '../ui/Chips.tsx'
import { useToday } from '../ui/portal.ts'
import { label, t } from '../ui/text.ts'
import { DateRange, rangeText } from './DateRange.tsx'
import { fieldLabel } from './fields.ts'
import { changed, isNarrowed, openStatuses } from './list-state.ts'
import { openLabel } from './StatusTabs.tsx'

/** Milliseconds of rest after which typed text narrows the list. */
const rest = 250

type ListFiltersProps = {
  type: DocumentType
  search: ListSearch
  /** `typing` changes replace the address instead of adding an entry to the history. */
  onChange: (search: ListSearch, typing?: boolean) => void
}

/** Search in this list, dates, and what narrows it now as chips that can be taken away. */
export function ListFilters({ type, search, onChange }: ListFiltersProps) {
  const today = useToday()
  const range = rangeText(search, today)
  const status = statusText(type, search.status)
  const clear = () => onChange(changed(search, { status: undefined, from: undefined, to: undefined, q: undefined }))
  return (
    <search aria-label={t('list.filters')} className="no-print flex flex-wrap items-center gap-2 py-3">
      <SearchInList text={search.q ?? ''} onChange={(q) => onChange(changed(search, { q }), true)} />
      <DateRange search={search} onChange={onChange} />
      {status && <FilterChip onRemove={() => onChange(changed(search, { status: undefined }))}>{status}</FilterChip>}
      {range && (
        <FilterChip onRemove={() => onChange(changed(search, { from: undefined, to: undefined }))}>{range}</FilterChip>
      )}
      {search.q && (
        <FilterChip onRemove={() => onChange(changed(search, { q: undefined }))}>
          {t('list.search.text', { text: search.q })}
        </FilterChip>
      )}
      {search.sort && (
        <FilterChip onRemove={() => onChange(changed(search, { sort: undefined }))}>
          {sortText(type, search.sort)}
        </FilterChip>
      )}
      {isNarrowed(search) && (
        <Button variant="quiet" size="small" onClick={clear}>
          {t('list.clear')}
        </Button>
      )}
    </search>
  )
}

function statusText(type: DocumentType, status: string | undefined): string {
  if (!status) return ''
  if (status === openStatuses(type)) return openLabel(type)
  const statuses = status.split(',')
  const [only] = statuses
  return statuses.length === 1 ? label(`status.${type}.${only}`) : t('list.status.some', { count: statuses.length })
}

function sortText(type: DocumentType, sort: string): string {
  if (sort === 'keyDate' || sort === '-keyDate')
    return t(`list.sort.${sort}`, { date: fieldLabel(type, definitions[type].keyDate) })
  return label(`list.sort.${sort}`)
}

type SearchInListProps = { text: string; onChange: (text: string) => void }

/** Narrows the list to what is typed, after a short rest; at once with Enter. */
function SearchInList({ text, onChange }: SearchInListProps) {
  const [typed, setTyped] = useState({ text, from: text })
  // The address changed by other means, such as a chip or the way back: it wins over what was typed.
  if (typed.from !== text) setTyped({ text: typed.text.trim() === text ? typed.text : text, from: text })
  const wanted = typed.text.trim()

  useEffect(() => {
    if (wanted === text) return
    const timer = setTimeout(() => onChange(wanted), rest)
    return () => clearTimeout(timer)
  }, [wanted, text, onChange])

  return (
    <label className="relative min-w-44 flex-1 sm:max-w-72">
      <span className="sr-only">{t('list.search')}</span>
      <Search aria-hidden size={16} className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted" />
      <input
        type="search"
        value={typed.text}
        maxLength={200}
        placeholder={t('list.search')}
        onChange={(event) => setTyped({ text: event.currentTarget.value, from: text })}
        onKeyDown={(event) => event.key === 'Enter' && wanted !== text && onChange(wanted)}
        className="h-9 w-full rounded-control border border-control bg-raised ps-9 pe-3 outline-offset-0 pointer-coarse:h-10"
      />
    </label>
  )
}
