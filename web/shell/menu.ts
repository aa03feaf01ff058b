import {
  CircleHelp,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  PackageSearch,
  Receipt,
  ShoppingCart,
  Truck,
  UserRound,
} from 'lucide-react'
import type { MessageKey } from '../../contract/messages/en.ts'
import type { Permission } from '../../contract/permissions.ts'
import { type DocumentType, documentTypes } from '../../contract/values.ts'

export type MenuPlace = {
  /** First path segment, by which the active entry is known. */
  segment: string
  label: MessageKey
  shortLabel: MessageKey
  icon: LucideIcon
  /** Without it the entry is not shown. */
  permission?: Permission
}
export type MenuGroup = { label: MessageKey | null; entries: readonly MenuPlace[] }

const typeIcons: Record<DocumentType, LucideIcon> = {
  quotes: FileText,
  orders: ShoppingCart,
  shipments: Truck,
  invoices: Receipt,
}

const documents = documentTypes.map(
  (type): MenuPlace => ({
    segment: type,
    label: `menu.${type}`,
    shortLabel: type === 'quotes' ? 'menu.quotes.short' : `menu.${type}`,
    icon: typeIcons[type],
    permission: `${type}.read`,
  }),
)

const same = (segment: string, label: MessageKey, icon: LucideIcon): MenuPlace => ({
  segment,
  label,
  shortLabel: label,
  icon,
})

/** The main menu, in its order. */
const menu: readonly MenuGroup[] = [
  { label: null, entries: [same('dashboard', 'menu.dashboard', LayoutDashboard)] },
  { label: 'menu.documents', entries: documents },
  { label: 'menu.extras', entries: [same('itemTracker', 'menu.itemTracker', PackageSearch)] },
  { label: 'menu.support', entries: [same('profile', 'menu.profile', UserRound), same('faq', 'menu.faq', CircleHelp)] },
]

const segments = menu.flatMap((group) => group.entries.map((entry) => entry.segment))

/** The entry that a path belongs to, by its first segment; the dashboard when it is none of them. */
export function activeSegment(pathname: string): string {
  const first = pathname.split('/')[1] ?? ''
  return segments.includes(first) ? first : 'dashboard'
}

/** The menu as a person with these permissions sees it; all of it until they are known. */
export function menuFor(permissions: readonly Permission[] | undefined): MenuGroup[] {
  const may = (entry: MenuPlace) => !entry.permission || !permissions || permissions.includes(entry.permission)
  return menu
    .map((group) => ({ ...group, entries: group.entries.filter(may) }))
    .filter((group) => group.entries.length > 0)
}
