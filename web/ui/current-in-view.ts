import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Pixels of the next tab that stay visible beside the current one, which shows that there are more. */
const peekWidth = 32

/**
 * Scrolls a row of tabs sideways so that the current tab is visible whenever `currentKey` changes. The page itself does
 * not move, as it would with scrollIntoView.
 */
export function useCurrentInView(currentKey: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  const shownKey = useRef<string>(null)
  useLayoutEffect(() => {
    if (shownKey.current === currentKey) return
    // Before the same frame is painted, and after all of the page is there: now it would be laid out for this alone.
    const frame = requestAnimationFrame(() => {
      shownKey.current = currentKey
      if (row.current) scrollToCurrent(row.current)
    })
    return () => cancelAnimationFrame(frame)
  }, [currentKey])
  return row
}

function scrollToCurrent(row: HTMLElement): void {
  const currentBox = row.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!currentBox) return
  const rowBox = row.getBoundingClientRect()
  if (currentBox.right > rowBox.right) row.scrollBy({ left: currentBox.right - rowBox.right + peekWidth })
  else if (currentBox.left < rowBox.left) row.scrollBy({ left: currentBox.left - rowBox.left - peekWidth })
}
