import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a panel whose parts move, come and go: what leaves its place in the document loses the focus, which
 * then goes to the first part that the selector matches; with null to none. The panel gets the ref.
 */
export function useKeptFocus<Panel extends HTMLElement>(selector: string | null): RefObject<Panel | null> {
  const panel = useRef<Panel>(null)
  useLayoutEffect(() => {
    if (selector !== null && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>(selector)?.focus()
  })
  return panel
}
