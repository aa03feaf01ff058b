import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import { toneOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { Cell, HeadCell, Row } from '../ui/Table.tsx'
import { label, t } from '../ui/text.ts'
import { type Column, statusWidth } from './columns.tsx'
import { NumberLink, UnderNumber } from './NumberLink.tsx'
import { keepPlace, placeOf } from './place.ts'
import { usePrinting } from './printing.ts'

const headHeight = 37
const rowHeight = 56
const numberWidth = 184

type ListTableProps = {
  type: DocumentType
  label: string
  columns: readonly Column[]
  rows: readonly DocumentRow[]
  /** How many there are altogether; null when it is only known that there are more. */
  total: number | null
  today: string
  sorting: { by: string; descending: boolean }
  onSort: (field: string) => void
  /** Called when the last rows come into sight. */
  onNearEnd: () => void
  /** Names this entry of the history, under which the place in the list is kept. */
  entryKey: string
  dimmed: boolean
  foot: ReactNode
}

/** A list as a table of which only the rows in sight exist. ↑ and ↓ move from row to row, Enter opens one. */
export function ListTable(props: ListTableProps) {
  const { type, columns, rows, today, entryKey, onNearEnd } = props
  const scroller = useRef<HTMLElement>(null)
  const [start] = useState(() => placeOf(entryKey))
  const [current, setCurrent] = useState(start.row ?? 0)
  const printing = usePrinting()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialOffset: start.offset,
    initialRect: { width: 0, height: 800 },
  })
  const items = virtual.getVirtualItems()
  const shown = printing ? rows.map((_, index) => index) : items.map((item) => item.index)
  const before = printing ? 0 : (items[0]?.start ?? headHeight) - headHeight
  const after = printing ? 0 : virtual.getTotalSize() - ((items.at(-1)?.end ?? headHeight) - headHeight)
  const stop = shown.includes(current) ? current : shown[0]

  const entry = useRef(entryKey)
  useLayoutEffect(() => {
    if (entry.current === entryKey) return
    // The same list under other filters, or on the way back to earlier ones.
    entry.current = entryKey
    const place = placeOf(entryKey)
    setCurrent(place.row ?? 0)
    virtual.scrollToOffset(place.offset)
  }, [entryKey, virtual])

  const nearEnd = (items.at(-1)?.index ?? 0) >= rows.length - 25
  useEffect(() => {
    if (nearEnd) onNearEnd()
  }, [nearEnd, onNearEnd])

  useEffect(() => {
    if (start.row === null) return
    // After the shell has put the focus on the page as a whole.
    const frame = requestAnimationFrame(() => focusRow(scroller.current, start.row ?? 0))
    return () => cancelAnimationFrame(frame)
  }, [start])

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = Math.min(Math.max((stop ?? 0) + step, 0), rows.length - 1)
    setCurrent(next)
    virtual.scrollToIndex(next)
    focusRow(scroller.current, next)
  }

  return (
    <section
      ref={scroller}
      aria-label={props.label}
      aria-busy={props.dimmed}
      onScroll={(event) => keepPlace(entryKey, { offset: event.currentTarget.scrollTop })}
      className={`print-whole relative min-h-0 overflow-auto overscroll-x-contain rounded-card border border-border bg-raised transition-opacity ${props.dimmed ? 'opacity-60' : ''}`}
    >
      <table
        aria-rowcount={props.total === null ? -1 : props.total + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-start"
        style={{ minWidth: widthOf(type, columns) }}
      >
        <Columns type={type} columns={columns} />
        <Head columns={columns} sorting={props.sorting} onSort={props.onSort} />
        <tbody onKeyDown={move}>
          <Space height={before} columns={columns.length + 2} />
          {shown.map((index) => {
            const row = rows[index]
            return (
              row && (
                <BodyRow
                  key={row.number}
                  {...{ row, index, columns, today, entryKey }}
                  measure={virtual.measureElement}
                  isStop={index === stop}
                  onCurrent={setCurrent}
                />
              )
            )
          })}
          <Space height={after} columns={columns.length + 2} />
        </tbody>
      </table>
      {props.foot}
    </section>
  )
}

