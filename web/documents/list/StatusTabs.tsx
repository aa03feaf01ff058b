import type { ListSearch } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { useExpectedPermission } from '#web/api/viewer.ts'
import { listPath, statementPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { TabCount, tabClass, tabsClass } from '#web/ui/Chips.tsx'
import { useCurrentInView } from '#web/ui/current-in-view.ts'
import { label, t } from '#web/ui/text.ts'
import { type StatusTab, withChanges } from './list-state.ts'
import { openLabel } from './open-label.ts'

function tabLabel(type: DocumentType, tab: StatusTab): string {
  if (tab.group === null) return label(`status.${type}.${tab.status}`)
  return tab.group === 'open' ? openLabel(type) : t('list.tab.all')
}

type StatusTabsProps = { type: DocumentType; tabs: readonly StatusTab[]; search: ListSearch }

/** The tabs for open documents, all documents and each status, with their counts; each is a link; behind those of invoices the account's statement. */
export function StatusTabs({ type, tabs, search }: StatusTabsProps) {
  const statement = useExpectedPermission('prices') && type === 'invoices'
  const row = useCurrentInView(`${search.status} of ${tabs.length}`)
  return (
    <nav ref={row} aria-label={t('list.tabs')} className={`${tabsClass} no-print`}>
      {tabs.map((tab) => (
        <Link
          key={tab.group ? `group ${tab.group}` : tab.status}
          {...listPath(type, withChanges(search, { status: tab.status }))}
          resetScroll={false}
          // Otherwise the router would also mark "All", whose URL is contained in each of the others.
          activeOptions={{ exact: true, includeSearch: true }}
          {...(tab.status === search.status ? { 'aria-current': 'true' as const } : {})}
          className={tabClass}
        >
          {tabLabel(type, tab)}
          {tab.count !== null && <TabCount count={tab.count} exact={tab.exact} />}
        </Link>
      ))}
      {statement && (
        <Link {...statementPath()} className={`${tabClass} ms-auto`}>
          {t('account.statement')}
        </Link>
      )}
    </nav>
  )
}
