import { definitions } from '#contract/documents/types.ts'
import { listPath, statementPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { tabClass, tabsClass } from '../ui/Chips.tsx'
import { t } from '../ui/text.ts'

/** The tabs that the list of invoices has too: from the statement back to the invoices. */
export function StatementTabs() {
  return (
    <nav aria-label={t('statement.tabs')} className={`${tabsClass} no-print mb-6`}>
      <Link {...listPath('invoices', { status: definitions.invoices.active.join(',') })} className={tabClass}>
        {t('list.tab.unpaid')}
      </Link>
      <Link {...listPath('invoices')} className={tabClass}>
        {t('list.tab.all')}
      </Link>
      <Link {...statementPath()} aria-current="page" className={tabClass}>
        {t('account.statement')}
      </Link>
    </nav>
  )
}
