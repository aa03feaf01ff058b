import { useEffect, useEffectEvent } from 'react'
import { frontmost } from '#web/ui/overlays/Popover.tsx'

/** What list keys read of an event, be it the browser's or React's. */
type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target' | 'preventDefault'>
/** `isFree`: no row has the focus yet. */
export type OnListKey = (event: Key, isFree: boolean) => void

/** What a key does: how many rows to move by, `tick`, `preview`, or null for a key that is not handled. */
export function keyAction({ key, altKey, ctrlKey, metaKey, target }: Key): number | 'tick' | 'preview' | null {
  if (altKey || ctrlKey || metaKey) return null
  if (key === 'x') return 'tick'
  // A space on a tick box ticks it.
  if (key === ' ' && !(target instanceof HTMLInputElement)) return 'preview'
  return { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 }[key] ?? null
}

/** Lets the keys of a list work from the first moment, while nothing else has the focus or is open in front. */
export function useFreeKeys(onKey: OnListKey): void {
  const onFreeKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.target as Element).matches('body, main') && !frontmost()) onKey(event, true)
  })
  useEffect(() => {
    window.addEventListener('keydown', onFreeKey)
    return () => window.removeEventListener('keydown', onFreeKey)
  }, [])
}
