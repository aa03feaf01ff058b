import { type RefObject, useLayoutEffect } from 'react'
import { type Box, buttonWeight, type Control, coveredWeight, findFreePosition, intersection } from './free-place.ts'
import type { Toast } from './toasts.ts'

/** Pixels between a toast and the edge of the window. */
const margin = 16
const pressable = 'button, a[href], input, select, textarea, summary, [role=button], [role=menuitem], [role=option]'

/** Keeps the toasts where they cover no control, whatever opens, scrolls or changes meanwhile. */
export function useFreePosition(region: RefObject<HTMLElement | null>, toasts: readonly Toast[]): void {
  useLayoutEffect(() => {
    const element = region.current
    if (!element || toasts.length === 0) {
      document.documentElement.style.removeProperty('--toasts')
      element?.removeAttribute('style')
      return
    }
    document.documentElement.style.setProperty('--toasts', `${element.offsetHeight + 2 * margin}px`)
    positionToasts(element)
    let frame = 0
    const schedulePosition = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => positionToasts(element))
    }
    const cleanup = new AbortController()
    const observer = new MutationObserver(schedulePosition)
    observer.observe(document.body, { childList: true, subtree: true })
    // Events of elements inside the page, such as scrollend, do not bubble: they are caught in the capture phase.
    for (const eventName of ['scrollend', 'animationend', 'focusin'])
      document.addEventListener(eventName, schedulePosition, { capture: true, signal: cleanup.signal })
    addEventListener('resize', schedulePosition, { signal: cleanup.signal })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      cleanup.abort()
    }
  }, [region, toasts])
}

function positionToasts(element: HTMLElement): void {
  const toastBox = element.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const dialog = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
  const controls = controlsIn(dialog ?? document, element)
  // While the pointer is on the toasts, or they are well placed, they do not move.
  if (element.style.left !== '' && (element.matches(':hover') || isWellPlaced(toastBox, width, height, controls)))
    return
  const rightToLeft = document.documentElement.dir === 'rtl'
  const [left, right] = [margin, width - margin - toastBox.width]
  const edges = [...(rightToLeft ? [left, right] : [right, left]), (left + right) / 2]
  // The space beside a dialog is always free: the controls behind a dialog cannot be reached.
  const dialogBox = dialog?.getBoundingClientRect()
  const besideDialog = dialogBox
    ? [dialogBox.left - margin - toastBox.width, dialogBox.right + margin].filter((x) => x >= left && x <= right)
    : []
  const room = { left: margin, top: margin, right: width - margin, bottom: height - margin }
  const position = findFreePosition(toastBox, room, [...besideDialog, ...edges], controls)
  Object.assign(element.style, { left: `${position.left}px`, top: `${position.top}px`, right: 'auto', bottom: 'auto' })
}

function isWellPlaced(toastBox: DOMRect, width: number, height: number, controls: readonly Control[]): boolean {
  return (
    toastBox.left >= 0 &&
    toastBox.right <= width &&
    toastBox.top >= 0 &&
    toastBox.bottom <= height &&
    coveredWeight(toastBox, controls) < buttonWeight
  )
}

/** The visible controls in the window; the focused control weighs most. */
function controlsIn(root: ParentNode, messages: HTMLElement): Control[] {
  const visibleParts = new Map<Element | null, Box>()
  return [...root.querySelectorAll<HTMLElement>(pressable)].flatMap((element) => {
    if (messages.contains(element) || !element.checkVisibility()) return []
    const box = intersection(element.getBoundingClientRect(), visiblePartOf(element.parentElement, visibleParts))
    return box.left < box.right && box.top < box.bottom ? [{ box, weight: weightOf(element) }] : []
  })
}

/** Where the content of an element can be seen: what has been scrolled out of a container is in nobody's way. */
function visiblePartOf(element: Element | null, visibleParts: Map<Element | null, Box>): Box {
  if (element === null) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  let part = visibleParts.get(element)
  if (part === undefined) {
    part = visiblePartOf(element.parentElement, visibleParts)
    if (getComputedStyle(element).overflow !== 'visible') part = intersection(element.getBoundingClientRect(), part)
    visibleParts.set(element, part)
  }
  return part
}

function weightOf(element: HTMLElement): number {
  if (element === document.activeElement) return 50 * buttonWeight
  return element instanceof HTMLAnchorElement ? 1 : buttonWeight
}
