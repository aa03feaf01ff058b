import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

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
    const showBehind = hideBehind(layerElement)
    dialogElement.show()
    const releaseFocus = trapFocus(layerElement, dialogElement)
    return () => {
      const within = layerElement.contains(document.activeElement)
      releaseFocus()
      showBehind()
      if (within && previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [])
  return createPortal(
    <div
      ref={layer}
      role="presentation"
      className="modal"
      onPointerDown={(event) => event.target === layer.current && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'Tab') wrapFocus(event, dialog)
        // Browsers without `closedby` leave Escape to the page.
        else if (event.key === 'Escape' && !('closedBy' in HTMLDialogElement.prototype)) onClose()
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

/** Hides everything behind from screen readers, except live regions; returns a function that undoes it. */
function hideBehind(layerElement: HTMLElement): () => void {
  const behind = [...document.body.children].filter(
    (element) => element !== layerElement && !element.ariaHidden && !element.ariaLive,
  )
  for (const element of behind) element.ariaHidden = 'true'
  return () => {
    for (const element of behind) element.ariaHidden = null
  }
}

/** Takes the focus back when it moves behind the dialog, unless another dialog is in front of this one. */
function trapFocus(layerElement: HTMLElement, dialogElement: HTMLElement): () => void {
  const active = document.activeElement
  let lastFocused: HTMLElement = active instanceof HTMLElement && layerElement.contains(active) ? active : dialogElement
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || layerElement.ariaHidden || target.closest('[aria-live]')) return
    if (layerElement.contains(target)) lastFocused = target
    else (lastFocused.isConnected ? lastFocused : dialogElement).focus()
  }
  document.addEventListener('focusin', onFocusIn)
  return () => document.removeEventListener('focusin', onFocusIn)
}

const focusable = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]'

/** Tab leads from the last tab stop to the first, and Shift+Tab the other way round. */
function wrapFocus(event: KeyboardEvent, dialog: RefObject<HTMLElement | null>) {
  const tabStops = [...(dialog.current?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(isTabStop)
  const [first, last] = [tabStops[0], tabStops.at(-1)]
  const active = document.activeElement
  const target = event.shiftKey
    ? (active === first || active === dialog.current) && last
    : (active === last || !first) && (first ?? dialog.current)
  if (!target) return
  event.preventDefault()
  target.focus()
}

function isTabStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility()) return false
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true
  // In a group of radio buttons only the chosen one is a tab stop.
  const group = element.closest('fieldset, [role=radiogroup], dialog')
  return !group?.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`)
}
