import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { itemTrackerPath } from '../paths.ts'
import { burstReader } from './burst.ts'

/**
 * Hears a scanner that types (a keyboard wedge) while no field has the focus: the next label can be scanned on whatever page
 * the last one led to.
 */
export function Wedge() {
  const navigate = useNavigate()
  useEffect(() => {
    const leaving = new AbortController()
    const read = burstReader()
    const hear = (event: KeyboardEvent) => {
      const { taken, scanned } = read(event, isField(event.target))
      // What a scanner types is meant for no button and no shortcut.
      if (taken) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      if (scanned !== null) void navigate(itemTrackerPath({ q: scanned }))
    }
    window.addEventListener('keydown', hear, { capture: true, signal: leaving.signal })
    return () => leaving.abort()
  }, [navigate])
  return null
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
