import { Button, buttonClass } from './Button.tsx'
import { Popover } from './overlays/Popover.tsx'
import type { Write } from './states/WriteFault.tsx'

type ConfirmButtonProps = {
  /** The visible text of the button. */
  children: string
  /** The full action, with the name of what it concerns; labels button and panel for a screen reader. */
  label: string
  /** What follows from the action. */
  text: string
  write?: Write | undefined
  onConfirm: () => void
}

/** A button for what cannot be undone: it says what follows, and acts at the second press. */
export function ConfirmButton({ children, label, text, write, onConfirm }: ConfirmButtonProps) {
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
      <Button size="small" variant="primary" write={write} onClick={onConfirm} className="w-full">
        {children}
      </Button>
    </Popover>
  )
}
