import { type MouseEvent, memo } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { toneOf } from '#contract/documents/types.ts'
import type { Density } from '#contract/profile/appearance.ts'
import type { Column } from '#web/documents/columns/columns.tsx'
import { StatusInList } from '#web/ui/StatusChip.tsx'
import { Cell, Row } from '#web/ui/Table.tsx'
import { label, t } from '#web/ui/text.ts'
import { NumberLink, NumberSubtitle } from '../NumberLink.tsx'
import { saveScrollPosition } from '../scroll-position.ts'

type ListRowProps = {
  row: DocumentRow
  index: number
  columns: readonly Column[]
  density: Density
  today: string
  entryKey: string
  /** Whether this row is the single tab stop of the table. */
  isTabStop: boolean
  isTicked: boolean
  onCurrent: (number: string) => void
  /** `range` selects all rows from the one that was ticked last. */
  onTick: (row: DocumentRow, on: boolean, range: boolean) => void
}

/** One row. Memoised: scrolling does not render it again. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row, index, columns, density, today, entryKey, isTabStop, isTicked, onCurrent, onTick } = props
  return (
    <Row
      data-index={index}
      aria-rowindex={index + 2}
      onFocus={() => onCurrent(row.number)}
      onClick={clickLink}
      onAuxClick={clickLink}
      className={`cursor-pointer ${density === 'compact' ? '*:h-10!' : '*:h-14!'} ${isTicked ? 'bg-sunken!' : ''}`}
    >
      <Cell sticky className="ps-0! pe-0!">
        <label className="no-print flex h-full cursor-pointer items-center justify-center">
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isTicked}
            aria-label={t('list.select.one', { number: row.number })}
            onChange={(event) => {
              const { nativeEvent } = event
              onTick(row, event.currentTarget.checked, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
            }}
            onClick={(event) => event.stopPropagation()}
            className="size-4 cursor-pointer accent-brand pointer-coarse:size-5"
          />
        </label>
      </Cell>
      <Cell sticky className="start-11! ps-0!">
        <span className="cell-lines">
          <NumberLink
            row={row}
            tabIndex={isTabStop ? 0 : -1}
            onOpen={() => saveScrollPosition(entryKey, { opened: row.number })}
          />
          <NumberSubtitle row={row} />
        </span>
      </Cell>
      <Cell>
        <StatusInList tone={toneOf(row.type, row.status)}>{label(`status.${row.type}.${row.status}`)}</StatusInList>
      </Cell>
      {columns.map((column) => (
        <Cell key={column.name} end={column.end} className={column.neverTruncated ? 'whitespace-nowrap' : 'truncate'}>
          {column.cell(row, today)}
        </Cell>
      ))}
    </Row>
  )
})

/** A click anywhere in a row follows its link, with the same modifier keys; selecting text does not. */
function clickLink(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event
  const onControl = target instanceof Element && target.closest('a, button, label') !== null
  if (onControl || button > 1 || String(window.getSelection()) !== '') return
  const keys = { ctrlKey: ctrlKey || button === 1, metaKey, shiftKey }
  const link = currentTarget.querySelector('a')
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}
