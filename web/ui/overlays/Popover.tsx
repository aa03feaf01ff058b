import { type ReactNode, type ToggleEvent, useCallback, useEffect, useId, useRef, useState } from 'react'

/** What is open in front of the page: the dialog, panel or menu that was opened last. */
export function frontmost(): Element | undefined {
  return [...document.querySelectorAll('[aria-modal], [popover=auto]:popover-open')].at(-1)
}

type PopoverProps = {
  /** Names the panel for a screen reader. */
  label: string
  /** The content of the button that opens the panel. */
  button: ReactNode
  buttonClassName: string
  /** Width and padding of the panel, when not the defaults. */
  panelClassName?: string
  /** Called when a pointer or the focus comes near the button: time to load what the panel will show. */
  onNear?: () => void
  /** The content of the open panel; a function gets a callback that closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A button with a small panel under it, rendered when it opens. The browser closes it on Escape and on a press
 * elsewhere, restores the focus, and keeps it above everything else.
 */
export function Popover({
  label,
  button,
  buttonClassName,
  panelClassName = 'w-80 p-4',
  onNear,
  children,
}: PopoverProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  const position = useCallback(() => {
    const anchorBox = anchor.current?.getBoundingClientRect()
    const panelElement = panel.current
    if (!anchorBox || !panelElement) return
    const rightToLeft = document.documentElement.dir === 'rtl'
    const x = rightToLeft ? anchorBox.right - panelElement.offsetWidth : anchorBox.left
    const fitsBelow = anchorBox.bottom + panelElement.offsetHeight + 6 < innerHeight
    panelElement.style.left = `${Math.max(8, Math.min(x, innerWidth - panelElement.offsetWidth - 8))}px`
    panelElement.style.top = `${fitsBelow ? anchorBox.bottom + 6 : Math.max(8, anchorBox.top - panelElement.offsetHeight - 6)}px`
  }, [])

  useEffect(() => {
    if (!open || !panel.current) return
    // The content may load later and grow.
    const observer = new ResizeObserver(position)
    observer.observe(panel.current)
    return () => observer.disconnect()
  }, [open, position])

  const onToggled = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.target === event.currentTarget) setOpen(event.newState === 'open')
  }
  const content = () => (typeof children === 'function' ? children(() => panel.current?.hidePopover()) : children)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        onPointerEnter={onNear}
        onFocus={onNear}
        className={buttonClassName}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={onToggled}
        className={`float-in fixed inset-auto m-0 max-h-[calc(100dvh-16px)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-card border border-border bg-float text-text shadow-float ${panelClassName}`}
      >
        {open && content()}
      </div>
    </>
  )
}
