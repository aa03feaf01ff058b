import { Button, buttonClass } from './Button.tsx'
import { Popover } from './Popover.tsx'

type ConfirmButtonProps = {
  /** What stands on the button. */
  children: string
  /** The whole of what it does, such as whom it removes; names button and panel for a screen reader. */
  label: string
  /** What follows from it. */
  text: string
  pending?: boolean
  onConfirm: () => void
}

/** A button for what cannot be undone: it says what follows, and does it at the second press. */
export function ConfirmButton({ children, label, text, pending = false, onConfirm }: ConfirmButtonProps) {
  const name = (
    <>
      <span aria-hidden>{children}</span>
      <span className="sr-only">{label}</span>
    </>
  )
  return (
    <Popover label={label} button={name} buttonClassName={buttonClass('secondary', 'small')}>
      <p className="font-medium break-words">{label}</p>
      <p className="mt-1 mb-4 text-sm text-muted">{text}</p>
      <Button size="small" variant="primary" pending={pending} onClick={onConfirm} className="w-full">
        {children}
      </Button>
    </Popover>
  )
}
