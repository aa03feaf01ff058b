import type { ListSearch } from '#contract/documents/list-search.ts'
import { definitions } from '#contract/documents/types.ts'
import { type Density, densities } from '#contract/profile/appearance.ts'
import type { DocumentType } from '#contract/values.ts'
import { RadioGroup } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { useLayout } from '#web/ui/layout.ts'
import { t } from '#web/ui/text.ts'
import { ColumnChooser } from '../columns/ColumnChooser.tsx'
import { availableColumns, standardColumns, visibleColumns } from '../columns/columns.tsx'
import { sortText } from './active-filters.ts'
import { densityOf, withChanges } from './list-state.ts'
import { withGroup } from './search-changes.ts'

/** Every sort order of a type's list, with its label; by amount only for members who may see prices. */
export function sortChoices(type: DocumentType, prices: boolean): { value: string; label: string }[] {
  return definitions[type].sorts
    .filter((sort) => prices || (sort !== 'gross' && sort !== 'open'))
    .flatMap((sort) => [`-${sort}`, sort])
    .map((value) => ({ value, label: sortText(type, value) }))
}

/** How the rows of a list can be grouped, with its labels; the first is not at all. */
export function groupChoices(): { value: string; label: string }[] {
  return [
    { value: '', label: t('view.group.none') },
    { value: 'week', label: t('view.group.week') },
    { value: 'status', label: t('view.group.status') },
  ]
}

type LayoutPanelProps = {
  type: DocumentType
  search: ListSearch
  prices: boolean
  leftOut: number
  /** `replaceEntry`: the change replaces the history entry instead of adding one. */
  onChange: (search: ListSearch, replaceEntry: boolean) => void
}

/** The layout of a list: its sort order and groups, the height of its rows, its columns and their order. */
export function LayoutPanel({ type, search, prices, leftOut, onChange }: LayoutPanelProps) {
  const defaultDensity = useLayout().density
  const available = availableColumns(type, prices)
  const standard = standardColumns(type, available, leftOut)
  const shown = visibleColumns(type, prices, search.columns, leftOut).map(({ name }) => name)
  const chooseColumns = (names: readonly string[]) => {
    const columns = names.join(',')
    onChange(withChanges(search, { columns: columns === standard.join(',') ? undefined : columns }), true)
  }
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label={t('view.sort')}
        value={search.sort ?? '-issueDate'}
        choices={sortChoices(type, prices)}
        onChange={(event) => {
          const sort = event.currentTarget.value
          onChange(withChanges(search, { sort: sort === '-issueDate' ? undefined : sort }), false)
        }}
      />
      <SelectField
        label={t('view.group')}
        value={search.group ?? ''}
        choices={groupChoices()}
        onChange={(event) => onChange(withGroup(search, event.currentTarget.value), false)}
      />
      <RadioGroup<Density>
        legend={t('view.density')}
        name="density"
        value={densityOf(search, defaultDensity)}
        choices={densities.map((value) => ({ value, label: t(`view.density.${value}`) }))}
        onChange={(density) =>
          onChange(withChanges(search, { density: density === defaultDensity ? undefined : density }), true)
        }
      />
      <ColumnChooser
        available={available}
        shown={shown}
        onChange={chooseColumns}
        onReset={search.columns === undefined ? null : () => chooseColumns(standard)}
      />
    </div>
  )
}
