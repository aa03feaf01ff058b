import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The first and the last row that are rendered; `last` is not included. */
export type RowWindow = { first: number; last: number }

/** Rows are added and removed in blocks: scrolling by one row renders nothing. */
const blockSize = 8

/** The rows of equal height that are in view at a scroll offset (px), and some on both sides. */
export function windowAt(offset: number, viewport: number, rowHeight: number, count: number): RowWindow {
  const overscan = Math.ceil(viewport / rowHeight / 2)
  const top = Math.floor(offset / rowHeight) - overscan
  const bottom = Math.ceil((offset + viewport) / rowHeight) + overscan
  const first = Math.max(0, Math.floor(top / blockSize) * blockSize)
  // A list that has become shorter still shows its end.
  return {
    first: Math.min(first, Math.max(0, count - blockSize)),
    last: Math.min(count, Math.ceil(bottom / blockSize) * blockSize),
  }
}

/**
 * The scroll offset (px) at which a row is fully in view below a head of `headHeight` px; `offset` if it already is.
 */
export function scrollOffsetFor(
  row: number,
  offset: number,
  viewport: number,
  rowHeight: number,
  headHeight: number,
): number {
  const start = row * rowHeight
  const end = start + rowHeight + headHeight
  if (start < offset) return start
  return end > offset + viewport ? end - viewport : offset
}

/**
 * Which of `count` rows are rendered; updated when the list, or the window that it is in, scrolls or changes its size.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  initialOffset: number,
  scrollTarget: 'list' | 'window' = 'list',
): RowWindow {
  const [shown, setShown] = useState(() => windowAt(initialOffset, 800, rowHeight, count))
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    let current: RowWindow = { first: -1, last: -1 }
    let isDrawn = false
    // Rendered before the frame that shows it: otherwise a fast scroll shows a frame without rows.
    const update = () => {
      const offset = scrollTarget === 'list' ? element.scrollTop : -element.getBoundingClientRect().top
      const viewport = scrollTarget === 'list' ? element.clientHeight : innerHeight
      const next = windowAt(Math.max(0, offset), viewport, rowHeight, count)
      if (next.first === current.first && next.last === current.last) return
      current = next
      if (isDrawn) flushSync(() => setShown(next))
      else setShown((before) => (before.first === next.first && before.last === next.last ? before : next))
    }
    update()
    isDrawn = true
    const target = scrollTarget === 'list' ? element : window
    const observer = new ResizeObserver(update)
    observer.observe(scrollTarget === 'list' ? element : document.documentElement)
    target.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      target.removeEventListener('scroll', update)
    }
  }, [list, scrollTarget, count, rowHeight])
  return shown
}
