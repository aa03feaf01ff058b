import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import type { MenuEntry } from './menu-entry.ts'

type MenuPopupProps = {
  button: RefObject<HTMLButtonElement | null>
  host: RefObject<HTMLElement | null>
  entries: readonly MenuEntry[]
  onClose: () => void
}

/** An open menu beside its button, with arrow keys, type-ahead and Escape; it is rendered into `host`. */
export function MenuPopup({ button, host, entries, onClose }: MenuPopupProps) {
  return (
    <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <Menu.Root
        open
        modal={false}
        onOpenChange={(open, details) => {
          // A press on the button itself reaches the button's own handler, which closes the menu.
          const onButton = details.event.target instanceof Node && button.current?.contains(details.event.target)
          if (open || (details.reason === 'outside-press' && onButton)) return
          if (details.reason === 'escape-key' || details.reason === 'item-press') button.current?.focus()
          onClose()
        }}
      >
        <Menu.Portal container={host}>
          <Menu.Positioner anchor={button} align="end" sideOffset={6} className="z-50 outline-none">
            <Menu.Popup
              finalFocus={button}
              aria-label={button.current?.getAttribute('aria-label') ?? undefined}
              className="float-in max-h-[min(70dvh,var(--available-height))] max-w-80 min-w-56 overflow-y-auto rounded-card border border-border bg-float p-1.5 shadow-float outline-none"
            >
              <Entries entries={entries} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </DirectionProvider>
  )
}

const itemClass =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start outline-offset-[-2px] select-none data-highlighted:bg-hover pointer-coarse:min-h-10'

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => <Entry key={keyOf(entry, index)} entry={entry} />)
}

function keyOf(entry: MenuEntry, index: number): string {
  return `${index}-${'label' in entry ? entry.label : entry.kind}`
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'line':
      return <Menu.Separator className="my-1.5 h-px bg-border" />
    case 'note':
      return (
        <div role="presentation" className="px-2.5 pt-1.5 pb-2">
          <p className="truncate font-medium">{entry.title}</p>
          <p className="truncate text-sm text-muted">{entry.text}</p>
        </div>
      )
    case 'group':
      return (
        <Menu.Group>
          <Menu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs text-muted">{entry.label}</Menu.GroupLabel>
          <Entries entries={entry.entries} />
        </Menu.Group>
      )
    case 'link':
      return (
        <Menu.LinkItem closeOnClick className={itemClass} render={entry.link}>
          {entry.icon && <entry.icon aria-hidden size={16} className="shrink-0 text-muted" />}
          {entry.label}
        </Menu.LinkItem>
      )
    case 'action':
      return <Action entry={entry} />
  }
}

function Action({ entry }: { entry: Extract<MenuEntry, { kind: 'action' }> }) {
  const content = (
    <>
      {entry.icon && <entry.icon aria-hidden size={16} className="shrink-0 text-muted" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{entry.label}</span>
        {entry.text && <span className="block truncate text-sm text-muted">{entry.text}</span>}
      </span>
      {entry.checked && <Check aria-hidden size={16} className="shrink-0 text-brand-text" />}
    </>
  )
  return entry.checked === undefined ? (
    <Menu.Item className={itemClass} onClick={entry.onSelect}>
      {content}
    </Menu.Item>
  ) : (
    <Menu.CheckboxItem className={itemClass} checked={entry.checked} closeOnClick onClick={entry.onSelect}>
      {content}
    </Menu.CheckboxItem>
  )
}
