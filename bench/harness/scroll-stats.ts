/** What a page recorded between frames while it was scrolled. */
export type FrameStats = {
  /** Milliseconds between two frames. */
  frames: number[]
  /** Frames at the end of the loaded rows while more were to come, and the longest such wait in milliseconds. */
  waiting: number
  longestWait: number
  /** How often the visible part had no rows somewhere. */
  blank: number
  /** The number of rows reached. */
  reached: number
}

type WatchedList = { list: string; row: string; head: number; rows: number }

declare global {
  interface Window {
    noted: { begin: () => void; read: () => FrameStats }
  }
}

/** Watches a scrolling list, found by selectors. Runs in the page and uses nothing but its arguments. */
export function recordFrames({ list: listSelector, row, head, rows }: WatchedList): void {
  const list = document.querySelector(listSelector) as HTMLElement
  const emptyStats = (): FrameStats => ({ frames: [], waiting: 0, longestWait: 0, blank: 0, reached: 0 })
  let stats = emptyStats()
  let last = performance.now()
  let since: number | null = null
  const atEnd = () => list.scrollTop + list.clientHeight >= list.scrollHeight - 2
  const ends = () => {
    const { firstElementChild: first, lastElementChild: end } = list.querySelector(row)?.parentElement ?? list
    const shown = [first, end].map((element) => (element?.matches(row) ? element : null))
    return {
      first: shown[0] ?? first?.nextElementSibling ?? null,
      last: shown[1] ?? end?.previousElementSibling ?? null,
    }
  }
  // Runs before the list handles the event and draws the new rows: this is what the screen still shows.
  document.addEventListener(
    'scroll',
    () => {
      const { top, bottom } = list.getBoundingClientRect()
      const { first, last } = ends()
      const begin = first?.getBoundingClientRect().top ?? bottom
      const end = last?.getBoundingClientRect().bottom ?? top
      if (!atEnd() && (begin > top + head + 1 || end < bottom - 1)) stats.blank++
    },
    { capture: true, passive: true },
  )
  const frame = (now: number) => {
    stats.frames.push(now - last)
    last = now
    const shown = (ends().last as HTMLElement | null)?.dataset.index
    stats.reached = shown === undefined ? stats.reached : Number(shown) + 1
    if (atEnd() && stats.reached < rows) {
      stats.waiting++
      since ??= now
      stats.longestWait = Math.max(stats.longestWait, now - since)
    } else since = null
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.noted = {
    begin: () => {
      stats = emptyStats()
      last = performance.now()
    },
    read: () => stats,
  }
}
