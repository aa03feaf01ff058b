import { ArrowDown } from 'lucide-react'
import { memo, useState } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import type { Column } from '#web/documents/columns/columns.tsx'
import { afterPaint } from '#web/ui/after-paint.ts'
import { HeadCell } from '#web/ui/Table.tsx'
import { t } from '#web/ui/text.ts'
import { isSelected, type SelectionProps } from '../selection/selection.ts'

export type Sorting = { by: string; descending: boolean }

type ListHeadProps = SelectionProps & {
  columns: readonly Column[]
  rows: readonly DocumentRow[]
  sorting: Sorting
  onSort: (field: string) => void
}

/** The column headings; those by which the list can be sorted are buttons. */
export function ListHead({ columns, rows, sorting, onSort, selection, onPick }: ListHeadProps) {
  const renderHeadCell = (name: string, field: string | null, text: string, end = false) => {
    const sorted = field === sorting.by
    return (
      <HeadCell
        key={name}
        end={end}
        sticky={name === 'number'}
        className={name === 'number' ? 'start-11! ps-0!' : ''}
        {...(sorted ? { 'aria-sort': sorting.descending ? ('descending' as const) : ('ascending' as const) } : {})}
      >
        {field === null ? text : <SortButton {...{ field, text, end, onSort }} state={sorted ? sorting : null} />}
      </HeadCell>
    )
  }
  return (
    <thead>
      <tr aria-rowindex={1}>
        <HeadCell sticky className="ps-0! pe-0! text-center!">
          <PickAll rows={rows} selection={selection} onPick={onPick} />
        </HeadCell>
        {renderHeadCell('number', 'number', t('field.number'))}
        {renderHeadCell('status', null, t('field.status'))}
        {columns.map((column) => renderHeadCell(column.name, column.sort, column.label, column.end))}
      </tr>
    </thead>
  )
}

type PickAllProps = SelectionProps & { rows: readonly DocumentRow[] }

/** Selects or deselects all loaded rows. Memoised: scrolling does not count them again. */
const PickAll = memo(function PickAll({ rows, selection, onPick }: PickAllProps) {
  const selectedCount =
    selection.kind === 'all'
      ? rows.length
      : selection.documents.size === 0
        ? 0
        : rows.reduce((sum, { number }) => sum + (isSelected(selection, number) ? 1 : 0), 0)
  const allSelected = rows.length > 0 && selectedCount === rows.length
  return (
    <label className="no-print flex h-9 cursor-pointer items-center justify-center pointer-coarse:h-10">
      <input
        type="checkbox"
        aria-label={t('list.select.shown')}
        checked={allSelected}
        ref={(box) => {
          if (box) box.indeterminate = selectedCount > 0 && !allSelected
        }}
        onChange={() => onPick(rows, !allSelected)}
        className="size-4 cursor-pointer accent-brand pointer-coarse:size-5"
      />
    </label>
  )
})

type SortButtonProps = {
  field: string
  text: string
  end: boolean
  state: { descending: boolean } | null
  onSort: (field: string) => void
}

function SortButton({ field, text, end, state, onSort }: SortButtonProps) {
  // The arrow turns at once; the rows and their order, which take longer on a slow device, follow.
  const order = state ? `${state.descending}` : ''
  const [pressedAt, setPressedAt] = useState<string | null>(null)
  if (pressedAt !== null && pressedAt !== order) setPressedAt(null)
  const pressed = pressedAt === order
  const isAscending = state !== null && state.descending === pressed
  const applySort = async () => {
    setPressedAt(order)
    await afterPaint()
    onSort(field)
  }
  return (
    <button
      type="button"
      onClick={() => void applySort()}
      className={`group/sort -mx-1 inline-flex h-8 items-center gap-1 rounded-control px-1 hover:text-text pointer-coarse:h-10 ${end ? 'ltr:flex-row-reverse' : ''} ${state ? 'text-text' : ''}`}
    >
      {text}
      <ArrowDown
        aria-hidden
        size={14}
        className={`${isAscending ? 'rotate-180' : ''} ${
          state || pressed
            ? ''
            : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60 pointer-coarse:opacity-40'
        }`}
      />
    </button>
  )
}
