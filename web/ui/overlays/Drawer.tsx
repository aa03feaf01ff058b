import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../Button.tsx'
import { t } from '../text.ts'
import { Modal } from './Modal.tsx'

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

/** A panel at the side of the window, in front of the page. */
export function Drawer({ open, onClose, title, side = 'end', large = false, footer, children }: DrawerProps) {
  const heading = useId()
  if (!open) return null
  return (
    <Modal
      labelledBy={heading}
      onClose={onClose}
      side={side}
      className={`drawer ${large ? 'drawer-large w-[736px]' : 'w-[378px]'} bg-raised shadow-float`}
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
    </Modal>
  )
}
