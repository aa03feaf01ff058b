import { useEffect, useState } from 'react'

const signsOfUse = ['pointerdown', 'keydown', 'scroll']
/** Milliseconds after which a page that nobody has touched counts as read. */
const read = 10_000

/** Whether somebody has done anything yet, has read for a while, or was here before: what the page itself needs is fetched first. */
export function useUsed(): boolean {
  const [used, setUsed] = useState(Boolean(navigator.serviceWorker?.controller))
  useEffect(() => {
    const use = () => setUsed(true)
    const timer = setTimeout(use, read)
    for (const sign of signsOfUse) addEventListener(sign, use, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signsOfUse) removeEventListener(sign, use)
    }
  }, [])
  return used
}
