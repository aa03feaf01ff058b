import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { loadChunk } from '../chunk.ts'

type TooltipProps = {
  text: string
  side?: 'below' | 'end'
  /** The text repeats the name of the control, so a screen reader need not read it twice. */
  silent?: boolean
  className?: string
  children: ReactNode
}

/**
 * A short text beside what it explains, on hover and on focus. It can be pointed at and is dismissed with Escape. It is
 * in the browser's top layer, so no scroll container clips it.
 */
export function Tooltip({ text, side = 'below', silent = false, className = '', children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)

  // The code that shows it is loaded at the first need of it, and the pointer may have left by then.
  const isNeeded = useRef(false)
  const isOpen = () => bubble.current?.matches(':popover-open') === true
  const show = () => {
    isNeeded.current = true
    loadChunk(() => import('./show-tooltip.ts')).then(
      ({ showTooltip }) => {
        if (isNeeded.current && anchor.current && bubble.current && !isOpen())
          showTooltip(anchor.current, bubble.current, side)
      },
      // Without the explanation the control works all the same; the next hover tries again.
      () => undefined,
    )
  }
  const hide = () => {
    isNeeded.current = false
    if (isOpen()) bubble.current?.hidePopover()
  }
  const dismiss = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }

  return (
    // The wrapper is not a control: it only handles the events of the control in it, hence the role.
    <span
      ref={anchor}
      role="presentation"
      className={`inline-flex ${className}`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
      onKeyDown={dismiss}
    >
      {children}
      <span
        ref={bubble}
        role="tooltip"
        aria-hidden={silent || undefined}
        popover="manual"
        className="fixed inset-auto m-0 max-w-72 bg-transparent p-1.5"
      >
        <span className="block rounded-control bg-text px-2 py-1 text-xs text-surface">{text}</span>
      </span>
    </span>
  )
}
