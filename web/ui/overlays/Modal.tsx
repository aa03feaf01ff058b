import { createFocusTrap, type FocusTrap } from 'focus-trap'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { afterPaint } from '../after-paint.ts'

type ModalProps = {
  onClose: () => void
  /** The dialog's name for a screen reader; `labelledBy` is the id of a heading that names it instead. */
  label?: string
  labelledBy?: string
  side?: 'start' | 'end'
  className: string
  children: ReactNode
}

/**
 * A dialog in front of the page: the focus stays inside, pointers and screen readers cannot reach the page, Escape and
 * a press outside close it, and closing restores the focus. The browser's own `showModal` does the same by making the
 * page inert, and recalculates the style of every element of the page before the dialog is seen.
 */
export function Modal({ onClose, label, labelledBy, side, className, children }: ModalProps) {
  const layer = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const [layerElement, dialogElement] = [layer.current, dialog.current]
    if (!layerElement || !dialogElement) return
    for (const open of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')) open.hidePopover()
    const previousFocus = document.activeElement
    dialogElement.show()
    const releaseFocus = trapFocus(layerElement, dialogElement)
    return () => {
      const within = layerElement.contains(document.activeElement)
      releaseFocus()
      if (within) restoreFocus(previousFocus)
    }
  }, [])
  return createPortal(
    <div
      ref={layer}
      role="presentation"
      className="modal"
      onPointerDown={(event) => event.target === layer.current && onClose()}
      onKeyDown={(event) => {
        // Browsers without `closedby` leave Escape to the page.
        if (event.key === 'Escape' && !('closedBy' in HTMLDialogElement.prototype)) onClose()
      }}
    >
      <dialog
        ref={dialog}
        tabIndex={-1}
        aria-modal="true"
        aria-label={label}
        aria-labelledby={labelledBy}
        data-side={side}
        closedby="closerequest"
        onCancel={(event) => event.target === dialog.current && onClose()}
        className={className}
      >
        {children}
      </dialog>
    </div>,
    document.body,
  )
}

/** The traps of the open dialogs, the one in front last. */
const openTraps: FocusTrap[] = []

const ignoreTouch = () => undefined

/** Keeps the focus and screen readers in the dialog and in the toasts, unless another dialog is in front of this one. */
function trapFocus(layerElement: HTMLElement, dialogElement: HTMLElement): () => void {
  const reachable = () => [layerElement, ...document.querySelectorAll<HTMLElement>('body > [aria-live]')]
  const trap = createFocusTrap(reachable(), {
    trapStack: openTraps,
    fallbackFocus: dialogElement,
    isolateSubtrees: 'aria-hidden',
    delayInitialFocus: false,
    returnFocusOnDeactivate: false,
    escapeDeactivates: false,
    allowOutsideClick: true,
  })
  let isOpen = true
  const activate = () => isOpen && trap.activate()
  // To look for all tab stops takes 3 of the 25 ms of opening a drawer, so the dialog is painted first; but not in front of
  // another dialog, whose trap would take the focus back meanwhile.
  if (openTraps.length > 0) activate()
  else void afterPaint().then(activate)
  // The toasts may be loaded while the dialog is open.
  const observer = new MutationObserver(() => trap.updateContainerElements(reachable()))
  observer.observe(document.body, { childList: true })
  return () => {
    isOpen = false
    observer.disconnect()
    // The page is painted anew when the trap's listener for touches goes, which is 4 of the 13 ms of closing a drawer:
    // another listener takes its place until the closed dialog is gone from the screen.
    document.addEventListener('touchstart', ignoreTouch, { passive: false })
    void afterPaint().then(() => document.removeEventListener('touchstart', ignoreTouch))
    trap.deactivate()
  }
}

/** The page itself gets the focus when what had it before is gone or hidden. */
function restoreFocus(previousFocus: Element | null): void {
  if (previousFocus instanceof HTMLElement) previousFocus.focus()
  if (document.activeElement !== previousFocus || previousFocus === document.body)
    document.querySelector('main')?.focus({ preventScroll: true })
}
