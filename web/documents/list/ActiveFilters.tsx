import type { ListSearch } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterChip } from '#web/ui/fields/FilterChip.tsx'
import { t } from '#web/ui/text.ts'
import { activeFilters } from './active-filters.ts'
import { hasFilters, withoutFilters } from './list-state.ts'

type ActiveFiltersProps = {
  type: DocumentType
  search: ListSearch
  phone: boolean
  onChange: (search: ListSearch) => void
}

/** The active filters of a list: as removable chips, and on paper as text. */
export function ActiveFilters({ type, search, phone, onChange }: ActiveFiltersProps) {
  const active = activeFilters(type, search)
  return (
    <>
      <div className="no-print flex min-h-8 flex-wrap items-center gap-2">
        {active
          // A table shows its sorting in its head; a chip that comes and goes above it would move the head from under
          // the pointer.
          .filter(({ name }) => phone || name !== 'sort')
          .map(({ name, text, without }) => (
            <FilterChip key={name} onRemove={() => onChange(without)}>
              {text}
            </FilterChip>
          ))}
        {hasFilters(search) && (
          <Button variant="quiet" size="small" onClick={() => onChange(withoutFilters(search))}>
            {t('list.clear')}
          </Button>
        )}
      </div>
      <p className="hidden text-sm text-muted print:block">{active.map(({ text }) => text).join(' · ')}</p>
    </>
  )
}
