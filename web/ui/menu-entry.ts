import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'

/** What a menu holds: something to do, somewhere to go (`link` is the link element), a named group, or a line. */
export type MenuEntry =
  | { kind: 'action'; label: string; text?: string; icon?: LucideIcon; checked?: boolean; onSelect: () => void }
  | { kind: 'link'; label: string; icon?: LucideIcon; link: ReactElement }
  | { kind: 'group'; label: string; entries: readonly MenuEntry[] }
  | { kind: 'line' }
  | { kind: 'note'; title: string; text: string }
