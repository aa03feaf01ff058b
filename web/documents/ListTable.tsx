import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Density } from '../../contract/appearance.ts'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Column } from './columns.tsx'
import { ListColumns, minTableWidth } from './ListColumns.tsx'
import { ListHead, type Sorting } from './ListHead.tsx'
import { ListRow } from './ListRow.tsx'
import { usePrinting } from './printing.ts'
import { type RowWindow, scrollOffsetFor, useRowWindow } from './row-window.ts'
import { getScrollPosition, hasScrollPosition, saveScrollPosition } from './scroll-position.ts'
import { isSelected, rowsBetween, type SelectionProps } from './selection.ts'

const headHeight = 37
/** Every row is as high as the others: where a row stands is a multiplication, however long the list. */
const rowHeights: Record<Density, number> = { comfortable: 56, compact: 40 }
/** Pixels of text across an upright A4 sheet. */
const sheetWidth = 680
/**
 * Rows that are loaded ahead of those in sight: few before a person scrolls, then as many as go by in a second and a half,
 * so that nobody waits.
 */
const loadAhead = { atRest: 20, scrolling: 300, most: 1500, milliseconds: 1500 }

type ListTableProps = SelectionProps & {
  type: DocumentType
  label: string
  columns: readonly Column[]
  density: Density
  rows: readonly DocumentRow[]
  /** How many there are altogether; null when it is only known that there are more. */
  total: number | null
  today: string
  sorting: Sorting
  onSort: (field: string) => void
  /** Called when the last rows come near. */
  onNearEnd: () => void
  /** What the list is narrowed and sorted to: while that stays, so does the place in it. */
  filtersKey: string
  /** Names this entry of the history, under which the place in the list is kept. */
  entryKey: string
  dimmed: boolean
  foot: ReactNode
}

/** A list as a table of which only the rows in sight exist. Arrows or j and k move, Enter opens, space or x ticks. */
export function ListTable(props: ListTableProps) {
  const { type, columns, density, rows, today, entryKey, selection, onPick, onNearEnd } = props
  const scroller = useRef<HTMLElement>(null)
  const [savedPosition] = useState(() => getScrollPosition(entryKey))
  const [current, setCurrent] = useState(savedPosition.row ?? 0)
  const anchor = useRef(savedPosition.row ?? 0)
  const pendingFocus = useRef<number>(null)
  const printing = usePrinting()
  const minWidth = minTableWidth(type, columns)
  const rowHeight = rowHeights[density]
  const rowWindow = useRowWindow(scroller, rows.length, rowHeight, savedPosition.offset)
  const { first, last } = printing ? { first: 0, last: rows.length } : rowWindow
  const tabStopIndex = current >= first && current < last ? current : first

  useScrollRestoration(scroller, entryKey, props.filtersKey, setCurrent)
  useLoadAhead(rowWindow, rows.length, onNearEnd)
  useInitialFocus(scroller, savedPosition.row)

  // A press on a row focuses it first; that must not hold up what the press is for.
  const updateCurrent = useCallback((index: number) => startTransition(() => setCurrent(index)), [])
  const tick = useCallback(
    (index: number, on: boolean, range: boolean) => {
      onPick(range ? rowsBetween(rows, anchor.current, index) : rows.slice(index, index + 1), on)
      anchor.current = index
    },
    [rows, onPick],
  )
  const moveFocus = (index: number) => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = scrollOffsetFor(index, element.scrollTop, element.clientHeight, rowHeight, headHeight)
    setCurrent(index)
    pendingFocus.current = index
    // The focus goes where the last key led: on the way there it would set the row back for a key that is already down.
    const arrive = () => index === pendingFocus.current && focusRow(element, index)
    requestAnimationFrame(() => requestAnimationFrame(arrive))
  }
  const onKey = (event: KeyboardEvent) => {
    const action = keyAction(event)
    if (!action) return
    event.preventDefault()
    if (action === 'tick') {
      const row = rows[tabStopIndex]
      if (row) tick(tabStopIndex, !isSelected(selection, row.number), false)
      return
    }
    const next = Math.min(Math.max(tabStopIndex + action, 0), rows.length - 1)
    if (event.shiftKey && event.key.startsWith('Arrow')) onPick(rowsBetween(rows, tabStopIndex, next), true)
    moveFocus(next)
  }
  return (
    <section
      ref={scroller}
      aria-label={props.label}
      aria-busy={props.dimmed}
      data-density={density}
      onScroll={(event) => saveScrollPosition(entryKey, { offset: event.currentTarget.scrollTop })}
      style={printing ? { overflow: 'visible' } : {}}
      className={`relative min-h-0 overflow-auto overscroll-x-contain rounded-card border border-border bg-raised transition-opacity ${props.dimmed ? 'opacity-60' : ''}`}
    >
      <table
        aria-rowcount={props.total === null ? -1 : props.total + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-start"
        // On paper nobody scrolls: all columns stand on an upright sheet, in letters as small as that takes.
        style={printing ? { minWidth, zoom: Math.min(1, sheetWidth / minWidth) } : { minWidth }}
      >
        <ListColumns type={type} columns={columns} />
        <ListHead
          columns={columns}
          rows={rows}
          sorting={props.sorting}
          onSort={props.onSort}
          {...{ selection, onPick }}
        />
        {/* biome-lint: the keys of the rows' links, gathered in one place. */}
        <tbody onKeyDown={onKey}>
          <SpacerRow height={first * rowHeight} columns={columns.length + 3} />
          {rows.slice(first, last).map((row, index) => (
            <ListRow
              key={row.number}
              {...{ row, columns, today, entryKey, density }}
              index={first + index}
              isTabStop={first + index === tabStopIndex}
              isTicked={isSelected(selection, row.number)}
              onCurrent={updateCurrent}
              onTick={tick}
            />
          ))}
          <SpacerRow height={(rows.length - last) * rowHeight} columns={columns.length + 3} />
        </tbody>
      </table>
      {props.foot}
    </section>
  )
}

