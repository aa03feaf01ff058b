import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { type LazyComponent, lazyComponent } from '../lazy-component.tsx'
import type { MenuEntry } from './menu-entry.ts'

const MenuPopup = lazyComponent(() => import('./MenuPopup.tsx'), 'MenuPopup', { failureDisplay: 'message' })

/** Where an open menu is placed, and how it is closed. */
export type PopupProps = {
  button: RefObject<HTMLButtonElement | null>
  host: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The menu's entries, or a component for the whole menu where its entries are not needed before it opens. */
type MenuContent =
  | { entries: readonly MenuEntry[]; popup?: undefined }
  | { entries?: undefined; popup: LazyComponent<PopupProps> }
type MenuButtonProps = Omit<ComponentProps<'button'>, 'children'> & MenuContent & { children: ReactNode }

/** A button that opens a menu. The menu's code is fetched when a pointer or the focus comes near. */
export function MenuButton({ entries, popup: Popup, children, ...rest }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const host = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const { load } = Popup ?? MenuPopup
  const popupProps = { button, host, onClose: () => setOpen(false) }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setOpen(!open)}
        {...rest}
      >
        {children}
      </button>
      {/* The menu opens inside the button's own landmark, out of the flow. */}
      <span ref={host} className="absolute" />
      {open && (Popup ? <Popup {...popupProps} /> : <MenuPopup {...popupProps} entries={entries} />)}
    </>
  )
}
