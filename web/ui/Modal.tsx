import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

type ModalProps = {
  onClose: () => void
  /** Names it for a screen reader, or says by the id of its heading what does. */
  label?: string
  labelledBy?: string
  side?: 'start' | 'end'
  className: string
  children: ReactNode
}

/**
 * A dialog in front of the page: the focus stays inside, pointers and screen readers do not get past it, Escape and a
 * press beside it close it, and the focus goes back. The browser's own `showModal` does the same by making the page
 * inert, for which it styles every element of the page anew before the dialog is seen.
 */
export function Modal({ onClose, label, labelledBy, side, className, children }: ModalProps) {
  const layer = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const [front, own] = [layer.current, dialog.current]
    if (!front || !own) return
    for (const open of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')) open.hidePopover()
    const back = document.activeElement
    const uncover = cover(front)
    own.show()
    const release = holdFocus(front, own)
    return () => {
      const within = front.contains(document.activeElement)
      release()
      uncover()
      if (within && back instanceof HTMLElement) back.focus()
    }
  }, [])
  return createPortal(
    <div
      ref={layer}
      role="presentation"
      className="modal"
      onPointerDown={(event) => event.target === layer.current && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'Tab') turnAround(event, dialog)
        // Browsers that do not know `closedby` leave Escape to the page.
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

/** Hides from screen readers what lies behind, but for the messages that are announced; gives the way back. */
function cover(front: HTMLElement): () => void {
  const behind = [...document.body.children].filter((one) => one !== front && !one.ariaHidden && !one.ariaLive)
  for (const one of behind) one.ariaHidden = 'true'
  return () => {
    for (const one of behind) one.ariaHidden = null
  }
}

/** Takes the focus back when it goes behind the dialog, unless another one stands before this. */
function holdFocus(front: HTMLElement, own: HTMLElement): () => void {
  const now = document.activeElement
  let last: HTMLElement = now instanceof HTMLElement && front.contains(now) ? now : own
  const look = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || front.ariaHidden || target.closest('[aria-live]')) return
    if (front.contains(target)) last = target
    else (last.isConnected ? last : own).focus()
  }
  document.addEventListener('focusin', look)
  return () => document.removeEventListener('focusin', look)
}

const focusable = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]'

/** From the last place Tab leads to the first, and the other way round. */
function turnAround(event: KeyboardEvent, dialog: RefObject<HTMLElement | null>) {
  const stops = [...(dialog.current?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(isStop)
  const [first, last] = [stops[0], stops.at(-1)]
  const now = document.activeElement
  const wanted = event.shiftKey
    ? (now === first || now === dialog.current) && last
    : (now === last || !first) && (first ?? dialog.current)
  if (!wanted) return
  event.preventDefault()
  wanted.focus()
}

function isStop(one: HTMLElement): boolean {
  if (one.tabIndex < 0 || one.matches(':disabled') || !one.checkVisibility()) return false
  if (!(one instanceof HTMLInputElement) || one.type !== 'radio' || one.checked) return true
  // Of radio buttons Tab stops at the chosen one.
  const group = one.closest('fieldset, [role=radiogroup], dialog')
  return !group?.querySelector(`input[type=radio][name="${CSS.escape(one.name)}"]:checked`)
}
