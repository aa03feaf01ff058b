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
    shownKey.current = currentKey
    const currentBox = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const rowBox = row.current?.getBoundingClientRect()
    if (!currentBox || !rowBox) return
    if (currentBox.right > rowBox.right) row.current?.scrollBy({ left: currentBox.right - rowBox.right + peekWidth })
    else if (currentBox.left < rowBox.left) row.current?.scrollBy({ left: currentBox.left - rowBox.left - peekWidth })
  }, [currentKey])
  return row
}
