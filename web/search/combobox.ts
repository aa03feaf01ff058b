import type { ReactNode } from 'react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** An option below a search box. */
export type ComboboxOption = { id: string; content: ReactNode; onChoose: () => void }
export type OptionGroup = { id: string; label: string | null; options: readonly ComboboxOption[] }

/**
 * The arrow keys go through the options and back to the box, Enter chooses the marked one; all other keys stay with the
 * box. Returns the id of the marked option; null for none, and once that option is no longer offered.
 */
export function useArrowKeys(input: RefObject<HTMLInputElement | null>, groups: readonly OptionGroup[]): string | null {
  const [marked, setMarked] = useState<string | null>(null)
  const options = groups.flatMap((group) => group.options)
  const markedIndex = options.findIndex((option) => option.id === marked)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || options.length === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      // The box itself is one of the positions.
      const positionCount = options.length + 1
      setMarked(options[((markedIndex + 1 + step + positionCount) % positionCount) - 1]?.id ?? null)
    } else if (event.key === 'Enter' && markedIndex >= 0) {
      event.preventDefault()
      options[markedIndex]?.onChoose()
    }
  })
  useEffect(() => {
    const box = input.current
    const listener = (event: KeyboardEvent) => onKey(event)
    box?.addEventListener('keydown', listener)
    return () => box?.removeEventListener('keydown', listener)
  }, [input])
  return markedIndex < 0 ? null : marked
}

/** The text as of the last pause in typing. */
export function useDebounced(text: string, milliseconds: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return debounced
}
