import { useEffect } from 'react'
import { itemTrackerPath } from '../paths.ts'
import { useNavigate } from '../routing/hooks.ts'
import { createScanReader } from './scan-reader.ts'

/**
 * Reads a scanner that types (a keyboard wedge) while no field has the focus, so that the next label can be scanned on
 * whatever page the last one led to.
 */
export function KeyboardWedge() {
  const navigate = useNavigate()
  useEffect(() => {
    const controller = new AbortController()
    const readKey = createScanReader()
    const onKeyDown = (event: KeyboardEvent) => {
      const { consumed, scanned } = readKey(event, isField(event.target))
      // The keys of a scanner must not trigger a button or a shortcut.
      if (consumed) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      if (scanned !== null) void navigate(itemTrackerPath({ q: scanned }))
    }
    window.addEventListener('keydown', onKeyDown, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [navigate])
  return null
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
