import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { type LazyComponent, lazyComponent } from '../lazy-component.tsx'
import type { MenuEntry, PopupProps } from './menu-entry.ts'

const MenuPopup = lazyComponent(() => import('./MenuPopup.tsx'), 'MenuPopup', { failureDisplay: 'message' })

/** The menu's entries, or a component for the whole menu where its entries are not needed before it opens. */
type MenuContent =
  | { entries: readonly MenuEntry[]; popup?: undefined }
  | { entries?: undefined; popup: LazyComponent<PopupProps> }
type MenuButtonProps = Omit<ComponentProps<'button'>, 'children'> & MenuContent & { children: ReactNode }

/** A button that opens a menu. The menu's code is fetched when a pointer or the focus comes near. */
export function MenuButton({ entries, popup: Popup, children, ...rest }: MenuButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { load } = Popup ?? MenuPopup
  const popupProps = { id, button, onClose: () => setOpen(false) }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        // Tells the browser that a press on the button is not one outside the menu: the button closes it.
        popoverTarget={id}
        popoverTargetAction="show"
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setOpen(!open)}
        {...rest}
      >
        {children}
      </button>
      {open && (Popup ? <Popup {...popupProps} /> : <MenuPopup {...popupProps} entries={entries} />)}
    </>
  )
}
