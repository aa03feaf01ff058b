import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { t } from './text.ts'

type DrawerProps = {
  open: boolean
  onClose: () => void
  title: string
  side?: 'start' | 'end'
  /** 378 px, or 736 px when large. */
  large?: boolean
  footer?: ReactNode
  children: ReactNode
}

/**
 * A panel at the side of the window. The browser's own modal dialog keeps the focus inside, makes the page behind it
 * inert, closes on Escape and gives the focus back.
 */
export function Drawer({ open, onClose, title, side = 'end', large = false, footer, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Closed before it is taken out of the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (open) element?.showModal()
    return () => element?.close()
  }, [open])

  if (!open) return null
  return (
    // biome-lint: a press on the backdrop is a convenience; the keyboard has Escape and the close button.
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      data-side={side}
      onClose={onClose}
      onCancel={onClose}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
      className={`drawer ${large ? 'w-[736px]' : 'w-[378px]'} bg-raised shadow-float`}
    >
      <div className="flex h-full flex-col">
        <div className="flex h-16 shrink-0 items-center justify-between border-b border-border ps-5 pe-3">
          <h2 id={heading} className="text-lg font-semibold">
            {title}
          </h2>
          <IconButton label={t('action.close')} tooltip="none" onClick={onClose}>
            <X aria-hidden size={20} />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        {footer !== undefined && <div className="shrink-0 border-t border-border p-4">{footer}</div>}
      </div>
    </dialog>
  )
}
