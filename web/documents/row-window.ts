import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** First and last row that exist in the page; `last` is not included. */
export type RowWindow = { first: number; last: number }

/** Rows are put in and taken out in blocks: scrolling by one row draws nothing. */
const block = 8

/** The rows of one height that a scroller shows at an offset, and some on both sides. */
export function windowAt(offset: number, viewport: number, rowHeight: number, count: number): RowWindow {
  const spare = Math.ceil(viewport / rowHeight / 2)
  const top = Math.floor(offset / rowHeight) - spare
  const bottom = Math.ceil((offset + viewport) / rowHeight) + spare
  const first = Math.max(0, Math.floor(top / block) * block)
  // A list that has become shorter still shows its end.
  return {
    first: Math.min(first, Math.max(0, count - block)),
    last: Math.min(count, Math.ceil(bottom / block) * block),
  }
}

/** The offset at which a row is wholly in sight under a head of `head` px; the present one when it is already. */
export function offsetFor(row: number, offset: number, viewport: number, rowHeight: number, head: number): number {
  const start = row * rowHeight
  const end = start + rowHeight + head
  if (start < offset) return start
  return end > offset + viewport ? end - viewport : offset
}

/** Which of `count` rows exist now, while what scrolls moves and changes its size: the list itself, or the window it stands in. */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  start: number,
  scrolls: 'list' | 'window' = 'list',
): RowWindow {
  const [shown, setShown] = useState(() => windowAt(start, 800, rowHeight, count))
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    let now: RowWindow = { first: -1, last: -1 }
    let drawn = false
    // Drawn before the frame that shows it: otherwise a fast scroll shows a frame without rows.
    const update = () => {
      const offset = scrolls === 'list' ? element.scrollTop : -element.getBoundingClientRect().top
      const viewport = scrolls === 'list' ? element.clientHeight : innerHeight
      const next = windowAt(Math.max(0, offset), viewport, rowHeight, count)
      if (next.first === now.first && next.last === now.last) return
      now = next
      if (drawn) flushSync(() => setShown(next))
      else setShown((before) => (before.first === next.first && before.last === next.last ? before : next))
    }
    update()
    drawn = true
    const target = scrolls === 'list' ? element : window
    const observer = new ResizeObserver(update)
    observer.observe(scrolls === 'list' ? element : document.documentElement)
    target.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      target.removeEventListener('scroll', update)
    }
  }, [list, scrolls, count, rowHeight])
  return shown
}
