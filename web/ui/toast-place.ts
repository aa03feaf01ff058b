import { type RefObject, useLayoutEffect } from 'react'
import { buttonWeight, type Control, covered, freePlace } from './free-place.ts'
import type { Toast } from './toasts.ts'

/** Pixels between a message and the edge of the window. */
const margin = 16
const pressable = 'button, a[href], input, select, textarea, summary, [role=button], [role=menuitem], [role=option]'

/** Keeps the messages where they cover nothing that can be pressed, whatever is opened, scrolled or drawn meanwhile. */
export function useFreePlace(region: RefObject<HTMLElement | null>, toasts: readonly Toast[]): void {
  useLayoutEffect(() => {
    const element = region.current
    if (!element || toasts.length === 0) {
      document.documentElement.style.removeProperty('--toasts')
      element?.removeAttribute('style')
      return
    }
    document.documentElement.style.setProperty('--toasts', `${element.offsetHeight + 2 * margin}px`)
    place(element)
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => place(element))
    }
    const over = new AbortController()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    // What scrolls inside the page tells only those who listen on the way down.
    for (const sign of ['scrollend', 'animationend', 'focusin'])
      document.addEventListener(sign, look, { capture: true, signal: over.signal })
    addEventListener('resize', look, { signal: over.signal })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      over.abort()
    }
  }, [region, toasts])
}

function place(element: HTMLElement): void {
  const now = element.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const dialog = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
  const controls = controlsIn(dialog ?? document, element)
  // Who reads it, or is about to press something in it, does not have it taken away; nor is it moved without need.
  if (element.style.left !== '' && (element.matches(':hover') || isRight(now, width, height, controls))) return
  const rightToLeft = document.documentElement.dir === 'rtl'
  const [left, right] = [margin, width - margin - now.width]
  const edges = [...(rightToLeft ? [left, right] : [right, left]), (left + right) / 2]
  // Beside a dialog there is nothing to press: what lies behind it cannot be reached.
  const open = dialog?.getBoundingClientRect()
  const beside = open
    ? [open.left - margin - now.width, open.right + margin].filter((x) => x >= left && x <= right)
    : []
  const room = { left: margin, top: margin, right: width - margin, bottom: height - margin }
  const free = freePlace(now, room, [...beside, ...edges], controls)
  Object.assign(element.style, { left: `${free.left}px`, top: `${free.top}px`, right: 'auto', bottom: 'auto' })
}

function isRight(now: DOMRect, width: number, height: number, controls: readonly Control[]): boolean {
  return (
    now.left >= 0 && now.right <= width && now.top >= 0 && now.bottom <= height && covered(now, controls) < buttonWeight
  )
}

/** What can be pressed, in the window; what a person has just pressed counts most. */
function controlsIn(root: ParentNode, messages: HTMLElement): Control[] {
  return [...root.querySelectorAll<HTMLElement>(pressable)].flatMap((one) => {
    if (messages.contains(one) || !one.checkVisibility()) return []
    const box = one.getBoundingClientRect()
    if (box.width === 0 || box.bottom <= 0 || box.top >= innerHeight) return []
    return [{ box, weight: weightOf(one) }]
  })
}

function weightOf(one: HTMLElement): number {
  if (one === document.activeElement) return 50 * buttonWeight
  return one instanceof HTMLAnchorElement ? 1 : buttonWeight
}
