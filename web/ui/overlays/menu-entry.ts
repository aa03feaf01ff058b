import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactElement, RefObject } from 'react'

/** An entry of a menu: an action, a link (`link` is the link element), a named group, a separator line or a note. */
export type MenuEntry =
  | { kind: 'action'; label: string; text?: string; icon?: LucideIcon; checked?: boolean; onSelect: () => void }
  | { kind: 'link'; label: string; icon?: LucideIcon; link: ReactElement<ComponentProps<'a'>> }
  | { kind: 'group'; label: string; entries: readonly MenuEntry[] }
  | { kind: 'line' }
  | { kind: 'note'; title: string; text: string }

/** The id of an open menu, the button beside which it is placed, and how it is closed. */
export type PopupProps = { id: string; button: RefObject<HTMLButtonElement | null>; onClose: () => void }
