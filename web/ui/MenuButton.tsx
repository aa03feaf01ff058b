import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { MenuEntry } from './menu-entry.ts'

const loadPopup = () => import('./MenuPopup.tsx')
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })))

type MenuButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  entries: readonly MenuEntry[]
  children: ReactNode
}

/** A button that opens a menu. The menu's code is fetched when a pointer or the focus comes near. */
export function MenuButton({ entries, children, ...rest }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const host = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
        onClick={() => setOpen(!open)}
        {...rest}
      >
        {children}
      </button>
      {/* The menu opens inside the button's own landmark, out of the flow. */}
      <span ref={host} className="absolute" />
      {open && (
        <Suspense fallback={null}>
          <MenuPopup button={button} host={host} entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
