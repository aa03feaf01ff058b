import { useEffect, useState } from 'react'

const interactionEvents = ['pointerdown', 'keydown', 'scroll']
/** Milliseconds after which an untouched page counts as read. */
const readingTime = 10_000

/**
 * Whether the person has interacted, has read for 10 seconds, or was here before: until then only what the page itself
 * needs is loaded.
 */
export function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(Boolean(navigator.serviceWorker?.controller))
  useEffect(() => {
    const markInteracted = () => setHasInteracted(true)
    const timer = setTimeout(markInteracted, readingTime)
    for (const eventName of interactionEvents)
      addEventListener(eventName, markInteracted, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const eventName of interactionEvents) removeEventListener(eventName, markInteracted)
    }
  }, [])
  return hasInteracted
}
