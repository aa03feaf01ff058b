import type { ReactNode } from 'react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Something that can be chosen under a search box. */
export type ComboboxOption = { id: string; content: ReactNode; onChoose: () => void }
export type OptionGroup = { id: string; label: string | null; options: readonly ComboboxOption[] }

/**
 * The arrow keys go through the options and back to the box, Enter chooses the marked one; all other keys stay with the
 * box. Gives the marked option, which is none as soon as the options are others.
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
      // The box itself is one of the places.
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

/** The text as it was when the person last paused. */
export function useDebounced(text: string, milliseconds: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return debounced
}