type BodyRowProps = {
  row: DocumentRow
  index: number
  columns: readonly Column[]
  today: string
  entryKey: string
  /** Told the row's real height. */
  measure: (row: HTMLTableRowElement | null) => void
  /** Whether the tab key stops here: one row of the table has it. */
  isStop: boolean
  onCurrent: (index: number) => void
}

/** One row. Scrolling past it does not draw it again. */
const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const { row, index, columns, today, entryKey, isStop, onCurrent } = props
  return (
    <Row
      ref={props.measure}
      data-index={index}
      aria-rowindex={index + 2}
      onFocus={() => onCurrent(index)}
      onClick={pressLink}
      onAuxClick={pressLink}
      className="cursor-pointer"
    >
      <Cell sticky className="h-14!">
        <NumberLink row={row} tabIndex={isStop ? 0 : -1} onOpen={() => keepPlace(entryKey, { row: index })} />
        <UnderNumber row={row} />
      </Cell>
      <Cell>
        <StatusChip tone={toneOf(row.type, row.status)}>{label(`status.${row.type}.${row.status}`)}</StatusChip>
      </Cell>
      {columns.map((column) => (
        <Cell key={column.name} end={column.end} className="truncate">
          {column.cell(row, today)}
        </Cell>
      ))}
    </Row>
  )
})

/** A press anywhere in a row presses its link, with the same keys held; a selection of text is left alone. */
function pressLink(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event
  const onControl = target instanceof Element && target.closest('a, button') !== null
  if (onControl || button > 1 || String(window.getSelection()) !== '') return
  const keys = { ctrlKey: ctrlKey || button === 1, metaKey, shiftKey }
  const link = currentTarget.querySelector('a')
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}

function focusRow(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"] a`)?.focus({ preventScroll: true })
}

/** Stands for the rows out of sight. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}

type ColumnsProps = { type: DocumentType; columns: readonly Column[] }

/** The least width at which nothing is cut off. */
export function widthOf(type: DocumentType, columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, numberWidth + statusWidth(type))
}

export function Columns({ type, columns }: ColumnsProps) {
  return (
    <colgroup>
      <col style={{ width: numberWidth }} />
      <col style={{ width: statusWidth(type) }} />
      {columns.map((column) => (
        <col key={column.name} style={{ width: column.width }} />
      ))}
    </colgroup>
  )
}

type HeadProps = Pick<ListTableProps, 'columns' | 'sorting' | 'onSort'>

function Head({ columns, sorting, onSort }: HeadProps) {
  const sortable = (name: string, field: string | null, text: string, end = false) => {
    const sorted = field === sorting.by
    return (
      <HeadCell
        key={name}
        end={end}
        sticky={name === 'number'}
        {...(sorted ? { 'aria-sort': sorting.descending ? ('descending' as const) : ('ascending' as const) } : {})}
      >
        {field === null ? text : <SortButton {...{ field, text, end, onSort }} state={sorted ? sorting : null} />}
      </HeadCell>
    )
  }
  return (
    <thead>
      <tr aria-rowindex={1}>
        {sortable('number', 'number', t('field.number'))}
        {sortable('status', null, t('field.status'))}
        {columns.map((column) => sortable(column.name, column.sort, column.label, column.end))}
      </tr>
    </thead>
  )
}

type SortButtonProps = {
  field: string
  text: string
  end: boolean
  state: { descending: boolean } | null
  onSort: (field: string) => void
}

function SortButton({ field, text, state, onSort }: SortButtonProps) {
  const Arrow = state && !state.descending ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => onSort(field)}
      className={`group/sort -mx-1 inline-flex h-8 items-center gap-1 rounded-control px-1 hover:text-text pointer-coarse:h-10 ${state ? 'text-text' : ''}`}
    >
      {text}
      <Arrow
        aria-hidden
        size={14}
        className={
          state
            ? ''
            : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60 pointer-coarse:opacity-40'
        }
      />
    </button>
  )
}
