import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type RowLayout, rowLayout } from './row-layout.ts'

/** The first and the last row that are rendered; `last` is not included. */
export type RowWindow = { first: number; last: number }

/** Rows are added and removed in blocks: scrolling by one row renders nothing. */
const blockSize = 8

/** The rows that are in view at a scroll offset (px), and some on both sides. */
export function windowAt(offset: number, viewport: number, { count, rowHeight, rowAt }: RowLayout): RowWindow {
  const overscan = Math.ceil(viewport / rowHeight / 2)
  const top = rowAt(offset) - overscan
  const bottom = rowAt(offset + viewport - 1) + 1 + overscan
  return {
    first: Math.max(0, Math.floor(top / blockSize) * blockSize),
    last: Math.min(count, Math.ceil(bottom / blockSize) * blockSize),
  }
}

/**
 * The scroll offset (px) at which a row, and the heading above it, is fully in view below a head of `headHeight` px;
 * `offset` if it already is.
 */
export function scrollOffsetFor(
  row: number,
  offset: number,
  viewport: number,
  layout: RowLayout,
  headHeight: number,
): number {
  const start = layout.offsetOf(row)
  const end = layout.topOf(row) + layout.rowHeight + headHeight
  if (start < offset) return start
  return end > offset + viewport ? end - viewport : offset
}

/** The layout of `count` rows in groups, whose headings are `headingHeight` px high. */
export function useRowLayout(
  count: number,
  rowHeight: number,
  groups: readonly { row: number }[],
  headingHeight: number,
): RowLayout {
  return useMemo(() => {
    const begins = groups.map(({ row }) => row)
    return rowLayout(count, rowHeight, begins, headingHeight)
  }, [count, rowHeight, groups, headingHeight])
}

/**
 * Which rows are rendered; updated when the list, or the window that it is in, scrolls or changes its size.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  layout: RowLayout,
  initialOffset: number,
  scrollTarget: 'list' | 'window' = 'list',
): RowWindow {
  const [shown, setShown] = useState(() => windowAt(initialOffset, 800, layout))
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    let current: RowWindow = { first: -1, last: -1 }
    const update = () => {
      const offset = scrollTarget === 'list' ? element.scrollTop : -element.getBoundingClientRect().top
      const viewport = scrollTarget === 'list' ? element.clientHeight : innerHeight
      const next = windowAt(Math.max(0, offset), viewport, layout)
      if (next.first === current.first && next.last === current.last) return
      current = next
      // Rendered before the frame that shows it: otherwise a fast scroll shows a frame without rows.
      flushSync(() => setShown((before) => (before.first === next.first && before.last === next.last ? before : next)))
    }
    const target = scrollTarget === 'list' ? element : window
    // It also reports the first size, before the first frame is painted.
    const observer = new ResizeObserver(update)
    observer.observe(scrollTarget === 'list' ? element : document.documentElement)
    target.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      target.removeEventListener('scroll', update)
    }
  }, [list, scrollTarget, layout])
  return shown
}
