import { type RefObject, useLayoutEffect, useRef } from 'react'

/** So much of the next tab stays in sight beside the current one, which says that there are more. */
const beside = 32

/**
 * For a row of tabs that scrolls sideways: brings the current one into sight whenever another becomes it, as `at` tells.
 * The page itself stays where it is, which it would not with scrollIntoView.
 */
export function useCurrentInView(at: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  const shown = useRef<string>(null)
  useLayoutEffect(() => {
    if (shown.current === at) return
    shown.current = at
    const current = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const seen = row.current?.getBoundingClientRect()
    if (!current || !seen) return
    if (current.right > seen.right) row.current?.scrollBy({ left: current.right - seen.right + beside })
    else if (current.left < seen.left) row.current?.scrollBy({ left: current.left - seen.left - beside })
  }, [at])
  return row
}
