import { type ReactNode, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import type { Density } from '#contract/profile/appearance.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Column } from '#web/documents/columns/columns.tsx'
import { usePrinting } from '#web/documents/printing.ts'
import { ListColumns, minTableWidth } from '../ListColumns.tsx'
import { ListSummary } from '../ListSummary.tsx'
import { PreviewDrawer } from '../lazy-parts.ts'
import { keyAction, type OnListKey, useFreeKeys } from '../list-keys.ts'
import { getScrollPosition, hasScrollPosition, saveScrollPosition } from '../scroll-position.ts'
import { isSelected, rowsBetween, type SelectionProps } from '../selection/selection.ts'
import type { RowGroup } from './groups.ts'
import { ListHead, type Sorting } from './ListHead.tsx'
import { ListRow } from './ListRow.tsx'
import { type RowWindow, scrollOffsetFor, useRowLayout, useRowWindow } from './row-window.ts'

const headHeight = 37
const groupHeight = 36
/** All rows have the same height (px): the position of a row is a multiplication, however long the list is. */
const rowHeights: Record<Density, number> = { comfortable: 56, compact: 40 }
/** Width of a portrait A4 sheet within its margins (px). */
const sheetWidth = 680
/**
 * How many rows are loaded ahead of those in view: few before a person scrolls, then as many as pass in 1.5 seconds, so
 * that nobody waits.
 */
const loadAhead = { atRest: 20, scrolling: 300, most: 1500, milliseconds: 1500 }

type ListTableProps = SelectionProps & {
  type: DocumentType
  label: string
  columns: readonly Column[]
  density: Density
  /** Whether the key date stands alone where rows are low. */
  tight: boolean
  rows: readonly DocumentRow[]
  groups: readonly RowGroup[]
  /** How many rows there are in all; null when only a lower bound is known. */
  total: number | null
  today: string
  sorting: Sorting
  onSort: (field: string) => void
  /** Called when the end of the loaded rows is near. */
  onNearEnd: () => void
  /** The list's filters. */
  filters: Readonly<Record<string, string>>
  /** The same with its sort order: while they stay the same, so does the scroll position. */
  filtersKey: string
  /** The key of the history entry under which the scroll position is kept. */
  entryKey: string
  dimmed: boolean
  foot: ReactNode
}

/**
 * A list as a table; only the rows in view are rendered. Arrow keys or j and k move, Enter opens, Space shows the
 * document beside the list, x selects.
 */
export function ListTable(props: ListTableProps) {
  const { type, columns, density, rows, groups, today, entryKey, selection, onPick, onNearEnd } = props
  const scroller = useRef<HTMLElement>(null)
  const [savedPosition] = useState(() => getScrollPosition(entryKey))
  // By number, not by index: rows come and go while the list is open.
  const [currentNumber, setCurrent] = useState(savedPosition.opened)
  const current = indexOf(rows, currentNumber)
  const [openedIndex] = useState(current)
  const anchor = useRef(savedPosition.opened)
  /** Whether the current row's document is shown in the drawer. */
  const [isPreviewing, setPreviewing] = useState(false)
  const pendingFocus = useRef<number>(null)
  const printing = usePrinting()
  const minWidth = minTableWidth(type, columns, density)
  const rowHeight = rowHeights[density]
  const layout = useRowLayout(rows.length, rowHeight, groups, groupHeight)
  const rowWindow = useRowWindow(scroller, layout, savedPosition.offset)
  const { first, last } = printing ? { first: 0, last: rows.length } : rowWindow
  const tabStopIndex = current >= first && current < last ? current : first

  useScrollRestoration(scroller, entryKey, props.filtersKey, setCurrent)
  useLoadAhead(rowWindow, rows.length, onNearEnd)
  useInitialFocus(scroller, openedIndex)

  // A click on a row focuses it first; that must not delay the click itself.
  const updateCurrent = useCallback((number: string) => startTransition(() => setCurrent(number)), [])
  const tick = useCallback(
    (row: DocumentRow, on: boolean, range: boolean) => {
      const from = range ? indexOf(rows, anchor.current) : -1
      onPick(from < 0 ? [row] : rowsBetween(rows, from, indexOf(rows, row.number)), on)
      anchor.current = row.number
    },
    [rows, onPick],
  )
  const moveFocus = (index: number) => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = scrollOffsetFor(index, element.scrollTop, element.clientHeight, layout, headHeight)
    setCurrent(rows[index]?.number ?? null)
    pendingFocus.current = index
    // Only the row of the last key is focused: focusing one on the way would set the current row back while a key is
    // held down.
    const arrive = () => {
      if (index !== pendingFocus.current) return
      pendingFocus.current = null
      focusRow(element, index)
    }
    requestAnimationFrame(() => requestAnimationFrame(arrive))
  }
  const onKey: OnListKey = (event, isFree) => {
    const action = keyAction(event)
    if (!action) return
    event.preventDefault()
    const row = rows[tabStopIndex]
    if (!row) return
    if (action === 'preview') {
      setCurrent(row.number)
      return setPreviewing(true)
    }
    if (action === 'tick') return tick(row, !isSelected(selection, row.number), false)
    // The first key goes to the row that is marked to be next, not past it; one that comes before that has the focus is a second.
    const isFirst = isFree && pendingFocus.current === null
    const next = Math.min(Math.max(tabStopIndex + (isFirst ? 0 : action), 0), rows.length - 1)
    if (event.shiftKey && event.key.startsWith('Arrow')) onPick(rowsBetween(rows, tabStopIndex, next), true)
    moveFocus(next)
  }
  useFreeKeys(onKey)
  const closePreview = () => {
    setPreviewing(false)
    requestAnimationFrame(() => focusRow(scroller.current, tabStopIndex))
  }
  return (
    <>
      <section
        ref={scroller}
        aria-label={props.label}
        aria-busy={props.dimmed}
        data-density={density}
        data-tight={props.tight || undefined}
        onScroll={(event) => saveScrollPosition(entryKey, { offset: event.currentTarget.scrollTop })}
        style={printing ? { overflow: 'visible' } : {}}
        className={`relative min-h-0 overflow-auto overscroll-x-contain rounded-card border border-border bg-raised transition-opacity ${props.dimmed ? 'opacity-60' : ''}`}
      >
        <table
          aria-rowcount={props.total === null ? -1 : props.total + 1}
          className="w-full table-fixed border-separate border-spacing-0 text-start"
          // In print there is no scrolling: the table is scaled down until all columns fit a portrait sheet.
          style={printing ? { minWidth, zoom: Math.min(1, sheetWidth / minWidth) } : { minWidth }}
        >
          <ListColumns {...{ type, columns, density }} />
          <ListHead
            columns={columns}
            rows={rows}
            sorting={props.sorting}
            onSort={props.onSort}
            {...{ selection, onPick }}
          />
          {/* The keys of all rows are handled here. */}
          <tbody onKeyDown={(event) => onKey(event, false)}>
            <SpacerRow height={layout.offsetOf(first)} columns={columns.length + 3} />
            {rows.slice(first, last).flatMap((row, offset) => {
              const index = first + offset
              const group = groups.find((one) => one.row === index)
              return [
                group && <GroupRow key={`group ${index}`} heading={group.heading} columns={columns.length + 3} />,
                <ListRow
                  key={row.number}
                  {...{ row, index, columns, today, entryKey, density }}
                  isTabStop={index === tabStopIndex}
                  isTicked={isSelected(selection, row.number)}
                  onCurrent={updateCurrent}
                  onTick={tick}
                />,
              ]
            })}
            <SpacerRow height={layout.height - layout.offsetOf(last)} columns={columns.length + 3} />
          </tbody>
        </table>
        {props.foot}
        {isPreviewing && (
          <PreviewDrawer {...{ rows, today }} index={current} onMove={setCurrent} onClose={closePreview} />
        )}
      </section>
      <ListSummary {...{ scroller, layout, headHeight, type }} total={props.total} filters={props.filters} />
    </>
  )
}

