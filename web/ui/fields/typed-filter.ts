import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds without a key after which what was typed narrows a list. */
const pause = 250

/**
 * A text that narrows a list while it is typed: after a short pause, or at once by `applyNow`. `value` is the text by
 * which the list is narrowed. What is typed on meanwhile stays; a value that comes from elsewhere, such as a chip or the
 * back button, takes the place of what was typed.
 */
export function useTypedFilter(value: string, onApply: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  /** What was applied here and is not the value yet, oldest first: a page may need a moment. */
  const [underway, setUnderway] = useState<readonly string[]>([])
  if (shown !== value) {
    setShown(value)
    const place = underway.indexOf(value)
    setUnderway(place === -1 ? [] : underway.slice(place + 1))
    if (place === -1) setTyped(value)
  }
  const text = typed.trim()
  const applyNow = () => {
    if (text === (underway.at(-1) ?? value)) return
    setUnderway([...underway, text])
    onApply(text)
  }
  const applyLater = useEffectEvent(applyNow)
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => applyLater(), pause)
    return () => clearTimeout(timer)
  }, [text, value])
  return { typed, setTyped, applyNow }
}
