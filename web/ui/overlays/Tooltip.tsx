import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

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
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)

  const isOpen = () => bubble.current?.matches(':popover-open') === true
  const show = () => {
    const anchorBox = anchor.current?.getBoundingClientRect()
    if (!anchorBox || !bubble.current || isOpen()) return
    bubble.current.showPopover()
    const bubbleBox = bubble.current.getBoundingClientRect()
    const rightToLeft = document.documentElement.dir === 'rtl'
    const x =
      side === 'below'
        ? anchorBox.left + (anchorBox.width - bubbleBox.width) / 2
        : rightToLeft
          ? anchorBox.left - bubbleBox.width
          : anchorBox.right
    const fitsBelow = anchorBox.bottom + bubbleBox.height < innerHeight
    const y =
      side === 'end'
        ? anchorBox.top + (anchorBox.height - bubbleBox.height) / 2
        : fitsBelow
          ? anchorBox.bottom
          : anchorBox.top - bubbleBox.height
    bubble.current.style.left = `${Math.max(4, Math.min(x, innerWidth - bubbleBox.width - 4))}px`
    bubble.current.style.top = `${y}px`
  }
  const hide = () => {
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
      aria-describedby={undefined}
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
        id={id}
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
