import { Link } from '../routing/Link.tsx'
import { t } from '../ui/text.ts'
import type { MenuGroup } from './menu.ts'

/** The menu as one line under the header. */
export function TopMenu({ groups, active }: { groups: readonly MenuGroup[]; active: string }) {
  return (
    <nav aria-label={t('shell.menu')} className="no-print border-b border-border bg-raised px-6">
      <ul className="fades-sideways flex gap-1 overflow-x-auto">
        {groups
          .flatMap((group) => group.entries)
          .map((entry) => {
            const current = entry.segment === active
            return (
              <li key={entry.segment}>
                <Link
                  to={`/${entry.segment}` as '/dashboard'}
                  aria-current={current ? 'page' : undefined}
                  className={`flex h-11 items-center gap-2 border-b-2 px-3 whitespace-nowrap transition-colors outline-offset-[-2px] ${current ? 'border-brand font-medium text-brand-text' : 'border-transparent text-muted hover:text-text'}`}
                >
                  <entry.icon aria-hidden size={16} />
                  {t(entry.shortLabel as 'menu.dashboard')}
                </Link>
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