const indexOf = (rows: readonly DocumentRow[], number: string | null) => rows.findIndex((row) => row.number === number)

/** Loads more rows before a person who keeps scrolling at the current speed reaches the last of them. */
function useLoadAhead({ first, last }: RowWindow, loaded: number, onNearEnd: () => void): void {
  const previous = useRef({ first, at: 0, wanted: loadAhead.scrolling })
  useEffect(() => {
    const now = performance.now()
    const elapsed = now - previous.current.at
    // Measured over several frames: a single one gives no speed.
    if (elapsed > 100) {
      const rowsAhead = (Math.abs(first - previous.current.first) / elapsed) * loadAhead.milliseconds
      previous.current = { first, at: now, wanted: Math.min(Math.max(rowsAhead, loadAhead.scrolling), loadAhead.most) }
    }
    if (last >= loaded - (first > 0 ? previous.current.wanted : loadAhead.atRest)) onNearEnd()
  }, [first, last, loaded, onNearEnd])
}

/** Restores the scroll position on the way back to a list; a list with other filters starts at the top. */
function useScrollRestoration(
  scroller: React.RefObject<HTMLElement | null>,
  entryKey: string,
  filtersKey: string,
  onRow: (number: string | null) => void,
): void {
  const lastShown = useRef<{ entryKey: string; filtersKey: string } | null>(null)
  useLayoutEffect(() => {
    const previous = lastShown.current
    const element = scroller.current
    if (!element || previous?.entryKey === entryKey) return
    lastShown.current = { entryKey, filtersKey }
    // Only the layout changed.
    if (previous?.filtersKey === filtersKey && !hasScrollPosition(entryKey))
      return saveScrollPosition(entryKey, { offset: element.scrollTop })
    const position = getScrollPosition(entryKey)
    // A new table is at its top: setting that would lay it out before the page is complete.
    if (previous || position.offset > 0) element.scrollTop = position.offset
    if (previous) onRow(position.opened)
  }, [scroller, entryKey, filtersKey, onRow])
}

/** On the way back to a list, focuses the row that was opened. */
function useInitialFocus(scroller: React.RefObject<HTMLElement | null>, row: number): void {
  useEffect(() => {
    // Runs after the shell has focused the page as a whole.
    const frame = requestAnimationFrame(() => focusRow(scroller.current, row))
    return () => cancelAnimationFrame(frame)
  }, [scroller, row])
}

function focusRow(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"] a`)?.focus({ preventScroll: true })
}

/** The heading of a group of rows; it stays in sight when the table is scrolled sideways. */
function GroupRow({ heading, columns }: { heading: string; columns: number }) {
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={columns}
        style={{ height: groupHeight }}
        className="border-b border-border bg-sunken p-0 text-start text-sm font-semibold"
      >
        <span className="tabular sticky start-0 inline-block px-4">{heading}</span>
      </th>
    </tr>
  )
}

/** Fills the space of the rows that are not rendered. */
function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}
