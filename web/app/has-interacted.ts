import { useEffect, useState } from 'react'

const interactionEvents = ['pointerdown', 'keydown', 'scroll']
/** Milliseconds after which a page that nobody has touched counts as read. */
const readingTime = 10_000

/** Whether somebody has done anything yet, has read for a while, or was here before: what the page itself needs is fetched first. */
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
