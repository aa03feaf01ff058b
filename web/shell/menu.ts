import { CircleHelp, LayoutDashboard, type LucideIcon, PackageSearch, UserRound } from 'lucide-react'
import { definitions } from '#contract/documents/types.ts'
import type { MessageKey } from '#contract/message-keys.ts'
import type { Permission } from '#contract/permissions.ts'
import { documentTypes } from '#contract/values.ts'
import { documentIcon } from '../document-icons.ts'

export type MenuItem = {
  /** The first path segment, which identifies the active entry. */
  segment: string
  label: MessageKey
  shortLabel: MessageKey
  icon: LucideIcon
  /** The entry is shown only with this permission. */
  permission?: Permission
}
export type MenuGroup = { label: MessageKey | null; entries: readonly MenuItem[] }

const documents = documentTypes.map(
  (type): MenuItem => ({
    segment: type,
    label: `menu.${type}`,
    shortLabel: type === 'quotes' ? 'menu.quotes.short' : `menu.${type}`,
    icon: documentIcon(type),
    permission: definitions[type].permission,
  }),
)

const menuItem = (segment: string, label: MessageKey, icon: LucideIcon): MenuItem => ({
  segment,
  label,
  shortLabel: label,
  icon,
})

/** The main menu, in display order. */
const menu: readonly MenuGroup[] = [
  { label: null, entries: [menuItem('dashboard', 'menu.dashboard', LayoutDashboard)] },
  { label: 'menu.documents', entries: documents },
  { label: 'menu.extras', entries: [menuItem('itemTracker', 'menu.itemTracker', PackageSearch)] },
  {
    label: 'menu.support',
    entries: [menuItem('profile', 'menu.profile', UserRound), menuItem('faq', 'menu.faq', CircleHelp)],
  },
]

const segments = menu.flatMap((group) => group.entries.map((entry) => entry.segment))

/** The menu entry of a path, by its first segment; the dashboard when there is none. */
export function activeSegment(pathname: string): string {
  const first = pathname.split('/')[1] ?? ''
  return segments.includes(first) ? first : 'dashboard'
}

/** The menu for these permissions; the whole menu until they are known. */
export function menuFor(permissions: readonly Permission[] | undefined): MenuGroup[] {
  const isVisible = (entry: MenuItem) => !entry.permission || !permissions || permissions.includes(entry.permission)
  return menu
    .map((group) => ({ ...group, entries: group.entries.filter(isVisible) }))
    .filter((group) => group.entries.length > 0)
}
