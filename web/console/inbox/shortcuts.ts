import { useEffectEvent, useLayoutEffect } from 'react'

/** Where letters are typed, or keys choose something. */
const typesInto = 'input, textarea, select, [contenteditable], [role=dialog] *'

/** Runs an action for a single letter, unless somebody is typing; the same letter with Ctrl or Alt is the browser's. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.matches(typesInto)) return
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
  // From the moment on at which the page is seen: an effect may wait for a busy browser, and the first key be lost.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
