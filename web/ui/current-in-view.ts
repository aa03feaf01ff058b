import { type RefObject, useLayoutEffect, useRef } from 'react'

/** So much of the next tab stays in sight beside the current one, which says that there are more. */
const peekWidth = 32

/**
 * For a row of tabs that scrolls sideways: brings the current one into sight whenever another becomes it, as `at` tells.
 * The page itself stays where it is, which it would not with scrollIntoView.
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
