import { PanelLeft } from 'lucide-react'
import { Link } from '../routing/Link.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Tooltip } from '../ui/overlays/Tooltip.tsx'
import { t } from '../ui/text.ts'
import { Brand } from './Brand.tsx'
import type { MenuGroup, MenuItem } from './menu.ts'

type SideMenuProps = {
  groups: readonly MenuGroup[]
  active: string
  rail: boolean
  onToggle: () => void
}

/** The menu at the side: 280 px wide, or a rail of icons. */
export function SideMenu({ groups, active, rail, onToggle }: SideMenuProps) {
  const label = t(rail ? 'shell.menu.expand' : 'shell.menu.collapse')
  return (
    <aside
      className={`no-print sticky top-0 flex h-dvh shrink-0 flex-col border-e border-border bg-raised transition-[width] ${rail ? 'w-16' : 'w-[280px]'}`}
    >
      <div className={rail ? 'flex justify-center' : 'px-5'}>
        <Brand markOnly={rail} />
      </div>
      <MenuNavigation groups={groups} active={active} rail={rail} />
      <div className={`flex border-t border-border p-3 ${rail ? 'justify-center' : 'justify-end'}`}>
        <IconButton label={label} tooltip={rail ? 'end' : 'none'} aria-expanded={!rail} onClick={onToggle}>
          <PanelLeft aria-hidden size={20} className="directional" />
        </IconButton>
      </div>
    </aside>
  )
}

type NavigationProps = { groups: readonly MenuGroup[]; active: string; rail?: boolean; onChoose?: () => void }

/** The groups and entries of the menu, for the side menu and the drawer on a phone. */
export function MenuNavigation({ groups, active, rail = false, onChoose }: NavigationProps) {
  return (
    <nav aria-label={t('shell.menu')} className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
      {groups.map((group) => (
        <div key={group.label ?? ''} className="mb-4">
          {group.label && (
            <p className={rail ? 'mx-2 mb-3 h-px overflow-hidden bg-border' : 'px-3 pb-1 text-xs text-muted'}>
              {rail ? (
                <span className="sr-only">{t(group.label as 'menu.documents')}</span>
              ) : (
                t(group.label as 'menu.documents')
              )}
            </p>
          )}
          <ul className="space-y-0.5">
            {group.entries.map((entry) => (
              <li key={entry.segment}>
                <MenuLink entry={entry} current={entry.segment === active} rail={rail} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

type MenuLinkProps = { entry: MenuItem; current: boolean; rail: boolean; onChoose?: (() => void) | undefined }

function MenuLink({ entry, current, rail, onChoose }: MenuLinkProps) {
  const text = t(entry.label as 'menu.dashboard')
  const link = (
    <Link
      to={`/${entry.segment}` as '/dashboard'}
      aria-current={current ? 'page' : undefined}
      aria-label={rail ? text : undefined}
      {...(onChoose ? { onClick: onChoose } : {})}
      className={`relative flex h-10 w-full items-center gap-3 rounded-control transition-colors before:absolute before:inset-y-2 before:start-0 before:w-[3px] before:rounded-full ${rail ? 'justify-center' : 'px-3'} ${current ? 'bg-brand-tint font-medium text-brand-text before:bg-brand' : 'hover:bg-hover'}`}
    >
      <entry.icon aria-hidden size={20} className={`shrink-0 ${current ? '' : 'text-muted'}`} />
      {!rail && <span className="truncate">{text}</span>}
    </Link>
  )
  return rail ? (
    <Tooltip text={text} side="end" silent className="w-full">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
