import { Check } from 'lucide-react'
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { MenuEntry, PopupProps } from './menu-entry.ts'
import { menuItems, nextIndex, typeAhead } from './menu-keys.ts'

/**
 * An open menu beside its button, with arrow keys and type-ahead. The browser keeps it above everything else, closes it on
 * Escape and on a press elsewhere, and then restores the focus.
 */
export function MenuPopup({ id, button, entries, onClose }: PopupProps & { entries: readonly MenuEntry[] }) {
  const menu = useRef<HTMLDivElement>(null)
  const [findByTyping] = useState(typeAhead)
  useLayoutEffect(() => {
    const [menuElement, buttonElement] = [menu.current, button.current]
    if (!menuElement || !buttonElement) return
    const byKeyboard = buttonElement.matches(':focus-visible')
    // Safari does not focus a button that is pressed, and the browser restores the focus that it finds here.
    buttonElement.focus()
    menuElement.showPopover()
    const position = () => placeMenu(menuElement, buttonElement)
    position()
    const start = (byKeyboard && menuItems(menuElement)[0]) || menuElement
    start.focus()
    // Entries may be loaded later, and the page may scroll under the menu.
    const observer = new ResizeObserver(position)
    observer.observe(menuElement)
    const cleanup = new AbortController()
    for (const eventName of ['scroll', 'resize'])
      addEventListener(eventName, position, { capture: true, signal: cleanup.signal })
    return () => {
      observer.disconnect()
      cleanup.abort()
    }
  }, [button])

  const close = () => {
    menu.current?.hidePopover()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, timeStamp } = event
    if (key === 'Tab') close()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const items = menuItems(event.currentTarget)
    const current = items.findIndex((item) => item.matches(':focus'))
    const isLetter = [...key].length === 1 && key !== ' '
    const labels = () => items.map((item) => item.textContent)
    const next = isLetter ? findByTyping(key, timeStamp, labels(), current) : nextIndex(key, current, items.length)
    if (next !== undefined) items[next]?.focus()
    else if (key === ' ' && event.target instanceof HTMLAnchorElement) event.target.click()
    else if (!isLetter) return
    event.preventDefault()
    // What is typed in the menu is no shortcut of the page.
    event.stopPropagation()
  }
  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={button.current?.ariaLabel ?? button.current?.textContent}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={onKeyDown}
      onPointerMove={focusUnderPointer}
      onPointerLeave={({ currentTarget }) => currentTarget.focus()}
      onClick={({ target }) => target instanceof Element && target.closest('[role^=menuitem]') && close()}
      className="float-in fixed inset-auto m-0 max-w-80 min-w-56 overflow-y-auto rounded-card border border-border bg-float p-1.5 text-text shadow-float outline-none"
    >
      <Entries entries={entries} />
    </div>
  )
}

/** Pixels between menu and button, and between menu and the edge of the window. */
const [gap, margin] = [6, 8]

/** Places the menu below its button, or above it when there is more room, aligned with the button's end. */
function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height, dir } = document.documentElement
  const [below, above] = [height - bottom - gap - margin, top - gap - margin]
  const most = 0.7 * height
  const isBelow = below >= above || below >= Math.min(most, menu.scrollHeight + menu.offsetHeight - menu.clientHeight)
  menu.style.maxHeight = `${Math.min(most, isBelow ? below : above)}px`
  const x = dir === 'rtl' ? left : right - menu.offsetWidth
  menu.style.left = `${Math.max(margin, Math.min(x, width - menu.offsetWidth - margin))}px`
  menu.style.top = `${isBelow ? bottom + gap : top - gap - menu.offsetHeight}px`
}

/** The item under a mouse is the one that keys go on from. */
function focusUnderPointer({ target, pointerType }: PointerEvent<HTMLElement>): void {
  const item = target instanceof Element && target.closest<HTMLElement>('[role^=menuitem]')
  if (item && pointerType === 'mouse' && item !== document.activeElement) item.focus({ preventScroll: true })
}

const itemClass =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start outline-offset-[-2px] select-none focus:bg-hover pointer-coarse:min-h-10'

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => <Entry key={keyOf(entry, index)} entry={entry} />)
}

function keyOf(entry: MenuEntry, index: number): string {
  return `${index}-${'label' in entry ? entry.label : entry.kind}`
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'line':
      return <hr className="my-1.5 h-px border-0 bg-border" />
    case 'note':
      return (
        <div role="presentation" className="px-2.5 pt-1.5 pb-2">
          <p className="truncate font-medium">{entry.title}</p>
          <p className="truncate text-sm text-muted">{entry.text}</p>
        </div>
      )
    case 'group':
      return <Group label={entry.label} entries={entry.entries} />
    case 'link': {
      const props: ComponentProps<'a'> = { role: 'menuitem', tabIndex: -1, className: itemClass }
      return cloneElement(
        entry.link,
        props,
        entry.icon && <entry.icon aria-hidden size={16} className="shrink-0 text-muted" />,
        entry.label,
      )
    }
    case 'action':
      return <Action entry={entry} />
  }
}

function Group({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <div id={id} className="px-2.5 pt-1.5 pb-1 text-xs text-muted">
        {label}
      </div>
      <Entries entries={entries} />
    </fieldset>
  )
}

function Action({ entry }: { entry: Extract<MenuEntry, { kind: 'action' }> }) {
  return (
    <button
      type="button"
      {...(entry.checked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemcheckbox', 'aria-checked': entry.checked })}
      tabIndex={-1}
      className={itemClass}
      onClick={entry.onSelect}
    >
      {entry.icon && <entry.icon aria-hidden size={16} className="shrink-0 text-muted" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{entry.label}</span>
        {entry.text && <span className="block truncate text-sm text-muted">{entry.text}</span>}
      </span>
      {entry.checked && <Check aria-hidden size={16} className="shrink-0 text-brand-text" />}
    </button>
  )
}