/** Asks for more rows before a person who scrolls on as fast as now comes to the last of them. */
function useLoadAhead({ first, last }: RowWindow, loaded: number, onNearEnd: () => void): void {
  const previous = useRef({ first, at: 0, wanted: loadAhead.scrolling })
  useEffect(() => {
    const now = performance.now()
    const elapsed = now - previous.current.at
    // Over some frames: one alone tells no speed.
    if (elapsed > 100) {
      const rowsAhead = (Math.abs(first - previous.current.first) / elapsed) * loadAhead.milliseconds
      previous.current = { first, at: now, wanted: Math.min(Math.max(rowsAhead, loadAhead.scrolling), loadAhead.most) }
    }
    if (last >= loaded - (first > 0 ? previous.current.wanted : loadAhead.atRest)) onNearEnd()
  }, [first, last, loaded, onNearEnd])
}

/** What a key asks for: rows to move by, a tick, or nothing of ours. */
function keyAction(event: KeyboardEvent): number | 'tick' | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  const isCheckbox = event.target instanceof HTMLInputElement
  if ((event.key === ' ' && !isCheckbox) || event.key === 'x') return 'tick'
  return { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 }[event.key] ?? null
}

/** Puts a list where it was left when it is come back to, at its start when it became another one. */
function useScrollRestoration(
  scroller: React.RefObject<HTMLElement | null>,
  entryKey: string,
  filtersKey: string,
  onRow: (row: number) => void,
): void {
  const lastShown = useRef<{ entryKey: string; filtersKey: string } | null>(null)
  useLayoutEffect(() => {
    const previous = lastShown.current
    const element = scroller.current
    if (!element || previous?.entryKey === entryKey) return
    lastShown.current = { entryKey, filtersKey }
    // Only its looks changed.
    if (previous?.filtersKey === filtersKey && !hasScrollPosition(entryKey))
      return saveScrollPosition(entryKey, { offset: element.scrollTop })
    const position = getScrollPosition(entryKey)
    element.scrollTop = position.offset
    if (previous) onRow(position.row ?? 0)
  }, [scroller, entryKey, filtersKey, onRow])
}

/** On the way back, the row that was opened has the focus again. */
function useInitialFocus(scroller: React.RefObject<HTMLElement | null>, row: number | null): void {
  useEffect(() => {
    if (row === null) return
    // After the shell has put the focus on the page as a whole.
    const frame = requestAnimationFrame(() => focusRow(scroller.current, row))
    return () => cancelAnimationFrame(frame)
  }, [scroller, row])
}

function focusRow(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"] a`)?.focus({ preventScroll: true })
}

/** Stands for the rows out of sight. */
function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}
