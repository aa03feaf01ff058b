import { type ReactNode, type ToggleEvent, useId, useRef } from 'react'

type PopoverProps = {
  /** Names the panel for a screen reader. */
  label: string
  /** What stands on the button that opens it. */
  button: ReactNode
  buttonClassName: string
  children: ReactNode
}

/**
 * A button with a small panel under it. The browser closes it on Escape and on a press elsewhere, gives the focus back,
 * and keeps it above everything else.
 */
export function Popover({ label, button, buttonClassName, children }: PopoverProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const place = (event: ToggleEvent<HTMLDivElement>) => {
    const at = anchor.current?.getBoundingClientRect()
    const own = panel.current
    if (event.newState !== 'open' || !at || !own) return
    const rightToLeft = document.documentElement.dir === 'rtl'
    const x = rightToLeft ? at.right - own.offsetWidth : at.left
    const fitsBelow = at.bottom + own.offsetHeight + 6 < innerHeight
    own.style.left = `${Math.max(8, Math.min(x, innerWidth - own.offsetWidth - 8))}px`
    own.style.top = `${fitsBelow ? at.bottom + 6 : Math.max(8, at.top - own.offsetHeight - 6)}px`
  }

  return (
    <>
      <button ref={anchor} type="button" popoverTarget={id} aria-haspopup="dialog" className={buttonClassName}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={place}
        className="float-in fixed inset-auto m-0 w-72 max-w-[calc(100vw-16px)] rounded-card border border-border bg-float p-4 text-text shadow-float"
      >
        {children}
      </div>
    </>
  )
}
